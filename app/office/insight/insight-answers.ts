import { date, nullable, query } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { periodBefore, presets, readPeriod } from '#app/shop/insight/period.ts'
import { may, type Permission } from '#app/shop/staff/permissions.ts'
import { csvLine } from '#app/shop/stock-files/csv-file.ts'
import { type OfficeRequest, screen } from '../answer.ts'
import { csvAnswer } from '../stock/file-answer.ts'
import { partTables } from './insight-tables.ts'
import { insightWords } from './insight-words.ts'
import { type InsightTable, insightParts, type Unit } from './tables.ts'

export const insightScreens = {
  insight: screen({
    permission: 'insight.see',
    load: async (request, { query: address }) => {
      const { app, member, now } = request
      const allows = (permission: Permission) => may(member.role, permission)
      const seesCost = allows('pieces.see-cost')
      const parts = insightParts.filter((part) => part !== 'margins' || seesCost)
      const part = parts.find((each) => each === address.get('part')) ?? 'visits'
      const period = readPeriod(address, germanDay(now))
      const before = periodBefore(period)
      const tables = await partTables[part](app.db, {
        ...{ period, before, now, locale: member.locale, seesCost },
        opens: {
          orders: allows('orders.see'),
          requests: allows('purchases.see'),
          pieces: allows('pieces.see'),
          ledger: allows('ledger.see'),
        },
      })
      const file = tables.find(({ name }) => address.get('file') === 'csv' && name === address.get('table'))
      if (file) throw tableFile(request, file, period)
      if (address.has('file')) throw new Response(null, { status: 404 })
      const [counted] = await query(app.db, { since: nullable(date) })`
        select least((select min(day) from insight_day),
          (select (min(at) at time zone 'Europe/Berlin')::date from insight_event)) as since
      `
      return { part, parts, period, before, presets, tables, countedSince: counted?.since ?? null }
    },
  }),
} as const

function tableFile(
  { member }: OfficeRequest,
  table: InsightTable,
  { from, to }: { from: string; to: string },
) {
  const { locale } = member
  const t = insightWords(locale)
  const written = (value: number | null, unit: Unit) => {
    if (value === null) return ''
    if (unit === 'count') return String(value)
    const plain = unit === 'cents' ? (value / 100).toFixed(2) : (value / 10).toFixed(1)
    return locale === 'de' ? plain.replace('.', ',') : plain
  }
  const separator = locale === 'de' ? ';' : ','
  const lines = [
    [t(`first.${table.name}`), ...table.columns.map(({ key }) => t(`columns.${key}`))],
    ...table.rows.map(({ label, word, values }) => [
      word === undefined ? label : t(`words.${word}` as 'words.noMaker'),
      ...values.map((value, at) => written(value, table.columns[at]?.unit ?? 'count')),
    ]),
  ]
  return csvAnswer(
    [`\ufeff${lines.map((cells) => csvLine(cells, separator)).join('')}`],
    `${table.name}-${from}-${to}.csv`,
  )
}
