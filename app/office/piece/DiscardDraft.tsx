import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import type { TypedPiece } from './use-typed.ts'

type Props = {
  typed: TypedPiece
  /** How many fields differ from what was saved. */
  count: number
  saving: boolean
  onDiscarded(): void
}

/** Discards what was typed and not saved, and brings it back. */
export function DiscardDraft({ typed, count, saving, onDiscarded }: Props) {
  const t = useTranslations('office.piece.draft')
  const announce = useAnnounce()
  const discard = useRef<HTMLButtonElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const { isDiscarded } = typed
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    if (presses === 0) return
    // The button that was pressed is gone, and the focus must not be.
    const next = undo.current ?? discard.current ?? document.getElementById('page-title')
    next?.focus()
  }, [presses])
  return (
    <>
      {count > 0 && (
        <button
          type="button"
          ref={discard}
          className="plain-button"
          disabled={saving}
          onClick={() => {
            setPresses(presses + 1)
            void typed.discard()
            onDiscarded()
            announce(t('isDiscarded'))
          }}
        >
          {t('discard')}
        </button>
      )}
      {isDiscarded && (
        <>
          <span>{t('discarded')}</span>
          <button
            type="button"
            ref={undo}
            className="plain-button"
            disabled={saving}
            onClick={() => {
              setPresses(presses + 1)
              void typed.bringBack()
              announce(t('isBack'))
            }}
          >
            {t('undo')}
          </button>
        </>
      )}
    </>
  )
}
