import { useEffect, useState } from 'react'
import { formatClock } from '#app/language/formats.ts'
import { useLocale } from '../shell-data.ts'
import type { CheckoutView } from './checkout-view.ts'
import { useCheckoutWords } from './checkout-words.ts'

type HoldNoticeProps = {
  hold: NonNullable<CheckoutView['hold']>
  onRenew: () => void
}

/** Minutes before the end at which the countdown warns, seen and heard; no more often than that. */
const warnMinutesBefore = [1, 5]

/**
 * Until when the pieces are held, as a time of day: running seconds would press. With script it says when little of that is
 * left, from what the server said is left, so that a wrong clock on the visitor's side does not matter.
 */
export function HoldNotice({ hold, onRenew }: HoldNoticeProps) {
  const t = useCheckoutWords()
  const locale = useLocale()
  const left = useSecondsLeft(hold)
  const isOver = left === 0
  const minutes = left === null || isOver ? undefined : warnMinutesBefore.find((each) => left <= each * 60)
  return (
    <div className="border-line border-b pb-4">
      {isOver ? (
        <div role="alert">
          <p className="font-[560]">{t('hold.over')}</p>
          <p className="pt-1 pb-3 text-ink-soft">{t('hold.overText')}</p>
          <button type="button" className="button w-full" onClick={onRenew}>
            {t('hold.renew')}
          </button>
        </div>
      ) : (
        <p className="font-[560]">{t('hold.until', { time: formatClock(hold.until, locale) })}</p>
      )}
      <p role="status">{minutes !== undefined && t('hold.said', { minutes })}</p>
    </div>
  )
}

/** Seconds until the hold is over; `null` until the page is hydrated. */
function useSecondsLeft({ secondsLeft, until }: NonNullable<CheckoutView['hold']>): number | null {
  const [left, setLeft] = useState<number | null>(null)
  const end = until.getTime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same time left of a later hold counts from now again
  useEffect(() => {
    // Of a page that came whole, the answer is older than this moment by what loading it took.
    const age = isWhole() ? performance.now() - answeredAt() : 0
    const began = { steady: performance.now() - age, wall: Date.now() - age }
    const tick = () => {
      // The steady clock stands still while a computer sleeps, the other one may be set: whichever went further.
      const gone = Math.max(performance.now() - began.steady, Date.now() - began.wall)
      setLeft(Math.max(0, Math.round(secondsLeft - gone / 1000)))
    }
    tick()
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [secondsLeft, end])
  return left
}

/** Whether this page came with its document, which is being hydrated. */
const isWhole = () => document.documentElement.dataset.hydrated !== 'true'

function answeredAt(): number {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming ? entry.responseStart : performance.now()
}
