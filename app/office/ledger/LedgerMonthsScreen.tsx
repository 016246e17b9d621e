import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { lastDayOf } from '#app/shop/ledger/ledger-question.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useBusy } from '../frame/use-busy.ts'
import { useShown } from '../frame/use-shown.ts'
import { LedgerChecked } from './LedgerChecked.tsx'
import { LedgerFiles } from './LedgerFiles.tsx'
import { Outstanding } from './Outstanding.tsx'
import { useLedgerFormats } from './use-ledger-formats.ts'

/** Closing months, what was closed, files for whoever keeps the books, and what the ledger finds amiss with itself. */
export default function LedgerMonthsScreen() {
  const t = useTranslations('office.ledger')
  const { outstanding } = useShown<'ledger-months'>()
  return (
    <Page title={t('months.title')} back={<Link to="/ledger">{t('title')}</Link>}>
      <Outstanding count={outstanding} />
      <NextMonth />
      <ClosedMonths />
      <LedgerFiles />
      <LedgerChecked />
    </Page>
  )
}

type Refused = Extract<AnswerOf<'ledger.close-month'>, { ok: false }>

function NextMonth() {
  const t = useTranslations('office.ledger.months')
  const ledger = useTranslations('office.ledger')
  const { next } = useShown<'ledger-months'>()
  const { month } = useLedgerFormats()
  const { revalidate } = useRevalidator()
  const announce = useAnnounce()
  const mayClose = useMay('ledger.close')
  const [sure, setSure] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [busy, during] = useBusy()
  const close = async () => {
    if (!next.ok) return
    const answer = await act('ledger.close-month', { month: next.month, seen: next.version })
    setSure(false)
    if (answer.ok) {
      setRefused(null)
      announce(t('closed', { month: month(answer.month) }))
    } else setRefused(answer)
    await revalidate()
  }
  return (
    <section className="block-section">
      <h2>{t('next')}</h2>
      <p className="max-w-prose pb-2">{t('explained')}</p>
      <p className="max-w-prose pb-4 text-ink-soft">{t('noReopening')}</p>
      {!next.ok ? (
        <p>{next.reason === 'nothing' ? t('nothing') : t('runs', { month: month(next.month) })}</p>
      ) : (
        <>
          <h3>{month(next.month)}</h3>
          {next.from === null && <p className="max-w-prose">{t('first')}</p>}
          <Figures sums={next} />
          <p className="pb-4">
            <Link className="do quiet" to={`/ledger?day=${next.from ?? ''}..${lastDayOf(next.month)}`}>
              {t('itsLines')}
            </Link>
          </p>
          {!mayClose ? (
            <p className="text-ink-soft">{t('onlyOwners')}</p>
          ) : sure ? (
            <div className="box max-w-prose" role="alert">
              <p>{t('sure', { month: month(next.month) })}</p>
              <p className="toolbar">
                <button type="button" className="do" disabled={busy} onClick={() => void during(close)}>
                  {t('closeForGood')}
                </button>
                <button type="button" className="do quiet" onClick={() => setSure(false)}>
                  {t('cancel')}
                </button>
              </p>
            </div>
          ) : (
            <p>
              <button type="button" className="do" onClick={() => setSure(true)}>
                {t('close', { month: month(next.month) })}
              </button>
            </p>
          )}
        </>
      )}
      {refused && (
        <div role="alert" className="text-danger max-w-prose">
          <p>
            {refused.reason === 'changed-meanwhile'
              ? t('changedMeanwhile')
              : refused.reason === 'disagrees'
                ? t('disagrees')
                : refused.reason === 'outstanding'
                  ? ledger('outstanding', { count: refused.count })
                  : t('failed')}
          </p>
          {refused.reason === 'disagrees' && (
            <ul>
              {refused.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}

type Sums = Pick<
  ReturnType<typeof useShown<'ledger-months'>>['closed'][number],
  'pieces' | 'purchaseCents' | 'exits' | 'proceedsCents' | 'marginCents' | 'taxCents' | 'destinationTaxCents'
>

function Figures({ sums }: { sums: Sums }) {
  const t = useTranslations('office.ledger.sums')
  const { euros } = useLedgerFormats()
  const rows: [string, string][] = [
    [t('pieces'), String(sums.pieces)],
    [t('purchase'), euros(sums.purchaseCents)],
    [t('exits'), String(sums.exits)],
    [t('proceeds'), euros(sums.proceedsCents)],
    [t('margin'), euros(sums.marginCents)],
    [t('vat'), euros(sums.taxCents)],
    [t('otherVat'), euros(sums.destinationTaxCents)],
  ]
  return (
    <dl className="ledger-sums">
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function ClosedMonths() {
  const t = useTranslations('office.ledger')
  const { closed } = useShown<'ledger-months'>()
  const { euros, month, moment } = useLedgerFormats()
  return (
    <section className="block-section">
      <h2>{t('months.closedMonths')}</h2>
      {closed.length === 0 ? (
        <p className="text-ink-soft">{t('months.noneClosed')}</p>
      ) : (
        <Scrolled label={t('months.closedMonths')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('months.month')}</th>
                <th scope="col" className="num">
                  {t('sums.purchase')}
                </th>
                <th scope="col" className="num">
                  {t('sums.proceeds')}
                </th>
                <th scope="col" className="num">
                  {t('sums.margin')}
                </th>
                <th scope="col" className="num">
                  {t('sums.vat')}
                </th>
                <th scope="col">{t('months.who')}</th>
                <th scope="col">{t('months.file')}</th>
              </tr>
            </thead>
            <tbody>
              {closed.map((each) => (
                <tr key={each.month}>
                  <th scope="row">
                    {month(each.month)}
                    {each.isFirst && <span className="sub">{t('months.withAllBefore')}</span>}
                    <span className="sub" title={each.digest}>
                      {t('months.digest', { digest: each.digest.slice(0, 12) })}
                    </span>
                  </th>
                  <td className="num">
                    {euros(each.purchaseCents)}
                    <span className="sub">{t('months.pieces', { count: each.pieces })}</span>
                  </td>
                  <td className="num">
                    {euros(each.proceedsCents)}
                    <span className="sub">{t('months.exits', { count: each.exits })}</span>
                  </td>
                  <td className="num">{euros(each.marginCents)}</td>
                  <td className="num">{euros(each.taxCents)}</td>
                  <td>
                    {each.by}
                    <span className="sub">{moment(each.at)}</span>
                  </td>
                  <td>
                    <a href={`/office/data/ledger/months?file=ledger&time=${each.month}`} download>
                      {t('months.csv', { month: month(each.month) })}
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      )}
    </section>
  )
}
