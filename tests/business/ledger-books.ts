import { bool, int4, int8, nullable, query, text } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { ledgerOutstanding } from '#app/shop/buying/ledger-outstanding.ts'
import { closedCsv, closedMonths, closeMonth, nextClosing } from '#app/shop/ledger/close-month.ts'
import { ledgerPostings } from '#app/shop/ledger/ledger-postings.ts'
import { lastDayOf, wholeTime } from '#app/shop/ledger/ledger-question.ts'
import { ledgerSums } from '#app/shop/ledger/ledger-sums.ts'
import { addPieceCost, takeBackCost } from '#app/shop/ledger/piece-costs.ts'
import { pieceResultsOf } from '#app/shop/ledger/piece-result.ts'
import { sumsCsv } from '#app/shop/ledger/sums-sheet.ts'
import { sum } from './books.ts'
import { type Business, disagree } from './shop.ts'

const always = { from: '0001-01-01', to: '9999-12-31' }

/** A workshop or a laboratory sends its bill. */
export async function spend({ db, books, member, oneOf, below, random }: Business): Promise<string | null> {
  const piece = oneOf([...books.pieces.values()])
  if (!piece) return null
  const netCents = 1_000 + below(40_000)
  const vatCents = random() < 0.7 ? Math.round(netCents * 0.19) : 0
  const day = germanDay(new Date())
  const cost = {
    ...{ day, today: day, kind: oneOf(['workshop', 'certificate', 'other'] as const) ?? 'other' },
    ...{ netCents, vatCents, supplier: 'Atelier Lux', receipt: `RE ${below(999)}`, note: '' },
  }
  const added = await addPieceCost(db, member, piece.id, cost)
  if (!added.ok) disagree(`a cost of ${piece.id} was refused: ${added.reason}`)
  books.costs.push({ id: added.id, piece: piece.id, netCents, isUndone: false })
  return `${piece.id}: ${netCents} spent on it`
}

/** The bill was another piece's. */
export async function takeBackSpent({ db, books, member, oneOf }: Business): Promise<string | null> {
  const cost = oneOf(books.costs.filter(({ isUndone }) => !isUndone))
  if (!cost) return null
  const said = { piece: cost.piece, cost: cost.id, note: 'Falsches Stück', today: germanDay(new Date()) }
  const taken = await takeBackCost(db, member, said)
  if (!taken.ok) disagree(`a cost cannot be taken back: ${taken.reason}`)
  const twice = await takeBackCost(db, member, said)
  if (twice.ok) disagree(`a cost of ${cost.piece} was taken back twice`)
  cost.isUndone = true
  return `${cost.piece}: ${cost.netCents} not spent on it`
}

/** The month that is over is closed, as it was seen. */
export async function closeBooks({ db, books, member }: Business): Promise<string | null> {
  const now = new Date()
  const before = await nextClosing(db, now)
  if (!before.ok) return null
  const wrong = await closeMonth(db, member, { month: before.month, seen: 'f'.repeat(64), now })
  if (wrong.ok || wrong.reason !== 'changed-meanwhile') disagree('a month was closed that nobody saw')
  const next = await nextClosing(db, now)
  if (!next.ok) disagree(`no month to close: ${next.reason}`)
  const closed = await closeMonth(db, member, { month: next.month, seen: next.version, now })
  if (!closed.ok) disagree(`${next.month} cannot be closed: ${JSON.stringify(closed)}`)
  books.closed = { month: next.month, csv: (await closedCsv(db, next.month, 'rfc')) ?? '' }
  return `${next.month}: closed`
}

/** Lines of a file with commas, by their headings; amounts in cents. */
function linesOf(csv: string): Map<string, string>[] {
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    )
  const [head = '', ...lines] = csv.replace('\uFEFF', '').split('\r\n').filter(Boolean)
  const names = cells(head)
  return lines.map((line) => new Map(cells(line).map((cell, at) => [names[at] ?? '', cell])))
}

