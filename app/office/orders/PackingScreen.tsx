import { useState } from 'react'
import { Link } from 'react-router'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { PackingList, ticksOf } from './PackingList.tsx'
import { refusalText, useDeed } from './use-deed.ts'
import { useOrderWords } from './use-order-words.ts'

/** Several orders packed in one go: a list to tick off for each, their papers, their tracking numbers, and then all sent. */
export default function PackingScreen() {
  const { t } = useOrderWords()
  const { parcels, others, most } = useShown<'pack-orders'>()
  const deed = useDeed()
  // Each order's ticks and number stay with it, whichever others it is packed with.
  const blank = Object.fromEntries(
    parcels.flatMap(({ number }) => fieldsOf(number).map((name) => [name, ''])),
  )
  const { texts, put, forget } = useKeptText('packing', { carrier: '', ...blank } as Record<string, string>)
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, string | null>>>({})
  const of = (number: string) => ({
    carrier: texts[`${number} carrier`] || texts.carrier || '',
    code: texts[`${number} code`] ?? '',
    url: texts[`${number} url`] ?? '',
    ticked: new Set((texts[`${number} ticks`] ?? '').split(' ').filter(Boolean)),
  })
  const openOf = (parcel: (typeof parcels)[number]): string[] => {
    const { carrier, code, ticked } = of(parcel.number)
    return [
      ...(ticksOf(parcel).every((tick) => ticked.has(tick)) ? [] : [t('pack.openTicks')]),
      ...(carrier.trim() === '' ? [t('pack.openCarrier')] : []),
      ...(code.trim() === '' ? [t('pack.openCode')] : []),
    ]
  }
  const ready = parcels.filter((parcel) => openOf(parcel).length === 0)
  const ship = async () => {
    const sent = ready.map(({ number, seen }) => {
      const { carrier, code, url } = of(number)
      return { order: number, seen, carrier, code, url }
    })
    const answer = await deed.take(
      () => act('orders.pack', { parcels: sent }),
      ({ outcomes }) =>
        outcomes.every(({ reason }) => reason === null)
          ? t('pack.allShipped')
          : outcomes.map(({ order, reason }) => `${order}: ${said(reason)}`).join(' '),
    )
    if (!answer) return
    const came = Object.fromEntries(answer.outcomes.map(({ order, reason }) => [order, reason]))
    setOutcomes((before) => ({ ...before, ...came }))
    for (const { order, reason } of answer.outcomes)
      if (reason === null) for (const name of fieldsOf(order)) forget(name)
  }
  const said = (reason: string | null) => (reason === null ? t('states.shipped') : refusalText(t, { reason }))
  const sentNow = Object.entries(outcomes).filter(([, reason]) => reason === null)
  const left = others.filter(({ number }) => outcomes[number] !== null)
  const numbers = parcels.map(({ number }) => number).join()
  return (
    <Page
      title={t('pack.title')}
      back={<Link to="/orders?need=pack">{t('pack.back')}</Link>}
      actions={
        parcels.length > 0 &&
        (
          [
            ['papers', 'all'],
            ['addresses', 'addresses'],
            ['addressRoll', 'addresses&format=roll'],
          ] as const
        ).map(([name, paper]) => (
          <a
            key={name}
            className="do quiet"
            href={`/office/data/pack-orders?orders=${numbers}&paper=${paper}`}
            target="_blank"
            rel="noreferrer"
          >
            {t(`pack.${name}`)}
          </a>
        ))
      }
    >
      <div role="status">
        <ul className="pack-sent">
          {sentNow.map(([number]) => (
            <li key={number} className="state state-good">
              <Link to={`/orders/${number}`}>{t('pack.shipped', { order: number })}</Link>
            </li>
          ))}
        </ul>
      </div>
      {left.length > 0 && (
        <p className="missing">
          {t('pack.others', {
            orders: left
              .map(({ number, status, delivery }) =>
                [number, t(`states.${status}`), delivery === 'collection' && t('deliveries.collection')]
                  .filter(Boolean)
                  .join(' '),
              )
              .join(', '),
          })}
        </p>
      )}
      {parcels.length === 0 ? (
        sentNow.length === 0 && <p>{t('pack.none')}</p>
      ) : (
        <>
          <p className="max-w-prose">{t('pack.intro')}</p>
          <p className="sub max-w-prose">{t('pack.papersHint')}</p>
          <div className="max-w-md py-4">
            <Field
              name="carrier"
              label={t('pack.carrierAll')}
              maxLength={60}
              autoComplete="off"
              value={texts.carrier ?? ''}
              onChange={({ target }) => put('carrier', target.value)}
            />
          </div>
          {parcels.map((parcel) => (
            <PackingList
              key={parcel.number}
              parcel={parcel}
              typed={of(parcel.number)}
              refused={outcomes[parcel.number] ? said(outcomes[parcel.number] ?? null) : null}
              put={(name, text) => put(`${parcel.number} ${name}`, text)}
            />
          ))}
          <ul className="order-follows">
            <li>{t('pack.follows')}</li>
            {parcels.map((parcel) => {
              const open = openOf(parcel)
              return open.length === 0 ? null : (
                <li key={parcel.number}>
                  {parcel.number}: {t('pack.notReady', { what: open.join(', ') })}
                </li>
              )
            })}
            {parcels.length >= most && <li>{t('pack.tooMany', { count: most })}</li>}
          </ul>
          {deed.refusal && (
            <p role="alert" className="missing">
              {deed.reason === 'failed' ? t('pack.failed') : deed.refusal}
            </p>
          )}
          <p className="page-actions">
            <button
              type="button"
              className="do"
              aria-disabled={deed.busy || ready.length === 0}
              onClick={() => ready.length > 0 && void ship()}
            >
              {t('pack.ship', { count: ready.length })}
            </button>
          </p>
        </>
      )}
    </Page>
  )
}

const fieldsOf = (number: string) => ['carrier', 'code', 'url', 'ticks'].map((name) => `${number} ${name}`)
