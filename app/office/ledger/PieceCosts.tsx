import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type CostKind, costKinds, costLengths } from '#app/shop/ledger/cost-kinds.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useLedgerFormats } from './use-ledger-formats.ts'

type Fault = Parameters<ReturnType<typeof useTranslations<'office.ledger.faults'>>>[0]

/** What a piece cost besides its purchase price: entered, and taken back by a counter-entry. */
export function PieceCosts({ piece, onChanged }: { piece: Shown<'piece'>; onChanged(): void }) {
  const t = useTranslations('office.ledger.costs')
  const { euros, day } = useLedgerFormats()
  const mayEdit = useMay('pieces.edit-cost')
  const seesCost = useMay('pieces.see-cost')
  if (!seesCost) return null
  const { costs } = piece
  const net = costs.reduce((sum, { netCents }) => sum + netCents, 0)
  return (
    <section className="box" aria-labelledby="piece-costs">
      <h2 id="piece-costs">{t('title')}</h2>
      <p className="sub">{t('explained')}</p>
      {costs.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <>
          <ul className="grid gap-2">
            {costs.map((cost) => (
              <li key={cost.id}>
                <span className={cost.isCancelled || cost.cancels !== null ? 'text-ink-soft' : undefined}>
                  {day(cost.day)} · {t(`kinds.${cost.kind}`)} · {t('net', { net: euros(cost.netCents) })}
                </span>
                <span className="sub">
                  {t('gross', { gross: euros(cost.grossCents), vat: euros(cost.vatCents) })}
                  {[cost.supplier, cost.receipt, cost.note, cost.by]
                    .filter((part) => part !== '')
                    .map((part) => ` · ${part}`)
                    .join('')}
                  {cost.cancels !== null && ` · ${t('counterEntry')}`}
                  {cost.isCancelled && ` · ${t('takenBack')}`}
                </span>
                {mayEdit && cost.cancels === null && !cost.isCancelled && (
                  <TakeBack piece={piece.id} cost={cost} onChanged={onChanged} />
                )}
              </li>
            ))}
          </ul>
          <p>{t('sum', { net: euros(net) })}</p>
        </>
      )}
      {mayEdit && <AddCost piece={piece} onChanged={onChanged} />}
    </section>
  )
}

type Cost = Shown<'piece'>['costs'][number]

function TakeBack({ piece, cost, onChanged }: { piece: string; cost: Cost; onChanged(): void }) {
  const t = useTranslations('office.ledger.costs')
  const announce = useAnnounce()
  const { euros } = useLedgerFormats()
  const [asked, setAsked] = useState(false)
  const [note, setNote] = useState('')
  const [failed, setFailed] = useState(false)
  if (!asked)
    return (
      <button
        type="button"
        className="plain-button"
        aria-label={t('takeBackOne', { net: euros(cost.netCents) })}
        onClick={() => setAsked(true)}
      >
        {t('takeBack')}
      </button>
    )
  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={async (event: FormEvent) => {
        event.preventDefault()
        const answer = await act('piece.take-back-cost', { piece, cost: cost.id, note })
        if (!answer.ok && answer.reason !== 'taken-back') return setFailed(true)
        announce(t('isTakenBack'))
        onChanged()
      }}
    >
      <Field
        name={`take-back-${cost.id}`}
        label={t('why')}
        maxLength={costLengths.note}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {failed && (
        <p role="alert" className="text-danger">
          {t('failed')}
        </p>
      )}
      <p className="toolbar pb-0">
        <button type="submit" className="do">
          {t('takeBackNow')}
        </button>
        <button type="button" className="do quiet" onClick={() => setAsked(false)}>
          {t('cancel')}
        </button>
      </p>
    </form>
  )
}

function AddCost({ piece, onChanged }: { piece: Shown<'piece'>; onChanged(): void }) {
  const t = useTranslations('office.ledger.costs')
  const tFault = useTranslations('office.ledger.faults')
  const announce = useAnnounce()
  const { texts, put, done } = useKeptText(`piece-cost-${piece.id}`, {
    ...{ kind: 'workshop', day: piece.today, net: '', vat: '', supplier: '', receipt: '', note: '' },
  })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState(false)
  const kind: CostKind = costKinds.find((each) => each === texts.kind) ?? 'workshop'
  const text = (name: 'net' | 'vat' | 'supplier' | 'receipt' | 'note' | 'day') => ({
    name: `cost-${name}`,
    label: t(`fields.${name}`),
    autoComplete: 'off',
    value: texts[name],
    error: faults[name] && tFault(faults[name] as Fault),
    onChange: ({ target }: { target: HTMLInputElement }) => put(name, target.value),
  })
  return (
    <details>
      <summary>{t('add')}</summary>
      <form
        noValidate
        className="grid gap-3 pt-2"
        onSubmit={async (event: FormEvent) => {
          event.preventDefault()
          setFailed(false)
          const answer = await act('piece.add-cost', { ...texts, piece: piece.id, kind })
          if (answer.ok) {
            done()
            setFaults({})
            announce(t('isAdded'))
            return onChanged()
          }
          if (answer.reason === 'invalid') return setFaults(answer.faults)
          setFailed(true)
        }}
      >
        <Select
          name="cost-kind"
          label={t('fields.kind')}
          value={kind}
          onChange={({ target }) => put('kind', target.value)}
        >
          {costKinds.map((each) => (
            <option key={each} value={each}>
              {t(`kinds.${each}`)}
            </option>
          ))}
        </Select>
        <Field {...text('day')} type="date" max={piece.today} />
        <Field {...text('net')} inputMode="decimal" required />
        <Field {...text('vat')} inputMode="decimal" hint={t('vatHint')} />
        <Field {...text('supplier')} maxLength={costLengths.supplier} />
        <Field {...text('receipt')} maxLength={costLengths.receipt} />
        <Field {...text('note')} maxLength={costLengths.note} />
        {failed && (
          <p role="alert" className="text-danger">
            {t('failed')}
          </p>
        )}
        <p>
          <button type="submit" className="do">
            {t('save')}
          </button>
        </p>
      </form>
    </details>
  )
}