const centsOf = (amount: string | undefined) => (amount ? Math.round(Number(amount) * 100) || 0 : 0)

/** A file of the ledger, added up line by line. */
function addUp(csv: string) {
  const lines = linesOf(csv)
  const of = (name: string) => sum(lines.map((line) => centsOf(line.get(name))))
  return {
    exits: lines.filter((line) => line.get('Abgang') !== '').length,
    proceedsCents: of('Erlös EUR'),
    marginCents: of('Marge EUR'),
    taxCents: of('Umsatzsteuer EUR'),
    destinationTaxCents: of('Umsatzsteuer Bestimmungsland EUR'),
    undoneCents: of('Storno Einkaufspreis EUR'),
  }
}

const differ = (of: string, book: unknown, shop: unknown) =>
  JSON.stringify(book) === JSON.stringify(shop)
    ? []
    : [`${of}: ${JSON.stringify(shop)}, in the books ${JSON.stringify(book)}`]

/** What came in for goods so far: what documents say of orders that were paid once, and what refineries paid. */
function proceedsOf({ books }: Business): number {
  const documents = books.orders.filter(({ paidBy }) => paidBy !== null).map((order) => order.documents.cents)
  return sum(documents) + sum(books.scrap.map(({ meltedCents }) => meltedCents ?? 0))
}

/** What was paid for goods so far, but for purchases that were taken back. */
function paidOf({ books }: Business): number {
  const bought = books.purchases.filter(({ cancelled }) => !cancelled).map(({ cents }) => cents)
  const before = [...books.pieces.values()]
    .filter(({ isBought }) => !isBought)
    .map(({ costCents }) => costCents ?? 0)
  return sum(bought) + sum(before)
}

/** What is posted for goods and for what they brought, and rows that cannot be posted. */
async function postedOf(db: Business['db']) {
  const { postings, impossible } = await ledgerPostings(db, always)
  const of = (account: 'payables' | 'receivables') =>
    sum(postings.map(({ debit, credit, cents }) => (credit === account || debit === account ? cents : 0)))
  return { proceeds: of('receivables'), paid: of('payables'), impossible }
}

/** The ledger's files and sums against the books, and a closed month against what it was. */
export async function ledgerDiffers(business: Business): Promise<string[]> {
  const { db, books } = business
  const csv = await ledgerCsv(db, { ...always, format: 'rfc' })
  const added = addUp(csv)
  const costs = new Map(linesOf(csv).map((line) => [line.get('Nr.'), centsOf(line.get('Einkaufspreis EUR'))]))
  const sums = await ledgerSums(db, wholeTime(null, null))
  const last = linesOf(await sumsCsv(db, always, 'rfc')).at(-1)
  const book = { proceeds: proceedsOf(business), paid: paidOf(business) }
  return [
    ...differ('the file of the ledger', book, {
      proceeds: added.proceedsCents,
      paid: sum([...costs.values()]) + added.undoneCents,
    }),
    ...differ('the sums of the ledger', book, { proceeds: sums.proceedsCents, paid: sums.purchaseCents }),
    ...differ('the file of its sums', book, {
      proceeds: centsOf(last?.get('Erlöse EUR')),
      paid: centsOf(last?.get('Einkaufspreise EUR')),
    }),
    ...differ('margins, VAT and lines of the file', pick(added), pick(sums)),
    ...differ('the postings for DATEV', { ...book, impossible: [] }, await postedOf(db)),
    ...counterSalesDiffer(business, linesOf(csv)),
    ...(books.closed ? await closingDiffers(business, books.closed, added) : []),
    ...(await resultsDiffer(business)),
    ...differ('what the ledger lacks in the evening', 0, await ledgerOutstanding(db)),
  ]
}

