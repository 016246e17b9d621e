import { useEffect, useState } from 'react'
import { formatClock } from '#app/language/formats.ts'
import { useLocale } from '../shell-data.ts'
import type { CheckoutView } from './checkout-view.ts'
import { useCheckoutWords } from './checkout-words.ts'

type HoldNoticeProps = {
  hold: NonNullable<CheckoutView['hold']>
  onRenew: () => void
}

/** Minutes before the end at which somebody who listens is told; no more often than that. */
const told = [5, 1]

/**
 * Until when the pieces are held: the time of day, and with script a countdown of how long that still is, from what the
 * server said is left, so that a wrong clock on the visitor's side does not matter.
 */
export function HoldNotice({ hold, onRenew }: HoldNoticeProps) {
  const t = useCheckoutWords()
  const locale = useLocale()
  const left = useSecondsLeft(hold)
  const minutes = left === null ? null : Math.ceil(left / 60)
  const isOver = left === 0
  const saying = minutes !== null && told.includes(minutes) && !isOver ? t('hold.said', { minutes }) : ''
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
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>{t('hold.until', { time: formatClock(hold.until, locale) })}</span>
          {left !== null && (
            <span role="timer" className="num font-[560]">
              {t('hold.left', {
                minutes: Math.floor(left / 60),
                seconds: String(left % 60).padStart(2, '0'),
              })}
            </span>
          )}
        </p>
      )}
      <p role="status" className="sr-only">
        {saying}
      </p>
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
