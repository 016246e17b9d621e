import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { PriceNote } from '#app/ui/PriceNote.tsx'
import { useCart } from '../layout/use-cart.ts'
import { useLocale } from '../shell-data.ts'
import { CompareForm, CompareTick, useCompared } from './Compare.tsx'
import { KeptPiece } from './KeptPiece.tsx'
import { ShareLink } from './ShareLink.tsx'
import { useCards } from './use-cards.ts'
import { dropWish, keepWish, useWishes } from './use-wishes.ts'
import { WayOn } from './WayOn.tsx'

/** A piece that has just left the list, and where it was. */
type Dropped = { id: string; name: string; at: number; why: 'removed' | 'moved' }

/** The list that this browser keeps. */
export function OwnWishes() {
  const t = useTranslations('keeping')
  const ids = useWishes()
  const { cards, lost, again } = useCards(ids ?? [])
  const compared = useCompared()
  const [dropped, setDropped] = useState<Dropped>()
  const moving = useMoving(setDropped)
  const drop = (id: string, name: string) => {
    compared.set(id, false)
    setDropped({ id, name, at: dropWish(id), why: 'removed' })
  }
  if (ids === null)
    return (
      <p className="mt-6 max-w-prose">
        <noscript>{t('noScript')}</noscript>
      </p>
    )
  return (
    <>
      <p className="mt-4 max-w-prose text-ink-soft">{t('where')}</p>
      {dropped && (
        <Undo
          key={dropped.id}
          dropped={dropped}
          onUndo={() => {
            keepWish(dropped.id, dropped.at)
            setDropped(undefined)
          }}
        />
      )}
      {lost && (
        <p role="alert" className="mt-6 flex flex-wrap items-center gap-x-5">
          {t('lost')}
          <button type="button" className="link min-h-11" onClick={again}>
            {t('again')}
          </button>
        </p>
      )}
      {ids.length === 0 && <Nothing />}
      {ids.length > 0 && cards === null && !lost && (
        <p role="status" className="mt-8 text-ink-soft">
          {t('looking')}
        </p>
      )}
      {ids.length > 0 && cards !== null && (
        <>
          <div className="mt-8">
            <PriceNote />
          </div>
          <ul className="border-line border-t">
            {ids.map((id) => {
              const piece = cards.get(id)
              const name = piece?.name ?? t('number', { id })
              const remove = (
                <button
                  type="button"
                  className="icon-button -mt-2 -mr-2 shrink-0 text-ink-soft"
                  aria-label={t('removeLabel', { name })}
                  title={t('remove')}
                  onClick={() => drop(id, name)}
                >
                  <LineIcon size={18}>
                    <path d="m3 3 12 12M15 3 3 15" />
                  </LineIcon>
                </button>
              )
              return (
                <li key={id} className="border-line border-b py-6">
                  {piece ? (
                    <KeptPiece piece={piece} corner={remove}>
                      <WayOn piece={piece} onMoved={() => moving({ id, name })} />
                      <CompareTick piece={piece} compared={compared} of={ids.length} />
                    </KeptPiece>
                  ) : (
                    <p className="flex flex-wrap items-center justify-between gap-x-5">
                      <span>
                        {t('gone')} <span className="num text-ink-soft">{t('number', { id })}</span>
                      </span>
                      {remove}
                    </p>
                  )}
                </li>
              )
            })}
          </ul>
          <CompareForm compared={compared} of={ids.length} />
          <ShareLink ids={ids.filter((id) => cards.has(id))} />
        </>
      )}
    </>
  )
}

/** Takes a piece off the list once it lies in the cart, where it was put from here. */
function useMoving(onMoved: (dropped: Dropped) => void): (piece: { id: string; name: string }) => void {
  const cart = useCart()
  const waiting = useRef<{ id: string; name: string } | null>(null)
  useEffect(() => {
    const piece = waiting.current
    if (!piece || !cart?.includes(piece.id)) return
    waiting.current = null
    onMoved({ ...piece, at: dropWish(piece.id), why: 'moved' })
  }, [cart, onMoved])
  return (piece) => {
    waiting.current = piece
  }
}

function Undo({ dropped, onUndo }: { dropped: Dropped; onUndo: () => void }) {
  const t = useTranslations('keeping')
  const button = useRef<HTMLButtonElement>(null)
  // What was pressed is gone with its piece: the focus goes on with the way back.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-5 border-line-strong border-l-2 pl-4">
      <p role="status">{t(dropped.why, { name: dropped.name })}</p>
      <button ref={button} type="button" className="link min-h-11" onClick={onUndo}>
        {t('undo')}
      </button>
    </div>
  )
}

function Nothing() {
  const t = useTranslations('keeping')
  const names = useTranslations('pages')
  const locale = useLocale()
  return (
    <div className="max-w-prose">
      <p className="mt-8 text-step-1">{t('empty')}</p>
      <p className="mt-2 mb-8 text-ink-soft">{t('emptyText')}</p>
      {(['watches', 'jewelry'] as const).map((name) => (
        <a key={name} className="arrow" href={pathTo(locale, name)}>
          <span>{names(name)}</span>
          <span aria-hidden="true">→</span>
        </a>
      ))}
    </div>
  )
}
