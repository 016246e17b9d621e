import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { matchRoute } from '#app/language/route-table.ts'

/** Where the focus goes when only the language has changed: back to where it was changed. */
export const languageSelectorId = 'language-selector'

/**
 * Does what a browser does when it loads a page, for pages that the router brings: the focus moves to the main heading
 * (or to what the address's fragment names), and the title is read out once. A listing that was filtered is the same
 * page; it tells by itself how much it found, and what was pressed stays where it is, however much comes or goes above it
 (browsers do so too, though not all, and not always). Where other pages stand is left to the scroll restoration.
 */
export function FocusAfterNavigation() {
  const { pathname, hash } = useLocation()
  const announcement = useRef<HTMLParagraphElement>(null)
  const before = useRef(pathname)
  // Measuring has the browser lay out the page that is being left: nothing else needs it.
  const isFilter = before.current !== pathname && kindOfMove(before.current, pathname) === 'filter'
  const height = isFilter ? heightOfFocus() : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is the event
  useLayoutEffect(() => {
    if (isFilter) scrollBy(0, heightOfFocus() - height)
  }, [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is the event
  useEffect(() => {
    const from = before.current
    before.current = pathname
    if (from === pathname) return
    const kind = kindOfMove(from, pathname)
    if (kind === 'filter') return
    if (announcement.current) announcement.current.textContent = document.title
    const selector = kind === 'language' ? whereChosen() : null
    if (selector) selector.focus({ preventScroll: true })
    else focusOn(placeOf(hash))
  }, [pathname])
  return <p ref={announcement} aria-live="polite" className="sr-only" />
}

/** Where on the screen what has the focus begins; px. */
const heightOfFocus = () => document.activeElement?.getBoundingClientRect().top ?? 0

/** The header's own link stays where it is, and so does the focus on it. */
const whereChosen = () =>
  document.activeElement?.closest<HTMLElement>('.head-language') ??
  document.getElementById(languageSelectorId)

function kindOfMove(from: string, to: string): 'page' | 'filter' | 'language' {
  const [one, other] = [matchRoute(from), matchRoute(to)]
  if (one === null || other === null || one.name !== other.name) return 'page'
  if (one.locale !== other.locale) return one.params.id === other.params.id ? 'language' : 'page'
  return one.name === 'watches' || one.name === 'jewelry' ? 'filter' : 'page'
}

function placeOf(hash: string): HTMLElement | null {
  const named = hash.length > 1 ? document.getElementById(decoded(hash.slice(1))) : null
  return (
    named ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  )
}

/** A fragment is whatever somebody wrote into a link: a `%` may stand for itself. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The same for a step that follows at the same address: its heading is in sight, and read out. */
export function arriveAtHeading(): void {
  scrollTo(0, 0)
  focusOn(placeOf(''))
}

/** Headings take the focus only for this once. */
function focusOn(place: HTMLElement | null): void {
  if (!place) return
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