const pick = ({
  exits,
  proceedsCents,
  marginCents,
  taxCents,
  destinationTaxCents,
}: Omit<ReturnType<typeof addUp>, 'undoneCents'>) => ({
  ...{ exits, proceedsCents, marginCents, taxCents, destinationTaxCents },
})

/** Of each piece that went over the counter alone, as the file has it: what it brought, its margin, and the VAT on it. */
function counterSalesDiffer({ books }: Business, lines: readonly Map<string, string>[]): string[] {
  const overCounter = books.orders.filter(({ counter }) => counter !== null)
  const elsewhere = new Set(
    books.orders
      .filter(({ counter, paidBy }) => counter === null && paidBy !== null)
      .flatMap((order) => order.lines.map(({ piece }) => piece)),
  )
  const pieces = new Set(overCounter.flatMap((order) => order.lines.map(({ piece }) => piece)))
  return [...pieces].flatMap((id) => {
    const piece = books.pieces.get(id)
    if (!piece || piece.costCents === null || elsewhere.has(id)) return []
    const standing = overCounter
      .filter(({ status }) => status === 'completed')
      .flatMap((order) => order.lines)
      .find((line) => line.piece === id && line.state === 'kept')
    const brought = standing?.chargedCents ?? 0
    const margin = standing ? brought - piece.costCents : 0
    const taxed = { margin_25a: margin, standard_19: brought, investment_gold_25c: 0 }[piece.taxMode]
    const owed = taxed > 0 ? Math.round((taxed * 19) / 119) : 0
    const own = lines.filter((line) => line.get('Lagernummer') === id)
    const of = (name: string) => sum(own.map((line) => centsOf(line.get(name))))
    const shown = [of('Erlös EUR'), of('Marge EUR'), of('Umsatzsteuer EUR')]
    return differ(`${id} over the counter, in the file`, [brought, margin, owed], shown)
  })
}

/** A closed month is what it was, its file adds up to its sums, and what came after counts after it. */
async function closingDiffers(
  { db }: Business,
  { month, csv }: { month: string; csv: string },
  whole: ReturnType<typeof addUp>,
): Promise<string[]> {
  const [closed] = await closedMonths(db)
  const to = lastDayOf(month)
  const again = await ledgerCsv(db, { from: '0001-01-01', to, format: 'rfc' })
  const kept = pick(addUp(csv))
  const after = pick(await ledgerSums(db, wholeTime(daysAfter(to), null)))
  const together = Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, value + after[name as keyof typeof after]]),
  )
  return [
    ...(closed?.month === month ? [] : [`${month} is not closed`]),
    ...differ(`${month} as it was closed`, kept, closed && pick(closed)),
    ...(again === csv ? [] : [`${month} has changed since it was closed`]),
    ...differ(`${month} and what came after`, pick(whole), together),
  ]
}

const daysAfter = (day: string) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** What each piece has left us: costs lessen that, and never the VAT. */
async function resultsDiffer({ db, books }: Business): Promise<string[]> {
  const numbers = await query(db, { number: int4 })`select number from ledger where product_id is not null`
  const rows = await query(db, {
    ...{ piece: text, gone: bool, proceeds: int8, tax: int8, cost: int8, result: nullable(int8) },
  })`
    select product_id as piece, gone, proceeds_cents::int8 as proceeds, tax_cents::int8 as tax, cost_cents::int8 as cost,
      result_cents::int8 as result
    from ${pieceResultsOf(numbers.map(({ number }) => number))} r`
  return rows.flatMap(({ piece, gone, proceeds, tax, cost, result }) => {
    const known = books.pieces.get(piece)
    if (!known) return []
    const spent = sum(
      books.costs.filter((each) => each.piece === piece && !each.isUndone).map((each) => each.netCents),
    )
    const paid = gone ? known.costCents : 0
    const left = paid === null ? null : proceeds - tax - paid - spent
    return differ(`${piece}: costs and what it left`, [spent, left], [cost, result])
  })
}
