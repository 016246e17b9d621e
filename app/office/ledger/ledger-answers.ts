import { z } from 'zod'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { checkAnew, checkedAtLook } from '#app/shop/buying/ledger-checked.ts'
import { type LedgerFormat, ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { ossCsv } from '#app/shop/buying/ledger-oss.ts'
import { continueAtLook, continueLedger, outstandingAtLook } from '#app/shop/buying/ledger-outstanding.ts'
import { closedCsv, closedMonths, closeMonth, nextClosing } from '#app/shop/ledger/close-month.ts'
import { datevFile } from '#app/shop/ledger/datev-file.ts'
import { ledgerLines } from '#app/shop/ledger/ledger-lines.ts'
import { isEverything, lastDayOf, ledgerShape, questionOf } from '#app/shop/ledger/ledger-question.ts'
import { ledgerReviews } from '#app/shop/ledger/ledger-reviews.ts'
import { countedSums, countLedgerViews } from '#app/shop/ledger/ledger-sums.ts'
import { sumsCsv } from '#app/shop/ledger/sums-sheet.ts'
import { readAsked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { listFile, wantsFile, withViews } from '../list/list-answer.ts'
import { csvAnswer } from '../stock/file-answer.ts'
import { ledgerWords } from './ledger-words.ts'

const isMonth = (text: string | null): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '')
const isYear = (text: string | null): text is string => /^\d{4}$/.test(text ?? '')
const isQuarter = (text: string | null): text is string => /^\d{4}-Q[1-4]$/.test(text ?? '')
const isDay = (text: string | null): text is string => z.iso.date().safeParse(text).success

/** Files of the ledger, as the address asks for them; none is made of a ledger that lacks something. */
async function ledgerFile(request: OfficeRequest, query: URLSearchParams): Promise<Response | null> {
  const { db } = request.app
  const file = query.get('file')
  if (file === null) return null
  const count = await continueLedger(db)
  if (count > 0) return saidNo(ledgerWords(request.member.locale)('outstandingFile', { count }))
  const format: LedgerFormat = query.get('format') === 'rfc' ? 'rfc' : 'german'
  if (file === 'oss') {
    const quarter = query.get('quarter')
    if (!isQuarter(quarter)) throw new Response(null, { status: 404 })
    return csvAnswer([await ossCsv(db, { quarter, format })], `oss-${quarter}.csv`)
  }
  const range = rangeOf(query)
  if (!range) throw new Response(null, { status: 404 })
  if (file === 'datev') return datevAnswer(request, range)
  if (file === 'sums') return csvAnswer([await sumsCsv(db, range, format)], `summen-${range.name}.csv`)
  if (file !== 'ledger') throw new Response(null, { status: 404 })
  // A closed month is handed out as it was closed.
  const closed = range.month === null ? null : await closedCsv(db, range.month, format)
  return csvAnswer([closed ?? (await ledgerCsv(db, { ...range, format }))], `ankaufsbuch-${range.name}.csv`)
}

/** The file for DATEV, or a page that says what it lacks: the browser opens the answer itself. */
async function datevAnswer(
  { app: { db }, member, now }: OfficeRequest,
  range: { from: string; to: string; name: string },
): Promise<Response> {
  // As it is stored: whoever has just set a number is handed the file.
  const { datev } = await readSettings(db)
  const made = await datevFile(db, range, { datev, now })
  if (made.ok)
    return new Response(new Uint8Array(made.file), {
      headers: {
        'content-type': 'text/csv; charset=windows-1252',
        'content-disposition': `attachment; filename="EXTF_Buchungsstapel_${range.name}.csv"`,
        'x-content-type-options': 'nosniff',
      },
    })
  const t = ledgerWords(member.locale)
  const what =
    made.reason === 'not-set'
      ? made.missing.map((name) => t(`datev.numbers.${name}`)).join(', ')
      : made.reason === 'impossible'
        ? made.numbers.join(', ')
        : ''
  return saidNo(t(`datev.${made.reason}`, { what }))
}

/** Why there is no file, as a page. */
const saidNo = (why: string) =>
  new Response(`${why}\n`, {
    status: 409,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })

/** Both inclusive, with what a file of it is called. */
function rangeOf(query: URLSearchParams) {
  const time = query.get('time')
  if (isMonth(time)) return { from: `${time}-01`, to: lastDayOf(time), month: time, name: time }
  if (isYear(time)) return { from: `${time}-01-01`, to: `${time}-12-31`, month: null, name: time }
  const [from, to] = [query.get('from'), query.get('to')]
  return isDay(from) && isDay(to) && from <= to ? { from, to, month: null, name: `${from}-${to}` } : null
}

export const ledgerScreens = {
  ledger: screen({
    permission: 'ledger.see',
    load: async (request, { query }) => {
      const { db } = request.app
      const asked = readAsked(ledgerShape, query)
      const question = questionOf(asked)
      if (wantsFile(query)) throw ledgerListFile(request, question)
      const countingViews = countLedgerViews(db)
      // Counting is faster than summing, and a page far down waits for it.
      const countingAll = isEverything(question) ? countingViews.then(({ all }) => all) : undefined
      const summing = countedSums(db, question, { counting: countingAll })
      const counting = countingAll ?? summing.then(({ lines }) => lines)
      const page = { offset: rowsBefore(asked), limit: rowsOfPage, sorting: asked.sorting }
      const [{ lines, total }, { sums }, counts, { branches }, outstanding] = await Promise.all([
        ledgerLines(db, question, { ...page, counting }),
        summing,
        countingViews,
        currentSettings(db),
        outstandingAtLook(db),
      ])
      return {
        ...(await withViews(request, 'ledger', { rows: lines, total, counts })),
        sums,
        outstanding,
        branches: branches.map(({ id, name }) => ({ id, name })),
      }
    },
  }),
  'ledger-months': screen({
    permission: 'ledger.see',
    load: async (request, { query }) => {
      const { db } = request.app
      const file = await ledgerFile(request, query)
      if (file) throw file
      const outstanding = await continueAtLook(db)
      const [next, closed, check, reviews] = await Promise.all([
        nextClosing(db, request.now),
        closedMonths(db),
        query.get('check') === 'anew' ? checkAnew(db) : checkedAtLook(db),
        ledgerReviews(db),
      ])
      return {
        ...{ today: germanDay(request.now), outstanding, next, reviews },
        closed: closed.map(({ at, ...month }) => ({ ...month, at: at.toISOString() })),
        check: { ...check, at: check.at.toISOString() },
      }
    },
  }),
} as const

function ledgerListFile(request: OfficeRequest, question: ReturnType<typeof questionOf>): Response {
  const t = ledgerWords(request.member.locale)
  const euros = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2))
  const written = (cents: number | null) =>
    request.member.locale === 'de' ? euros(cents).replace('.', ',') : euros(cents)
  async function* batches() {
    const limit = 1000
    for (let offset = 0; ; offset += limit) {
      const { lines } = await ledgerLines(request.app.db, question, { offset, limit })
      if (lines.length > 0) yield lines
      if (lines.length < limit) return
    }
  }
  return listFile(request, {
    name: request.member.locale === 'de' ? 'ankaufsbuch' : 'ledger',
    columns: [
      [t('columns.number'), ({ number }) => String(number)],
      [t('columns.acquired'), ({ acquired_on }) => acquired_on ?? ''],
      [t('columns.receipt'), ({ receipt }) => receipt ?? ''],
      [t('columns.title'), ({ title }) => title],
      [t('columns.piece'), ({ product_id }) => product_id ?? ''],
      [t('columns.purchase'), ({ purchase_cents }) => written(purchase_cents)],
      [t('columns.exit'), ({ exit }) => (exit === null ? '' : t(`exits.${exit}`))],
      [t('columns.exitDay'), ({ on_day }) => on_day ?? ''],
      [t('columns.document'), ({ document }) => document ?? ''],
      [t('columns.proceeds'), ({ proceeds_cents }) => written(proceeds_cents)],
      [t('columns.margin'), ({ margin_cents }) => written(margin_cents)],
      [t('columns.vat'), ({ tax_cents }) => written(tax_cents)],
      [t('columns.costs'), ({ costCents }) => written(costCents)],
      [t('columns.result'), ({ resultCents }) => written(resultCents)],
      [t('columns.booked'), ({ booked_on }) => booked_on],
    ],
    batches: batches(),
  })
}

export const ledgerActions = {
  /** `seen`: the digest of the month as the screen showed it. */
  'ledger.close-month': action({
    permission: 'ledger.close',
    input: z.strictObject({
      month: z.string().refine(isMonth, 'not-a-month'),
      seen: z.string().max(64),
    }),
    run: async ({ app: { db }, member, now }, wanted) => closeMonth(db, member, { ...wanted, now }),
  }),
} as const
