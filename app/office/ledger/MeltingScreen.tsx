import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { refinerLengths } from '#app/shop/ledger/lot-words.ts'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useLedgerFormats } from './use-ledger-formats.ts'

type Fault = Parameters<ReturnType<typeof useTranslations<'office.ledger.faults'>>>[0]

/** What waits to be melted, and the lots in which it goes to refineries. */
export default function MeltingScreen() {
  const t = useTranslations('office.ledger.melting')
  const { waiting, lots } = useShown<'melting'>()
  const { euros, day, grams, fineness } = useLedgerFormats()
  return (
    <Page title={t('title')}>
      <p className="max-w-prose pb-4 text-ink-soft">{t('intro')}</p>
      <section className="block-section">
        <h2>{t('lots')}</h2>
        {lots.length === 0 ? (
          <p>{t('noLots')}</p>
        ) : (
          <Scrolled label={t('lots')}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('lot')}</th>
                  <th scope="col">{t('state')}</th>
                  <th scope="col" className="num">
                    {t('things')}
                  </th>
                  <th scope="col" className="num">
                    {t('expected')}
                  </th>
                  <th scope="col" className="num">
                    {t('paid')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {lots.map((lot) => (
                  <tr key={lot.id}>
                    <th scope="row">
                      <Link to={`/melting/${lot.id}`}>{lot.number}</Link>
                      <span className="sub">
                        {lot.refiner} · {day(lot.opened_on)}
                      </span>
                    </th>
                    <td>
                      <span className={stateClass[lot.status]}>{t(`states.${lot.status}`)}</span>
                      {lot.status === 'sent' && <span className="sub">{day(lot.sent_on)}</span>}
                      {lot.status === 'settled' && (
                        <span className="sub">
                          {day(lot.settled_on)} · {lot.document}
                        </span>
                      )}
                    </td>
                    <td className="num">{lot.things}</td>
                    <td className="num">{euros(lot.expected_cents)}</td>
                    <td className="num">{euros(lot.amount_cents)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        )}
      </section>
      <OpenLot />
      <section className="block-section">
        <h2>{t('waiting', { count: waiting.length })}</h2>
        {waiting.length === 0 ? (
          <p>{t('nothingWaits')}</p>
        ) : (
          <Scrolled label={t('waiting', { count: waiting.length })}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('thing')}</th>
                  <th scope="col">{t('bought')}</th>
                  <th scope="col">{t('metal')}</th>
                  <th scope="col" className="num">
                    {t('weight')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {waiting.map((thing) => (
                  <tr key={thing.number}>
                    <th scope="row">
                      {thing.title}
                      <span className="sub">
                        {[t('number', { number: thing.number }), thing.product].filter(Boolean).join(' · ')}
                      </span>
                    </th>
                    <td>
                      {day(thing.acquiredOn)}
                      {thing.receipt && <span className="sub">{thing.receipt}</span>}
                    </td>
                    <td>
                      {thing.metal === null ? '–' : t(`metals.${thing.metal}`)}{' '}
                      {thing.fineness !== null && fineness(thing.fineness)}
                    </td>
                    <td className="num">{thing.weight === null ? '–' : grams(thing.weight)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        )}
      </section>
    </Page>
  )
}

const stateClass = {
  open: 'state state-warn',
  sent: 'state state-warn',
  settled: 'state state-good',
  cancelled: 'state state-quiet',
} as const

function OpenLot() {
  const t = useTranslations('office.ledger.melting')
  const tFault = useTranslations('office.ledger.faults')
  const navigate = useNavigate()
  const { texts, put, done } = useKeptText('melting-lot', { refiner: '', note: '' })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState(false)
  const fault = (name: string) => faults[name] && tFault(faults[name] as Fault)
  return (
    <section className="block-section">
      <h2>{t('open')}</h2>
      <form
        noValidate
        className="grid max-w-3xl gap-4"
        onSubmit={async (event: FormEvent) => {
          event.preventDefault()
          setFailed(false)
          const answer = await act('melting.open', texts)
          if (answer.ok) {
            done()
            return navigate(`/melting/${answer.lot}`)
          }
          if (answer.reason === 'invalid') return setFaults(answer.faults)
          setFailed(true)
        }}
      >
        <div className="two">
          <Field
            name="refiner"
            label={t('refiner')}
            required
            maxLength={refinerLengths.refiner}
            value={texts.refiner}
            error={fault('refiner')}
            onChange={({ target }) => put('refiner', target.value)}
          />
          <Field
            name="note"
            label={t('note')}
            maxLength={refinerLengths.note}
            value={texts.note}
            error={fault('note')}
            onChange={({ target }) => put('note', target.value)}
          />
        </div>
        {failed && (
          <p role="alert" className="text-danger">
            {t('failed')}
          </p>
        )}
        <p>
          <button type="submit" className="do">
            {t('openLot')}
          </button>
        </p>
      </form>
    </section>
  )
}
