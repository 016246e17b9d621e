import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { IdentifyStep } from './IdentifyStep.tsx'
import type { PurchaseShown } from './PurchaseScreen.tsx'
import { RevealIdentity } from './RevealIdentity.tsx'
import { SignPad } from './SignPad.tsx'
import { useStep } from './use-step.ts'

/** From the identified seller to the money: who it is, what may be paid how, the receipt, its signature, the payment. */
export function PaySteps({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const format = useFormats()
  const [again, setAgain] = useState(false)
  const { identified, receipt } = deal
  return (
    <>
      <section className="box" aria-labelledby="identified">
        <h2 id="identified">{t('identifiedTitle')}</h2>
        {identified && (
          <p>
            {t('identifiedText', {
              ...{ kind: t(`documents.${identified.kind}`), masked: identified.masked, by: identified.by },
              level: t(`levels.${identified.level}`),
              when: format.moment(identified.at),
              taken: identified.seen ? 'yes' : 'no',
            })}
            {identified.seen && (
              <span className="sub">
                {t('seenEarlier', {
                  when: format.day(identified.seen.at),
                  by: identified.seen.by,
                })}
              </span>
            )}
          </p>
        )}
        <RevealIdentity deal={deal} />
        <p>
          <button type="button" className="do quiet" onClick={() => setAgain(!again)} aria-expanded={again}>
            {t('identifyAgain')}
          </button>
        </p>
      </section>
      {again && <IdentifyStep deal={deal} onDone={() => setAgain(false)} />}
      <Due deal={deal} />
      <ReceiptStep deal={deal} />
      {receipt && <SignStep key={receipt.number} deal={deal} receipt={receipt} />}
      {receipt?.signed && <PayStep deal={deal} receipt={receipt} />}
    </>
  )
}

/** What the rules for cash say to this seller today, with the deals that count together. */
function Due({ deal: { due } }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const { day, price } = useFormats()
  if (!due) return null
  const { cash, together, linked, rule } = due
  return (
    <section className="box" aria-labelledby="due">
      <h2 id="due">{t('dueTitle')}</h2>
      <p className={cash === null ? 'state state-good' : 'state state-bad'}>
        {cash === null
          ? t('cashAllowed')
          : cash === 'cash-forbidden'
            ? t('cashForbidden', { limit: price(rule.bannedFromCents ?? 0) })
            : t('cashIncomplete', {
                ...{
                  goods: price(rule.completeFromCents.goods),
                  metals: price(rule.completeFromCents.metals),
                },
              })}
      </p>
      <dl>
        <dt>{t('together')}</dt>
        <dd className="num">{price(together.total)}</dd>
        <dt>{t('togetherMetals')}</dt>
        <dd className="num">{price(together.metals)}</dd>
      </dl>
      {linked.length > 0 && (
        <>
          <h3>{t('linked', { days: rule.linkedDays })}</h3>
          <ul>
            {linked.map((each) => (
              <li key={each.number}>
                <Link
                  to={each.request ? `/requests/${each.request}/purchase` : `/orders/${each.number}`}
                  className="link"
                >
                  {each.number}
                </Link>{' '}
                {day(each.at)}, {price(each.totalCents)}, {t(`directions.${each.direction}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function ReceiptStep({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const { take, busy, refused, fault } = useStep()
  const { receipt, due } = deal
  const { texts, put, done } = useKeptText(`receipt:${deal.number}`, {
    means: receipt?.means ?? (due?.cash === null ? 'cash' : 'transfer'),
    holder: deal.seller?.name ?? '',
  })
  const [iban, setIban] = useState('')
  const [other, setOther] = useState(false)
  const means = texts.means === 'transfer' ? 'transfer' : 'cash'
  const refusesCash = means === 'cash' && due !== null && due.cash !== null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await take(
      () =>
        act('purchases.receipt', {
          ...{ number: deal.number, seen: receipt?.number ?? null },
          ...{ means, iban, holder: texts.holder },
        }),
      t('receiptMade'),
    )
    if (!answer?.ok) return
    done()
    setIban('')
    setOther(false)
  }
  return (
    <section className="purchase-step" aria-labelledby="receipt">
      <h2 id="receipt">{t('receiptTitle')}</h2>
      {receipt && (
        <>
          <p>
            {t('receiptOpen', {
              ...{
                number: receipt.number,
                means: t(`means.${receipt.means}`),
                iban: receipt.ibanMasked ?? '',
              },
              ...{ transfer: receipt.means === 'transfer' ? 'yes' : 'no' },
            })}
          </p>
          <p className="page-actions">
            <a
              className="do quiet"
              href={`/office/data/requests/${deal.number}/purchase?paper=${receipt.number}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('print')}
            </a>
            <button type="button" className="do quiet" aria-expanded={other} onClick={() => setOther(!other)}>
              {t('otherMeans')}
            </button>
          </p>
        </>
      )}
      {(!receipt || other) && (
        <form noValidate onSubmit={send} className="grid gap-4">
          {receipt && <p className="counter-warn">{t('replaces', { number: receipt.number })}</p>}
          <fieldset className="purchase-means">
            <legend className="font-medium">{t('howPaid')}</legend>
            {(['cash', 'transfer'] as const).map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="means"
                  value={each}
                  checked={means === each}
                  onChange={() => put('means', each)}
                />
                {t(`means.${each}`)}
              </label>
            ))}
          </fieldset>
          {means === 'transfer' && (
            <div className="counter-fields">
              <Field
                name="iban"
                label={t('iban')}
                value={iban}
                required
                autoComplete="off"
                spellCheck={false}
                error={fault('iban')}
                onChange={({ target }) => setIban(target.value)}
              />
              <Field
                name="holder"
                label={t('holder')}
                value={texts.holder}
                required
                autoComplete="off"
                error={fault('holder')}
                onChange={({ target }) => put('holder', target.value)}
              />
            </div>
          )}
          {refusesCash && <p className="text-danger">{t('noCash')}</p>}
          {refused && (
            <p role="alert" className="text-danger">
              {refused}
            </p>
          )}
          <p>
            <button type="submit" className="do" disabled={busy || refusesCash}>
              {t('receiptDo')}
            </button>
          </p>
        </form>
      )}
    </section>
  )
}

type Receipt = NonNullable<PurchaseShown['receipt']>

function SignStep({ deal, receipt }: { deal: PurchaseShown; receipt: Receipt }) {
  const t = useTranslations('office.purchase')
  const format = useFormats()
  const { take, busy, refused } = useStep()
  const { signed } = receipt
  return (
    <section className="purchase-step" aria-labelledby="sign">
      <h2 id="sign">{t('signTitle')}</h2>
      {signed ? (
        <p>
          {t('signedText', {
            ...{ how: signed.how, by: signed.before },
            when: format.moment(signed.at),
          })}
        </p>
      ) : (
        <>
          <p className="max-w-prose">{t('declaration')}</p>
          <SignPad
            busy={busy}
            onSigned={(signature) =>
              void take(
                () => act('purchases.sign', { number: deal.number, seen: receipt.number, signature }),
                t('signedSaid'),
              )
            }
          />
          {refused && (
            <p role="alert" className="text-danger">
              {refused}
            </p>
          )}
        </>
      )}
    </section>
  )
}

function PayStep({ deal, receipt }: { deal: PurchaseShown; receipt: Receipt }) {
  const t = useTranslations('office.purchase')
  const format = useFormats()
  const mayPay = useMay('payouts.make')
  const { take, busy, refused, fault } = useStep()
  const { texts, put, done } = useKeptText(`pay:${receipt.number}`, { reference: '' })
  const total = format.price(receipt.totalCents)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await take(
      () => act('purchases.pay', { number: deal.number, seen: receipt.number, reference: texts.reference }),
      t('paidSaid'),
    )
    if (answer?.ok) done()
  }
  if (!mayPay) return <p>{t('mayNotPay')}</p>
  return (
    <section className="purchase-step" aria-labelledby="pay">
      <h2 id="pay">{t('payTitle')}</h2>
      <form noValidate onSubmit={send} className="grid max-w-md gap-4">
        <Field
          name="reference"
          label={t(receipt.means === 'cash' ? 'tillReference' : 'bankReference')}
          hint={t('referenceHint')}
          value={texts.reference}
          required
          autoComplete="off"
          error={fault('reference')}
          onChange={({ target }) => put('reference', target.value)}
        />
        {refused && (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        )}
        <p>
          <button type="submit" className="do" disabled={busy}>
            {t(receipt.means === 'cash' ? 'payCash' : 'payTransfer', { total })}
          </button>
        </p>
      </form>
    </section>
  )
}
