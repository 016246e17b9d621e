type Bar = { label: string; value: number }

const [width, height] = [640, 160]

/**
 * Figures as a line or as bars. It repeats what the table below it says, which is there for whoever cannot see it, so
 * that it is hidden from readers of the screen.
 */
export function Chart({
  kind,
  bars,
  before,
}: {
  kind: 'line' | 'bars'
  bars: readonly Bar[]
  before?: readonly number[]
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value), ...(before ?? []))
  return kind === 'line' ? (
    <LineChart bars={bars} before={before ?? []} most={most} />
  ) : (
    <BarChart bars={bars.slice(0, 12)} most={most} />
  )
}

function LineChart({
  bars,
  before,
  most,
}: {
  bars: readonly Bar[]
  before: readonly number[]
  most: number
}) {
  const points = (values: readonly number[]) =>
    values
      .map((value, at) => {
        const x = values.length < 2 ? width / 2 : (at / (values.length - 1)) * (width - 4) + 2
        return `${x.toFixed(1)},${(height - 2 - (Math.max(0, value) / most) * (height - 6)).toFixed(1)}`
      })
      .join(' ')
  return (
    <svg
      className="insight-line"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line x1="0" y1={height - 1} x2={width} y2={height - 1} className="insight-axis" />
      <line x1="0" y1="2" x2={width} y2="2" className="insight-axis" />
      {before.length > 0 && <polyline points={points(before)} className="insight-before" />}
      <polyline points={points(bars.map(({ value }) => value))} className="insight-own" />
    </svg>
  )
}

const barHeight = 14
const gap = 6

function BarChart({ bars, most }: { bars: readonly Bar[]; most: number }) {
  const all = bars.length * (barHeight + gap)
  return (
    <svg
      className="insight-bars"
      viewBox={`0 0 ${width} ${all}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      height={all}
    >
      {bars.map(({ label, value }, at) => (
        <rect
          key={label}
          x="0"
          y={at * (barHeight + gap)}
          width={Math.max(value > 0 ? 2 : 0, (Math.max(0, value) / most) * width)}
          height={barHeight}
          className="insight-bar"
        />
      ))}
    </svg>
  )
}
