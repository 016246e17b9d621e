import { useFormats } from '../frame/use-formats.ts'

type Point = { label: string; value: number }

const [width, height] = [640, 160]

/**
 * Figures over days as a line, and those of the time before as a dashed one. It repeats what the table below it says, which
 * is there for whoever cannot see it, so that it is hidden from readers of the screen.
 */
export function LineChart({
  points,
  before,
}: {
  /** The first and the last label are written below. */
  points: readonly Point[]
  before: readonly number[]
}) {
  const format = useFormats()
  const most = Math.max(1, ...points.map(({ value }) => value), ...before)
  const line = (values: readonly number[]) =>
    values
      .map((value, at) => {
        const x = values.length < 2 ? width / 2 : (at / (values.length - 1)) * (width - 4) + 2
        return `${x.toFixed(1)},${(height - 2 - (Math.max(0, value) / most) * (height - 6)).toFixed(1)}`
      })
      .join(' ')
  return (
    <div className="insight-chart" aria-hidden="true">
      <p className="sub">{format.number(most)}</p>
      <svg
        className="insight-line"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line x1="0" y1={height - 1} x2={width} y2={height - 1} className="insight-axis" />
        <line x1="0" y1="2" x2={width} y2="2" className="insight-axis" />
        {before.length > 0 && <polyline points={line(before)} className="insight-before" />}
        <polyline points={line(points.map(({ value }) => value))} className="insight-own" />
      </svg>
      <p className="sub insight-ends">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
    </div>
  )
}

/** One figure as a bar beside the largest of its column; it stands in its row. */
export function Bar({ value, most }: { value: number; most: number }) {
  const share = most <= 0 ? 0 : Math.max(0, value) / most
  return (
    <svg className="insight-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="0" width={value > 0 ? Math.max(1, share * 100) : 0} height="10" />
    </svg>
  )
}
