import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { printedIban } from '#app/language/iban.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useBusy } from '../frame/use-busy.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { BankLineCard } from './BankLineCard.tsx'
import './bank.css'

type Lines = Shown<'bank-statement'>['lines']

/** One statement: whether it is complete, what is sure in one press, and its lines with what each may be. */
export default function StatementScreen() {
  const t = useTranslations('office.bank')
  const format = useFormats()
  const { statement, isOwnAccount, lines, total } = useShown<'bank-statement'>()
  const price = (cents: number) => format.amount(cents)
  const { day } = useFormats()
  const { balances, openingCents, closingCents } = statement
  const when = format.moment(statement.readAt)
  return (
    <Page
      title={t('statement', { number: statement.number ?? String(statement.id) })}
      back={
        <Link className="link" to="/bank-statements">
          {t('back')}
        </Link>
      }
    >
      <p>
        {[...new Set([day(statement.fromDay), day(statement.toDay)])].join(' – ')} ·{' '}
        {printedIban(statement.account)}
        <span className="sub">
          {statement.fileName} · {t('readBy', { when, by: statement.by ?? '–' })} ·{' '}
          {t('openLines', { count: lines.filter(({ state }) => state === 'open').length })}
        </span>
      </p>
      {!isOwnAccount && <p className="missing">{t('otherAccount')}</p>}
      {openingCents !== null && closingCents !== null && (
        <p>{t('balance', { opening: price(openingCents), closing: price(closingCents) })}</p>
      )}
      <p className={balances === true ? 'state state-good' : balances === false ? 'state state-bad' : 'sub'}>
        {t(balances === true ? 'balances' : balances === false ? 'differs' : 'noBalance')}
      </p>
      <SureLines lines={lines} />
      {total > lines.length && <p className="missing">{t('more', { shown: lines.length, total })}</p>}
      <h2 className="sr-only">{t('list')}</h2>
      <ul className="bank-lines">
        {lines.map((line) => (
          <BankLineCard key={line.id} line={line} />
        ))}
      </ul>
    </Page>
  )
}

/** Lines that surely pay an order, listed before one press books them all. */
function SureLines({ lines }: { lines: Lines }) {
  const t = useTranslations('office.bank')
  const format = useFormats()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [busy, during] = useBusy()
  const [refused, setRefused] = useState(0)
  const sure = lines.flatMap((line) => {
    const [first] = line.suggestions
    return first?.kind === 'payment' && first.confidence === 'sure' ? [{ line, order: first.order }] : []
  })
  if (sure.length === 0 && refused === 0) return null
  const sum = sure.reduce((all, { line }) => all + line.amountCents, 0)
  async function book() {
    const payments = sure.map(({ line, order: { number, status, openCents } }) => ({
      ...{ line: line.id, order: number, seen: { status, openCents } },
    }))
    const answer = await act('bank.book-sure', { payments })
    if (!answer.ok) return announce(t('refusals.failed'))
    setRefused(answer.refused.length)
    announce(t('sureDone', { count: answer.booked }))
    await revalidate()
  }
  return (
    <section className="box my-4" aria-label={t('sure', { count: sure.length })}>
      <h2>{t('sure', { count: sure.length })}</h2>
      {refused > 0 && (
        <p role="alert" className="missing">
          {t('sureRefused', { count: refused })}
        </p>
      )}
      {sure.length > 0 && (
        <>
          <p>{t('sureText', { sum: format.amount(sum) })}</p>
          <details>
            <summary className="link w-fit cursor-pointer">{t('sureList')}</summary>
            <ul>
              {sure.map(({ line, order }) => (
                <li key={line.id}>
                  {`${format.amount(line.amountCents)} · ${line.name || t('noName')} → ${order.number}, ${order.buyer}`}
                </li>
              ))}
            </ul>
          </details>
          <p className="page-actions">
            <button type="button" className="do" disabled={busy} onClick={() => void during(book)}>
              {t('bookSure', { count: sure.length })}
            </button>
          </p>
        </>
      )}
    </section>
  )
}
