import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { FunnelStep } from '#app/shop/insight/report.ts'
import { whenIdle } from '#app/ui/when-idle.ts'
import type { Arrival, Happening } from './tracker.ts'

/** What has happened since the page came to life and the tracker does not know yet. */
const kept: Happening[] = []

let passing: Promise<void> = Promise.resolve()

const passOn = () => {
  passing = import('./tracker.ts').then(({ count }) => count(kept.splice(0)))
  return passing
}

/** Comes back once all that has happened is on its way, and after `ms` milliseconds at the latest. */
export const told = (ms: number) => Promise.race([passing, new Promise((late) => setTimeout(late, ms))])

/** Tells of something a visitor does. The page may be left the next moment, so the tracker is fetched at once. */
export function tell(name: FunnelStep | 'Search', props: Record<string, string> = {}): void {
  kept.push({ url: location.href, name, props })
  void passOn()
}

/** Marks a page at which a step is taken by arriving there, and the piece it is about. */
export function reached(step: FunnelStep, piece?: string) {
  return { 'data-reached': step, 'data-piece': piece }
}

let arrived = false

/** What the page before had reached: the same page in another language has reached nothing more. */
let before: string | undefined

/** What is used by typing counts once a page. */
const used = new Set<string>()

function onUse({ target }: Event): void {
  const name = (target as Element).closest<HTMLElement>('[data-track-use]')?.dataset.trackUse
  if (!name || used.has(name)) return
  used.add(name)
  tell(name as FunnelStep)
}

/** Counts the pages somebody visits, and what they reach there. */
export function useInsight(): void {
  const { pathname, search } = useLocation()
  const navigation = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the event
  useEffect(() => {
    const arrival: Arrival = arrived ? navigation : 'load'
    arrived = true
    used.clear()
    // What an editor looks at is no visit.
    if (search.includes('_storyblok=')) return
    const { reached: found, piece } = document.querySelector<HTMLElement>('[data-reached]')?.dataset ?? {}
    const mark = found && `${found} ${piece}`
    const step = mark === before ? undefined : found
    before = mark
    kept.push({ url: location.href, arrival, step, piece })
    if (found) used.add(found)
    // From a checkout people go on to the payment page, which is another site's.
    if (arrival !== 'load' || (found && found !== 'View')) void passOn()
    // For a mere look nobody is to wait: the tracker comes when the browser has nothing else to do.
    else whenIdle(passOn)
  }, [pathname])
  useEffect(() => {
    document.addEventListener('input', onUse)
    return () => document.removeEventListener('input', onUse)
  }, [])
}
