import { type CSSProperties, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PhotoForStaff } from '#app/shop/piece-photos/read-photos.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { useFormats } from '../frame/use-formats.ts'

type Turn = { quarterTurns: 0 | 1 | 2 | 3; straightened: number }

const quarters = [0, 1, 2, 3] as const
const quarterOf = (turns: number): Turn['quarterTurns'] => quarters[(turns + 4) % 4] ?? 0

/** Tenths of a degree, to either side. */
const farthest = 150

/** Turns a photo by quarters and straightens it, as it will be cut, before anything is changed. */
export function TurnPhoto({
  photo,
  apiUrl,
  onApply,
  onCancel,
}: {
  photo: PhotoForStaff
  apiUrl: string
  onApply: (turn: Turn) => Promise<void>
  onCancel: () => void
}) {
  const t = useTranslations('office.photos')
  const format = useFormats()
  const id = useId()
  const [turn, setTurn] = useState<Turn>({
    quarterTurns: quarterOf(photo.quarterTurns),
    straightened: photo.straightened,
  })
  /** Of the photo as it was taken; known once it is there. */
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const rotate = (by: number) => setTurn({ ...turn, quarterTurns: quarterOf(turn.quarterTurns + by) })
  return (
    <div className="photo-turn">
      <div className="photo-turn-stage" style={stageOf(turn, size)}>
        <img
          src={photoAddress(photo.original, 960, 'webp', apiUrl)}
          alt={t('preview')}
          style={pictureOf(turn, size)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      </div>
      <div className="photo-turn-tools">
        <button type="button" className="do quiet" onClick={() => rotate(-1)}>
          {t('turnLeft')}
        </button>
        <button type="button" className="do quiet" onClick={() => rotate(1)}>
          {t('turnRight')}
        </button>
        <label htmlFor={id} className="photo-straighten">
          <span className="photo-label">
            {t('straighten')}:{' '}
            <output htmlFor={id}>
              {t('degrees', {
                degrees: format.decimals(turn.straightened / 10, 1),
              })}
            </output>
          </span>
          <input
            id={id}
            type="range"
            min={-farthest}
            max={farthest}
            step={1}
            value={turn.straightened}
            aria-valuetext={t('degrees', { degrees: format.number(turn.straightened / 10) })}
            onChange={(event) => setTurn({ ...turn, straightened: event.target.valueAsNumber })}
          />
        </label>
        <div className="page-actions">
          <button
            type="button"
            className="do"
            disabled={busy}
            onClick={async () => {
              setBusy(true)
              await onApply(turn)
              setBusy(false)
            }}
          >
            {t('apply')}
          </button>
          <button type="button" className="do quiet" onClick={onCancel}>
            {t('cancel')}
          </button>
        </div>
      </div>
    </div>
  )
}

type Size = { width: number; height: number } | null

const isOdd = ({ quarterTurns }: Turn) => quarterTurns % 2 === 1

function stageOf(turn: Turn, size: Size): CSSProperties {
  if (!size) return {}
  const [width, height] = isOdd(turn) ? [size.height, size.width] : [size.width, size.height]
  // As wide as half a screen's height allows.
  return { aspectRatio: `${width} / ${height}`, maxWidth: `${(55 * width) / height}vh` }
}

/** The picture behind the stage: turned, and so much larger that no corner is empty, as the server cuts it. */
function pictureOf(turn: Turn, size: Size): CSSProperties {
  if (!size) return {}
  const angle = (Math.abs(turn.straightened) / 10) * (Math.PI / 180)
  const longer = Math.max(size.width, size.height) / Math.min(size.width, size.height)
  const scale = Math.cos(angle) + longer * Math.sin(angle)
  const [width, height] = isOdd(turn) ? ['100cqh', '100cqw'] : ['100cqw', '100cqh']
  const degrees = turn.quarterTurns * 90 + turn.straightened / 10
  return {
    position: 'absolute',
    left: '50%',
    top: '50%',
    width,
    height,
    maxWidth: 'none',
    transform: `translate(-50%, -50%) rotate(${degrees}deg) scale(${scale})`,
  }
}
