import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PhotoForStaff } from '#app/shop/piece-photos/read-photos.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { focusPosition } from './PhotoTile.tsx'

type Focus = { x: number; y: number }

const middle: Focus = { x: 500, y: 500 }
/** Per mille for one press of an arrow. */
const step = 50
/** Waits until the arrows rest, ms. */
const rest = 600

const within = (perMille: number) => Math.min(1000, Math.max(0, Math.round(perMille)))

/** Says what of the photo must be seen where it is cut: by a click on it, or by the arrow keys. */
export function FocusPoint({
  photo,
  apiUrl,
  onFocus,
}: {
  photo: PhotoForStaff
  apiUrl: string
  onFocus: (focus: Focus | null) => Promise<boolean>
}) {
  const t = useTranslations('office.photos')
  const announce = useAnnounce()
  /** What was chosen and is not saved yet. */
  const [chosen, setChosen] = useState<Focus | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const at = chosen ?? photo.focus ?? middle
  const words = ({ x, y }: Focus) => ({ x: Math.round(x / 10), y: Math.round(y / 10) })

  const save = async (focus: Focus | null) => {
    clearTimeout(timer.current)
    if (await onFocus(focus)) announce(t('focusSaved', words(focus ?? middle)))
    setChosen(null)
  }
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A press of the enter key has no place.
    if (event.detail === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const focus = {
      x: within(((event.clientX - left) / width) * 1000),
      y: within(((event.clientY - top) / height) * 1000),
    }
    setChosen(focus)
    void save(focus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ]
    if (!by) return
    event.preventDefault()
    const focus = { x: within(at.x + (by[0] ?? 0)), y: within(at.y + (by[1] ?? 0)) }
    setChosen(focus)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(focus), rest)
  }
  return (
    <div className="photo-focus">
      <button
        type="button"
        className="photo-whole"
        aria-label={t('focus', words(at))}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <img
          src={photoAddress(photo.id, 960, 'webp', apiUrl)}
          alt=""
          width={photo.width}
          height={photo.height}
        />
        <span
          className="focus-mark"
          data-unset={photo.focus === null && chosen === null ? true : undefined}
          style={{ left: `${at.x / 10}%`, top: `${at.y / 10}%` }}
        />
      </button>
      <div className="photo-focus-side">
        <img
          className="photo-cut"
          src={photoAddress(photo.id, 320, 'webp', apiUrl)}
          alt={t('card')}
          style={{ objectPosition: focusPosition(chosen ?? photo.focus) }}
        />
        <p className="sub">{t('focusHint')}</p>
        {photo.focus !== null && (
          <button type="button" className="do quiet" onClick={() => void save(null)}>
            {t('focusReset')}
          </button>
        )}
      </div>
    </div>
  )
}
