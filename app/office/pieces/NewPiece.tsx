import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { type PieceKind, pieceKinds } from '#app/shop/catalogue/types.ts'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'

/** Opens a draft; its kind decides which facts it has, so it is asked first. */
export function NewPiece() {
  const t = useTranslations('office.pieces')
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const mayCreate = useMay('pieces.edit')
  if (!mayCreate) return null
  const create = async (kind: PieceKind) => {
    const answer = await act('pieces.create', { kind })
    setFailed(!answer.ok)
    if (answer.ok) void navigate(`/pieces/${answer.id}`)
  }
  return (
    <>
      <button type="button" className="do" onClick={() => dialog.current?.showModal()}>
        {t('new')}
      </button>
      <dialog ref={dialog} className="office-dialog" aria-labelledby="new-piece">
        <h2 id="new-piece">{t('newTitle')}</h2>
        <div className="page-actions">
          {pieceKinds.map((kind) => (
            <button key={kind} type="button" className="do quiet" onClick={() => void create(kind)}>
              {t(`kinds.${kind}`)}
            </button>
          ))}
        </div>
        <p role="alert">{failed && t('failed')}</p>
        <form method="dialog" className="page-actions">
          <button type="submit" className="do quiet">
            {t('cancel')}
          </button>
        </form>
      </dialog>
    </>
  )
}
