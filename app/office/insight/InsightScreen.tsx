import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { Page } from '../frame/Page.tsx'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useQueryAsked } from '../frame/use-query-asked.ts'
import { useShown } from '../frame/use-shown.ts'
import { Bar, LineChart } from './Chart.tsx'
import type { InsightRow, InsightTable, Unit } from './tables.ts'

/** What visitors look for and what becomes of it: parts by tab, a period beside the one before it, a file of every table. */
export default function InsightScreen() {
  const t = useTranslations('office.insight')
  const { part, parts, period, before, presets, tables, countedSince } = useShown<'insight'>()
  const [address] = useSearchParams()
  const wanted = useQueryAsked()
  const { day } = useFormats()
  const withParts = (changes: Record<string, string | null>, from = wanted) => {
    const next = new URLSearchParams(from)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return `?${next}`
  }
  const isPreset = (days: number) => !address.has('time') && (address.get('days') ?? '30') === String(days)
  return (
    <Page title={t('title')}>
      <nav className="toolbar" aria-label={t('parts')}>
        {parts.map((each) => (
          <Link
            key={each}
            to={{ search: withParts({ part: each }) }}
            className="office-chip"
            aria-current={each === part ? 'true' : undefined}
          >
            {t(`partNames.${each}`)}
          </Link>
        ))}
      </nav>
      <nav className="toolbar" aria-label={t('period')}>
        {presets.map((days) => (
          <Link
            key={days}
            to={{ search: withParts({ days: String(days), time: null }) }}
            className="office-chip"
            aria-current={isPreset(days) ? 'true' : undefined}
          >
            {t('lastDays', { days })}
          </Link>
        ))}
        <ChoosePeriod key={`${period.from}${period.to}`} />
      </nav>
      <p className="pb-4 text-ink-soft">
        {t('shown', {
          from: day(period.from),
          to: day(period.to),
          formerFrom: day(before.from),
          formerTo: day(before.to),
        })}
      </p>
      {(part === 'visits' || part === 'searches') && (
        <p className="max-w-prose pb-4 text-ink-soft">
          {countedSince === null ? t('notCounted') : t('counted', { day: day(countedSince) })}
        </p>
      )}
      {part === 'margins' && <p className="max-w-prose pb-4 text-ink-soft">{t('marginsText')}</p>}
      {tables.map((table) => (
        <TableWithChart
          key={table.name}
          table={table}
          file={`/office/data/insight${withParts({ part, file: 'csv', table: table.name }, address)}`}
        />
      ))}
    </Page>
  )
}

function ChoosePeriod() {
  const t = useTranslations('office.insight')
  const { period } = useShown<'insight'>()
  const [, setAddress] = useSearchParams()
  const wanted = useQueryAsked()
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  return (
    <form
      className="toolbar pb-0"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        const next = new URLSearchParams(wanted)
        next.delete('days')
        next.set('time', `${from}..${to}`)
        setAddress(next)
      }}
    >
      <label>
        <span className="sr-only">{t('from')}</span>
        <input
          className="field"
          type="date"
          required
          max={to}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
      </label>
      <label>
        <span className="sr-only">{t('to')}</span>
        <input
          className="field"
          type="date"
          required
          min={from}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </label>
      <button type="submit" className="do quiet">
        {t('choose')}
      </button>
    </form>
  )
}

function TableWithChart({ table, file }: { table: InsightTable; file: string }) {
  const t = useTranslations('office.insight')
  const format = useFormats()
  const { name, columns, rows, chart } = table
  const said = useSaidFigure()
  const labelOf = ({ label, word }: InsightRow) => {
    if (word !== undefined) return t(`words.${word}` as 'words.noMaker')
    if (/^\d{4}-\d\d-\d\d$/.test(label)) return format.day(label)
    return /^\d{4}-\d\d$/.test(label) ? format.month(label) : label
  }
  const isEmpty = rows.every(({ values }) => values.every((value) => value === null || value === 0))
  const most = Math.max(...rows.map(({ values }) => (chart ? (values[chart.column] ?? 0) : 0)))
  const at = columns.findIndex(({ key }) => key === 'before')
  return (
    <section className="block-section">
      <div className="insight-head">
        <h2>{t(`tables.${name}`)}</h2>
        {!isEmpty && (
          <a className="do quiet" href={file} download>
            {t('export')}
          </a>
        )}
      </div>
      <p className="max-w-prose pb-2 text-ink-soft">{t(`about.${name}`)}</p>
      {isEmpty ? (
        <p>{t('nothing')}</p>
      ) : (
        <>
          {chart?.kind === 'line' && (
            <LineChart
              points={rows.map((row) => ({ label: labelOf(row), value: row.values[chart.column] ?? 0 }))}
              before={at >= 0 ? rows.map(({ values }) => values[at] ?? 0) : []}
            />
          )}
          <Scrolled label={t(`tables.${name}`)}>
            <table className="table insight-table">
              <thead>
                <tr>
                  <th scope="col">{t(`first.${name}`)}</th>
                  {chart?.kind === 'bars' && <td className="insight-cell" aria-hidden="true" />}
                  {columns.map(({ key }) => (
                    <th key={key} scope="col" className="num">
                      {t(`columns.${key}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.label}>
                    <th scope="row">
                      {row.site === undefined ? (
                        labelOf(row)
                      ) : (
                        <a href={row.site} target="_blank" rel="noreferrer">
                          {labelOf(row)}
                        </a>
                      )}
                    </th>
                    {chart?.kind === 'bars' && (
                      <td className="insight-cell" aria-hidden="true">
                        <Bar value={row.values[chart.column] ?? 0} most={most} />
                      </td>
                    )}
                    {row.values.map((value, index) => {
                      const { key, unit } = columns[index] ?? { key: 'times', unit: 'count' as const }
                      const link = row.links[index] ?? null
                      return (
                        <td key={key} className="num">
                          {link === null || value === null || (value === 0 && unit === 'count') ? (
                            said(value, unit)
                          ) : (
                            <Link to={`/${link}`}>{said(value, unit)}</Link>
                          )}
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        </>
      )}
    </section>
  )
}

function useSaidFigure() {
  const format = useFormats()
  return (value: number | null, unit: Unit): string => {
    if (value === null) return '–'
    if (unit === 'cents') return format.amount(value)
    if (unit === 'perMille') return format.percent(value / 1000)
    return format.number(value)
  }
}
