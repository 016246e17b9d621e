import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { AddToLot } from './AddToLot.tsx'
import { LotBalance } from './LotBalance.tsx'
import { LotLines } from './LotLines.tsx'
import { SettleLot } from './SettleLot.tsx'
import { useLedgerFormats } from './use-ledger-formats.ts'
import { useLotRefusal } from './use-lot-refusal.ts'

/** One lot: what is in it, what is expected of it, what came back, and what was done to it by whom. */
export default function RefinerLotScreen() {
  const { id } = useShown<'refiner-lot'>()
  // Another lot begins with nothing of this one.
  return <RefinerLot key={id} />
}

function RefinerLot() {
  const t = useTranslations('office.ledger.melting')
  const lot = useShown<'refiner-lot'>()
  const { day, moment } = useLedgerFormats()
  return (
    <Page
      title={t('lotTitle', { number: lot.number, refiner: lot.refiner })}
      back={<Link to="/melting">{t('title')}</Link>}
      actions={<OthersHere thing={`melt-lot/${lot.id}`} />}
    >
      <p className="pb-2">
        <span className={lot.status === 'settled' ? 'state state-good' : 'state state-warn'}>
          {t(`states.${lot.status}`)}
        </span>{' '}
        {t('opened', { day: day(lot.opened_on) })}
        {lot.sent_on && ` · ${t('sentOn', { day: day(lot.sent_on) })}`}
        {lot.settled_on && ` · ${t('settledOn', { day: day(lot.settled_on), document: lot.document ?? '' })}`}
      </p>
      {lot.note !== '' && <p className="max-w-prose pb-4">{lot.note}</p>}
      <LotBalance />
      <LotLines />
      {lot.status === 'open' && <AddToLot />}
      {lot.status === 'open' && <LotSteps />}
      {lot.status === 'sent' && <SettleLot />}
      {(lot.status === 'sent' || lot.status === 'settled') && <SettlementPaper />}
      <section className="block-section">
        <h2>{t('history')}</h2>
        <Scrolled label={t('history')}>
          <table className="table">
            <tbody>
              {lot.events.map((event) => (
                <tr key={event.id}>
                  <td>{moment(event.at)}</td>
                  <td>
                    {t(`events.${event.event}`)} {event.about}
                  </td>
                  <td>{event.by}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      </section>
    </Page>
  )
}

function LotSteps() {
  const t = useTranslations('office.ledger.melting')
  const { id: lot, version, lines, number } = useShown<'refiner-lot'>()
  const { revalidate } = useRevalidator()
  const announce = useAnnounce()
  const said = useLotRefusal()
  const [asked, setAsked] = useState<'send' | 'cancel' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (step: 'send' | 'cancel') => {
    const answer = await act(step === 'send' ? 'melting.send' : 'melting.cancel', { lot, version })
    setAsked(null)
    setRefusal(answer.ok ? null : said(answer))
    if (answer.ok) announce(t(step === 'send' ? 'isSent' : 'isCancelled', { number }))
    await revalidate()
  }
  return (
    <section className="block-section">
      <h2>{t('next')}</h2>
      {lines.length === 0 && <p className="pb-2">{t('emptyIsNotSent')}</p>}
      {asked === null ? (
        <p className="toolbar">
          {lines.length > 0 && (
            <button type="button" className="do" onClick={() => setAsked('send')}>
              {t('send')}
            </button>
          )}
          <button type="button" className="do quiet" onClick={() => setAsked('cancel')}>
            {t('cancelLot')}
          </button>
        </p>
      ) : (
        <div className="box max-w-prose" role="alert">
          <p>{t(asked === 'send' ? 'sureSend' : 'sureCancel', { count: lines.length })}</p>
          <p className="toolbar">
            <button type="button" className="do" onClick={() => void take(asked)}>
              {t(asked === 'send' ? 'sendNow' : 'cancelNow')}
            </button>
            <button type="button" className="do quiet" onClick={() => setAsked(null)}>
              {t('back')}
            </button>
          </p>
        </div>
      )}
      {refusal && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </section>
  )
}

function SettlementPaper() {
  const t = useTranslations('office.ledger.melting')
  const { id: lot, version, file_name: name } = useShown<'refiner-lot'>()
  const { revalidate } = useRevalidator()
  const announce = useAnnounce()
  const said = useLotRefusal()
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <section className="block-section">
      <h2>{t('paper')}</h2>
      {name !== null && (
        <p className="pb-2">
          <a href={`/office/data/melting/${lot}?file=pdf`} download>
            {name}
          </a>
        </p>
      )}
      <label>
        {t(name === null ? 'attach' : 'attachAnother')}
        <input
          className="field"
          type="file"
          accept="application/pdf,.pdf"
          onChange={async ({ target }) => {
            const file = target.files?.[0]
            if (!file) return
            const given = { lot: String(lot), version: String(version), fileName: file.name }
            const answer = await act('melting.attach', given, { body: file })
            target.value = ''
            setRefusal(answer.ok ? null : said(answer))
            if (answer.ok) announce(t('attached'))
            await revalidate()
          }}
        />
      </label>
      {refusal && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </section>
  )
}
