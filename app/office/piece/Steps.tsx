import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useBusy } from '../frame/use-busy.ts'
import { AtTheCounter } from '../sale/AtTheCounter.tsx'
import { idOf } from './PieceField.tsx'

type Piece = Shown<'piece'>
type Refusal = NonNullable<Piece['steps'][number]['refusal']>

/** The states that a piece usually goes through. */
const way = ['draft', 'intake', 'preparing', 'listed', 'sold'] as const

/** The keys of what a piece lacks. */
const lacking: Record<string, string> = {
  price: 'price_cents',
  description: 'description.de',
  condition: 'condition',
  branch: 'branch_id',
  movement: 'movement',
  'case-material': 'case_material',
  type: 'jewellery_type',
  metal: 'metal',
  'fine-weight': 'fine_grams',
}

type StepsProps = {
  piece: Piece
  /** What stands in a field, saved or not. */
  textAt(key: string): string
  unsaved: number
  /** The piece that is shown is about to be another one. */
  saving: boolean
  onStepped(): Promise<void>
}

/** Where a piece is on its way, and what can be done next; of what cannot, why. */
export function Steps({ piece, textAt, unsaved, saving, onStepped }: StepsProps) {
  const t = useTranslations('office.piece')
  const announce = useAnnounce()
  const maySell = useMay('pieces.sell')
  const [busy, during] = useBusy()
  const [warned, setWarned] = useState(false)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const at = (way as readonly string[]).indexOf(piece.status)
  const step = async (event: Piece['steps'][number]['event']) => {
    // Once more, knowing it: nobody has looked whether it was stolen.
    if (event === 'list' && piece.provenance.checks.length === 0 && !warned) {
      setWarned(true)
      return
    }
    setWarned(false)
    await during(async () => {
      const answer = await act('piece.step', { piece: piece.id, version: piece.version, event })
      setRefused(null)
      if (answer.ok) announce(t('stepped', { status: t(`statuses.${answer.status}`) }))
      else if (answer.reason === 'failed' || answer.reason === 'signed-out') announce(t('notDone'))
      else setRefused(answer as Refusal)
      await onStepped()
    })
  }
  return (
    <section className="piece-steps" aria-label={t('state')}>
      <ol className="piece-way">
        {way.map((status, index) => (
          <li
            key={status}
            aria-current={piece.status === status ? 'step' : undefined}
            className={index < at ? 'done' : undefined}
          >
            {t(`statuses.${status}`)}
          </li>
        ))}
        {at < 0 && <li aria-current="step">{t(`statuses.${piece.status}`)}</li>}
      </ol>
      <AtTheCounter piece={piece} />
      {maySell && (
        <ul className="piece-step-list">
          {piece.steps.map(({ event, refusal }) => {
            const lacks = refusal && stillLacking(refusal, textAt)
            const reason = lacks ?? (event === 'list' && (unsaved > 0 || refusal) ? 'unsaved' : null)
            return (
              <li key={event}>
                <button
                  type="button"
                  className={event === 'list' ? 'do' : 'do quiet'}
                  disabled={busy || saving || reason !== null}
                  aria-describedby={reason === null ? undefined : `why-${event}`}
                  onClick={() => step(event)}
                >
                  {event === 'list' && warned ? t('listAnyway') : t(`events.${event}`)}
                </button>
                {event === 'list' && warned && (
                  <p role="alert" className="missing">
                    {t('notCheckedYet')}
                  </p>
                )}
                {reason !== null && (
                  <div id={`why-${event}`} className="piece-why">
                    {reason === 'unsaved' ? t('saveFirst') : <Why refusal={reason} />}
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {refused && (
        <div role="alert">
          <Why refusal={refused} />
        </div>
      )}
    </section>
  )
}

/** Without what is typed and only has to be saved; null: nothing else is in the way. */
function stillLacking(refusal: Refusal, textAt: (key: string) => string): Refusal | null {
  if (refusal.reason !== 'incomplete') return refusal
  const missing = refusal.missing.filter((need) => textAt(lacking[need] ?? '') === '')
  return missing.length > 0 ? { ...refusal, missing } : null
}

/** Why a step cannot be taken; what is missing is a link to its field. */
function Why({ refusal }: { refusal: Refusal }) {
  const t = useTranslations('office.piece')
  if (refusal.reason !== 'incomplete')
    return (
      <span>
        {t(`refusals.${refusal.reason}`, {
          order: 'order' in refusal ? (refusal.order ?? '') : '',
          by: 'by' in refusal ? (refusal.by ?? '') : '',
        })}
      </span>
    )
  return (
    <span>
      {t('lacks')}{' '}
      {refusal.missing.map((need, index) => (
        <span key={need}>
          {index > 0 && ', '}
          <a className="link" href={`#${lacking[need] ? idOf(lacking[need]) : 'photos'}`} data-field="">
            {t(`needs.${need}`)}
          </a>
        </span>
      ))}
    </span>
  )
}
