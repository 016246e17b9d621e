import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Field, TextArea, Tick } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'

/** A sale in the branch as it was made: its papers, and how it is taken back. */
export default function CounterSoldScreen() {
  const t = useTranslations('office.sale')
  const locale = useLocale()
  const { order, lines, invoices, refunds, cancelled, identified, mayTakeBack } = useShown<'counter-sold'>()
  const { price, day } = useFormats()
  const { buyer } = order
  const means = order.payment as 'cash'
  return (
    <Page
      title={t('sold.title', { number: order.number })}
      actions={
        <Link className="do" to="/counter/sale">
          {t('sold.back')}
        </Link>
      }
    >
      <p className={cancelled === null ? 'state state-good' : 'state state-quiet'}>
        {cancelled === null ? t('sold.done') : t('sold.cancelled', { reason: cancelled })}
      </p>
      <ul className="toolbar mt-3">
        {invoices.map(({ number, kind, href }) => (
          <li key={number}>
            <a className="do quiet" href={href} target="_blank" rel="noreferrer">
              {t(`sold.${kind}`, { number })}
            </a>
          </li>
        ))}
      </ul>
      <section className="block-section">
        <ul>
          {lines.map((line) => (
            <li key={line.piece} className="border-line border-b py-2">
              <Link className="link" to={`/pieces/${line.piece}`}>
                {[line.piece, line.brand, line.name[locale]].filter(Boolean).join(' ')}
              </Link>{' '}
              {price(line.priceCents)}
              {line.priceCents < line.listedCents && (
                <span className="sub">
                  {[t('sold.list', { amount: price(line.listedCents) }), line.reason]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              )}{' '}
              {line.backFor && (
                <span className="state state-quiet">{t('sold.pieceBack', { reason: line.backFor })}</span>
              )}
              {line.agreed.map((text) => (
                <span key={text.de} className="sub">
                  {text[locale]}
                </span>
              ))}
            </li>
          ))}
        </ul>
        <div className="box mt-3 max-w-xl">
          <dl>
            <dt>{t('sold.total')}</dt>
            <dd>{price(order.totalCents)}</dd>
            <dt>{t('sold.means')}</dt>
            <dd>{t(`payment.means.${means}`)}</dd>
            <dt>{t('sold.reference')}</dt>
            <dd>{order.counter.reference}</dd>
            <dt>{t('sold.buyer')}</dt>
            <dd>{[buyer.company, buyer.name].filter(Boolean).join(', ') || t('sold.nobody')}</dd>
          </dl>
          <p className="sub">
            {t('sold.by', { by: order.counter.soldBy, branch: order.counter.branch })}, {day(order.soldAt)}
          </p>
          {order.contact.email !== '' && (
            <p className="sub">{t('sold.mailed', { email: order.contact.email })}</p>
          )}
          {identified && (
            <p className="sub">
              {t('sold.identified', {
                kind: t(`identity.kinds.${identified.kind ?? 'id-card'}`),
                masked: identified.masked,
                by: identified.by,
              })}
            </p>
          )}
        </div>
      </section>
      {refunds.length > 0 && (
        <section className="block-section" aria-labelledby="sold-refunds">
          <h2 id="sold-refunds">{t('sold.refunds')}</h2>
          <ul>
            {refunds.map((refund) => (
              <li key={refund.id} className="py-2">
                {price(refund.amountCents)}{' '}
                {refund.doneAt ? (
                  <span className="state state-good">{t('sold.paid', { date: day(refund.doneAt) })}</span>
                ) : (
                  <PaidBack refund={refund.id} />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {cancelled === null && mayTakeBack && <TakeBack />}
    </Page>
  )
}

/** The money has gone back after the sale was taken back. */
function PaidBack({ refund }: { refund: number }) {
  const t = useTranslations('office.sale')
  const { revalidate } = useRevalidator()
  const [reference, setReference] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  return (
    <form
      className="max-w-xl"
      onSubmit={(event) => {
        event.preventDefault()
        void act('counter-sale.paid-back', { refund, reference }).then(async (answer) => {
          if (answer.ok) await revalidate()
          else setFault(answer.reason === 'invalid' ? t('faults.missing') : t('unsure'))
        })
      }}
    >
      <span className="state state-warn">{t('sold.open')}</span>
      <Field
        name={`paid-back-${refund}`}
        label={t('sold.paidBackReference')}
        autoComplete="off"
        value={reference}
        error={fault}
        onChange={({ target }) => setReference(target.value)}
      />
      <button type="submit" className="do quiet mt-2">
        {t('sold.record')}
      </button>
    </form>
  )
}

function TakeBack() {
  const t = useTranslations('office.sale')
  const { price } = useFormats()
  const locale = useLocale()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const { order, lines } = useShown<'counter-sold'>()
  const { texts, put, done } = useKeptText(`take-back:${order.number}`, { reason: '', reference: '' })
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [fault, setFault] = useState<string | null>(null)
  const sold = lines.filter(({ isBack }) => !isBack)
  const back = sold.filter(({ piece }) => !kept.has(piece))
  const takeBack = async () => {
    setFault(null)
    if (back.length === 0) return setFault(t('sold.pieces-missing'))
    const answer = await act('counter-sale.take-back', {
      ...{ order: order.number, ...texts },
      seen: sold.map(({ piece }) => piece),
      pieces: back.map(({ piece }) => piece),
    })
    if (answer.ok) {
      done()
      setKept(new Set())
      announce(
        back.length < sold.length
          ? t('sold.partTakenBack', { count: back.length, number: order.number })
          : t('sold.takenBack', { number: order.number }),
      )
      return revalidate()
    }
    if (answer.reason === 'changed-meanwhile') {
      setFault(t('sold.changed'))
      return revalidate()
    }
    const key = `sold.${answer.reason as 'not-possible'}` as const
    setFault(t.has(key) ? t(key) : t('unsure'))
  }
  return (
    <section className="block-section max-w-xl">
      <details open={texts.reason !== ''}>
        <summary className="link inline-flex min-h-11 items-center">{t('sold.takeBack')}</summary>
        <form
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void takeBack()
          }}
        >
          <p>{t('sold.takeBackHint')}</p>
          {sold.length > 1 && (
            <fieldset>
              <legend>{t('sold.whichPieces')}</legend>
              {sold.map(({ piece, brand, name, priceCents }) => (
                <Tick
                  key={piece}
                  name={`back-${piece}`}
                  label={[piece, brand, name[locale], price(priceCents)].filter(Boolean).join(' ')}
                  checked={!kept.has(piece)}
                  onChange={({ target }) => {
                    const others = [...kept].filter((each) => each !== piece)
                    setKept(new Set(target.checked ? others : [...others, piece]))
                  }}
                />
              ))}
            </fieldset>
          )}
          <TextArea
            name="reason"
            label={t('sold.reason')}
            hint={t('sold.reasonHint')}
            required
            value={texts.reason}
            onChange={({ target }) => put('reason', target.value)}
          />
          <Field
            name="reference"
            label={t('sold.paidBackReference')}
            hint={t('sold.paidBackHint')}
            autoComplete="off"
            value={texts.reference}
            onChange={({ target }) => put('reference', target.value)}
          />
          <p role="alert" className="missing">
            {fault}
          </p>
          <p>
            <button type="submit" className="do">
              {t('sold.takeBackSure')}
            </button>
          </p>
        </form>
      </details>
    </section>
  )
}
