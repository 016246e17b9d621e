import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import type { OrderPart } from './ReturnPart.tsx'
import { useDeed } from './use-deed.ts'

/** States from which a piece that is back is put on sale. */
const isBack = (state: string | null) => state === 'intake' || state === 'preparing' || state === 'returned'

/** The pieces of the order: which are kept, which came back, and those that are put on sale again. */
export function PiecesBack({ of }: { of: OrderPart }) {
  const t = useTranslations('office.withdrawals')
  const format = useFormats()
  const isRefundOpen = of.refunds.some(({ doneAt }) => doneAt === null)
  return (
    <section className="block-section" aria-labelledby="withdrawal-pieces">
      <h2 id="withdrawal-pieces">{t('pieces')}</h2>
      <ul className="grid gap-4">
        {of.lines.map((line) => (
          <li key={line.id} data-piece={line.id}>
            <Link className="link" to={`/pieces/${line.id}`}>
              {line.id} {line.name}
            </Link>
            <span className="sub">
              {format.price(line.priceCents)} ·{' '}
              {t(
                line.refundedCents > 0
                  ? isRefundOpen
                    ? 'refundOpen'
                    : 'refunded'
                  : line.isWithdrawn
                    ? 'withdrawn'
                    : 'kept',
              )}
            </span>
            {line.isWithdrawn && isBack(line.state) && of.status !== 'return_received' && (
              <Relist piece={line.id} isNext={of.status !== 'inspected'} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `isNext`: nothing comes before it; money that is owed does. */
function Relist({ piece, isNext }: { piece: string; isNext: boolean }) {
  const t = useTranslations('office.withdrawals')
  const deed = useDeed()
  const mayRelist = useMay('pieces.sell')
  const [price, setPrice] = useState('')
  const [here, setHere] = useState(false)
  if (!mayRelist) return null
  return (
    <form
      className="flex flex-wrap items-end gap-3 pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        void deed.take(() => act('withdrawals.relist', { piece, price, here }), t('relisted', { piece }))
      }}
    >
      <Field
        name={`price-${piece}`}
        label={t('relistPrice')}
        value={price}
        inputMode="decimal"
        error={deed.fault('price')}
        onChange={({ currentTarget }) => setPrice(currentTarget.value)}
      />
      {deed.reason === 'not-sent-back' && (
        <label className="flex min-h-11 items-center gap-2">
          <input type="checkbox" checked={here} onChange={() => setHere(!here)} /> {t('here')}
        </label>
      )}
      <button type="submit" className={isNext ? 'do' : 'do quiet'} disabled={deed.busy}>
        {t('relist')}
      </button>
      <Link className="do quiet" to={`/pieces/${piece}`}>
        {t('edit')}
      </Link>
      {deed.refusal && (
        <p role="alert" className="missing">
          {deed.refusal}
        </p>
      )}
    </form>
  )
}
