import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { useMay } from '../frame/member.ts'
import { Thumb } from '../frame/Thumb.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { useChange } from './EnquiryPlace.tsx'

/** The piece that it is about: photo, price and state; another can be attached by its number. */
export function EnquiryPiece() {
  const t = useTranslations('office.enquiries.enquiry')
  const format = useFormats()
  const statuses = useTranslations('office.piece.statuses')
  const locale = useLocale()
  const { piece, shownPiece } = useShown<'enquiry'>()
  const mayAnswer = useMay('enquiries.answer')
  const { change, fault, asks } = useChange()
  const [number, setNumber] = useState('')
  const put = async (event: FormEvent) => {
    event.preventDefault()
    if (await change({ piece: number })) setNumber('')
  }
  return (
    <section className="block-section">
      <h2>{t('piece')}</h2>
      {shownPiece ? (
        <div className="enquiry-piece">
          <Thumb src={shownPiece.photo && `/api/photos/${shownPiece.photo.id}/160.webp`} />
          <span>
            <Link to={`/pieces/${shownPiece.id}`}>
              {[shownPiece.brand, shownPiece.name[locale]].filter(Boolean).join(' ')}
            </Link>
            <span className="sub">
              {[
                shownPiece.id,
                shownPiece.price === null ? null : format.price(shownPiece.price),
                statuses(shownPiece.status),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </div>
      ) : (
        <p className="text-ink-soft">{piece === null ? t('noPiece') : t('pieceGone', { id: piece })}</p>
      )}
      {mayAnswer && (
        <form noValidate className="grid gap-2 pt-3" onSubmit={(event) => void put(event)}>
          <Field
            name="piece"
            label={piece === null ? t('attach') : t('changePiece')}
            placeholder={t('pieceNumber')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            value={number}
            error={fault || undefined}
            onChange={({ target }) => setNumber(target.value)}
          />
          <p className="page-actions">
            <button type="submit" className="do quiet" disabled={number.trim() === ''}>
              {t('put')}
            </button>
            {piece !== null && (
              <button type="button" className="do quiet" onClick={() => void change({ piece: '' })}>
                {t('detach')}
              </button>
            )}
          </p>
          {asks}
        </form>
      )}
    </section>
  )
}
