import { useTranslations } from 'use-intl'
import { Field, Select, Tick } from '#app/ui/Field.tsx'
import type { AnswerOf, Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import type { Sale } from './use-sale.ts'

export type Cash = Extract<AnswerOf<'counter-sale.judge'>, { ok: true }>['cash']
const ways = ['card', 'cash', 'bank-transfer'] as const

/** How it is paid, with the number of the certified till's receipt, and what the rules about cash say. */
export function SalePayment({
  sale: { texts, put, means },
  branches,
  cash,
  repeated,
  confirmed,
  onConfirm,
  fault,
}: {
  sale: Sale
  branches: Shown<'counter-sale'>['branches']
  cash: Cash | null
  /** The sale of today that has the same number. */
  repeated: string | null
  confirmed: boolean
  onConfirm(confirmed: boolean): void
  fault(field: string): string | undefined
}) {
  const t = useTranslations('office.sale.payment')
  return (
    <section className="block-section" aria-labelledby="sale-payment">
      <h2 id="sale-payment">{t('title')}</h2>
      <fieldset className="toolbar">
        <legend className="sr-only">{t('title')}</legend>
        {ways.map((way) => (
          <label key={way} className="sale-way">
            <input type="radio" name="means" checked={means === way} onChange={() => put('means', way)} />
            {t(`means.${way}`)}
          </label>
        ))}
      </fieldset>
      {means === 'cash' && cash && <CashRules cash={cash} />}
      <div className="two mt-3">
        <Field
          name="reference"
          label={t(means === 'bank-transfer' ? 'transfer' : 'till')}
          hint={t(means === 'bank-transfer' ? 'transferHint' : 'tillHint')}
          autoComplete="off"
          required
          value={texts.reference}
          error={fault('reference')}
          onChange={({ target }) => put('reference', target.value)}
        />
        {branches.length > 1 && (
          <Select
            name="branch"
            label={t('branch')}
            value={texts.branch || branches[0]?.id}
            onChange={({ target }) => put('branch', target.value)}
          >
            {branches.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </div>
      {repeated && (
        <div role="alert">
          <p className="state state-warn">{t('repeated', { order: repeated })}</p>
          <Tick
            name="repeat"
            label={t('repeatConfirm')}
            checked={confirmed}
            onChange={({ target }) => onConfirm(target.checked)}
          />
        </div>
      )}
    </section>
  )
}

function CashRules({ cash }: { cash: Cash }) {
  const t = useTranslations('office.sale.cash')
  const format = useFormats()
  const { price } = useFormats()
  const { completeFromCents, bannedFromCents, linkedDays } = cash.limits
  return (
    <div aria-live="polite">
      {!cash.allowed && (
        <p className="state state-bad">{t('forbidden', { limit: price(bannedFromCents ?? 0) })}</p>
      )}
      {cash.allowed && cash.needs === 'complete' && (
        <p className="state state-warn">
          {t('identify', { goods: price(completeFromCents.total), metals: price(completeFromCents.metals) })}
        </p>
      )}
      {cash.linked.length > 0 && (
        <>
          <p>{t('together', { count: cash.linked.length, amount: price(cash.together.total) })}</p>
          <details>
            <summary className="link inline-flex min-h-11 items-center">
              {t('linked', { days: linkedDays })}
            </summary>
            <ul>
              {cash.linked.map(({ direction, number, at, totalCents }) => (
                <li key={number}>
                  {`${t(`directions.${direction}`)} ${number}, ${format.day(at)}: ${price(totalCents)}`}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </div>
  )
}
