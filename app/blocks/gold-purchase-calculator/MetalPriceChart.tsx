import { useId } from 'react'
import { centsPerGram } from '#app/shop/buying/valuation.ts'
import { Heading } from '../frame/Heading.tsx'
import type { CalculatorData } from './loader.ts'
import { useWords } from './words.ts'

const width = 640
const height = 320

type Point = CalculatorData['history'][number]

/** The gold price of the past year as a line, in a sentence, and as a table. */
export function MetalPriceChart({ history }: { history: readonly Point[] }) {
  const { t, day, euros } = useWords()
  const perGram = ({ cents }: Point) => euros(centsPerGram(cents))
  const id = useId()
  const axis = axisOf(history.map(({ cents }) => centsPerGram(cents)))
  const [first] = history
  const last = history.at(-1)
  if (!first || !last) return null
  const lowest = history.reduce((least, point) => (point.cents < least.cents ? point : least))
  const highest = history.reduce((most, point) => (point.cents > most.cents ? point : most))
  const caption = {
    first: perGram(first),
    last: perGram(last),
    lowest: perGram(lowest),
    lowestAt: day(lowest.at),
    highest: perGram(highest),
    highestAt: day(highest.at),
  }
  return (
    <div className="min-w-0">
      <Heading size="section">{t('history.title')}</Heading>
      <figure className="mt-6">
        <div className="chart">
          <div aria-hidden="true">
            {axis.ticks.map((cents) => (
              <span key={cents}>{euros(cents)}</span>
            ))}
          </div>
          <svg
            viewBox={`0 0 ${width} ${height}`}
            fill="none"
            role="img"
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-caption`}
            className="h-auto w-full overflow-visible text-brass"
          >
            <title id={`${id}-name`}>{t('history.chart', { from: day(first.at), to: day(last.at) })}</title>
            {axis.ticks.map((cents) => (
              <path
                key={cents}
                d={`M0 ${((1 - axis.share(cents)) * height).toFixed(1)}H${width}`}
                stroke="currentColor"
                strokeOpacity=".3"
              />
            ))}
            <path
              d={lineThrough(history, axis.share)}
              stroke="currentColor"
              strokeWidth="1.8"
              strokeLinejoin="round"
            />
          </svg>
        </div>
        <div aria-hidden="true" className="mt-2 flex justify-between pl-[3.6rem] text-ink-soft text-step--1">
          <span>{day(first.at)}</span>
          <span>{day(last.at)}</span>
        </div>
        <figcaption id={`${id}-caption`} className="mt-3 text-ink-soft text-step--1">
          {t('history.caption', caption)}
        </figcaption>
      </figure>
      <details className="mt-2 print:hidden">
        <summary className="link inline-block py-2 text-step--1">{t('history.table')}</summary>
        <table className="mt-2 w-full text-step--1">
          <thead className="text-left text-ink-soft">
            <tr className="border-line border-b">
              <th scope="col" className="py-2 font-normal">
                {t('history.date')}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {t('history.price')}
              </th>
            </tr>
          </thead>
          <tbody>
            {monthly(history).map((point) => (
              <tr key={point.at} className="border-line border-b">
                <th scope="row" className="py-2 text-left font-normal">
                  {day(point.at)}
                </th>
                <td className="py-2 text-right">{perGram(point)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

/** Steps of an axis, in cents a gram. */
const steps = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
const mostSteps = 4

/**
 * An axis in round figures around some values, with at most five of them: `share` is where a value lies between its lowest
 * and its highest figure, from 0 to 1.
 */
export function axisOf(values: readonly number[]): { ticks: number[]; share: (value: number) => number } {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const step = steps.find((each) => Math.ceil(most / each) - Math.floor(least / each) <= mostSteps) ?? most
  const from = Math.floor(least / step) * step
  const to = Math.max(from + step, Math.ceil(most / step) * step)
  const ticks: number[] = []
  for (let tick = from; tick <= to; tick += step) ticks.push(tick)
  return { ticks, share: (value) => (value - from) / (to - from) }
}

function lineThrough(history: readonly Point[], share: (cents: number) => number): string {
  const times = history.map(({ at }) => Date.parse(at))
  const from = times[0] ?? 0
  const length = Math.max(1, (times.at(-1) ?? 0) - from)
  const points = history.map(({ cents }, index) => {
    const x = (((times[index] ?? 0) - from) / length) * width
    const y = (1 - share(centsPerGram(cents))) * height
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

/** The last point of each month, newest first. */
function monthly(history: readonly Point[]): Point[] {
  return [...new Map(history.map((point) => [point.at.slice(0, 7), point])).values()].toReversed()
}
