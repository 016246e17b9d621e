import { useTranslations } from 'use-intl'
import { useFormats } from '../frame/use-formats.ts'

type Week = { at: string; centsPerOunce: number }

const [width, height] = [120, 28]

/** A year of a metal's price as a line; what it says stands beside it for who cannot see it. */
export function PriceLine({ name, weeks }: { name: string; weeks: readonly Week[] }) {
  const t = useTranslations('office.metal-prices')
  const format = useFormats()
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last || weeks.length < 2) return '–'
  const times = weeks.map(({ at }) => Date.parse(at))
  const cents = weeks.map(({ centsPerOunce }) => centsPerOunce)
  const place = (value: number, all: readonly number[], length: number) => {
    const [least, most] = [Math.min(...all), Math.max(...all)]
    return most === least ? length / 2 : ((value - least) / (most - least)) * length
  }
  const points = weeks.map((_, index) => {
    const x = place(times[index] ?? 0, times, width)
    const y = height - place(cents[index] ?? 0, cents, height)
    return `${x.toFixed(1)},${(y + 1).toFixed(1)}`
  })
  const said = t('chart', {
    metal: name,
    from: format.amount(first.centsPerOunce),
    to: format.amount(last.centsPerOunce),
  })
  return (
    <svg
      role="img"
      aria-label={said}
      width={width}
      height={height + 2}
      viewBox={`0 0 ${width} ${height + 2}`}
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
