import { type PointerEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { byPlace } from '#app/ui/by-place.ts'

type Signature = { width: number; height: number; strokes: number[][] }

/** Units of the field that is drawn in, however large it is shown. */
const field = { width: 1000, height: 360 }
const mostPoints = 1500

/** Where the seller signs with finger or pen; whoever cannot, or would rather not, signs on paper. */
export function SignPad({ busy, onSigned }: { busy: boolean; onSigned(signature: Signature | null): void }) {
  const t = useTranslations('office.purchase')
  const [strokes, setStrokes] = useState<readonly number[][]>([])
  const drawing = useRef(false)
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const within = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), 1) * most)
    return [within((clientX - left) / width, field.width), within((clientY - top) / height, field.height)]
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = true
    const point = pointOf(event)
    setStrokes((all) => [...all, point])
  }
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing.current) return
    const [x, y] = pointOf(event)
    setStrokes((all) => {
      const last = all.at(-1)
      if (!last || last.length >= mostPoints * 2 || (last.at(-2) === x && last.at(-1) === y)) return all
      return [...all.slice(0, -1), [...last, x, y]]
    })
  }
  const end = () => {
    drawing.current = false
  }
  // A touch without a movement is no stroke.
  const drawn = strokes.filter(({ length }) => length >= 4).map((points) => [...points])
  return (
    <div className="grid gap-3">
      <svg
        className="sign-pad"
        viewBox={`0 0 ${field.width} ${field.height}`}
        role="img"
        aria-label={t('signField')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line x1="60" x2={field.width - 60} y1="280" y2="280" className="sign-line" />
        {byPlace(strokes, (points) => (
          <polyline points={points.join(' ')} className="sign-stroke" />
        ))}
      </svg>
      <p className="page-actions">
        <button
          type="button"
          className="do"
          disabled={busy || drawn.length === 0}
          onClick={() => onSigned({ ...field, strokes: drawn })}
        >
          {t('signedOnTablet')}
        </button>
        <button
          type="button"
          className="do quiet"
          disabled={strokes.length === 0}
          onClick={() => setStrokes([])}
        >
          {t('signAgain')}
        </button>
        <button type="button" className="do quiet" disabled={busy} onClick={() => onSigned(null)}>
          {t('signedOnPaper')}
        </button>
      </p>
      <p className="sub">{t('signHint')}</p>
    </div>
  )
}
