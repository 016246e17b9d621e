import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import { createLog } from '#app/platform/log.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { enterMetalPrice } from '#app/shop/buying/metal-price.ts'
import { type OrderActor, staffNamed } from '#app/shop/checkout/order-actor.ts'
import type { OnlinePayment } from '#app/shop/checkout/payment-page.ts'
import type { TaxMode } from '#app/shop/checkout/types.ts'
import { readSettings, type Settings, saveSetting } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { loadSettings } from '#db/load-settings.ts'
import { type FakeStripe, startFakeStripe } from '../fakes/stripe.ts'
import { addCompleteRings } from '../returned-pieces.ts'
import { openBuyingShop } from '../selling.ts'
import type { BookOrder, BookPiece, Books } from './books.ts'
import { nextDay } from './calendar.ts'

/** A shop at work, the books beside it, and the lots that decide what happens. */
export type Business = {
  db: Database
  shop: OnlinePayment
  stripe: FakeStripe
  settings: Settings
  books: Books
  staff: OrderActor
  /** The same, with their account. */
  member: StaffActor
  /** Opens the evening's mails, where somebody does. */
  readLetters: ((business: Business) => Promise<void>) | null
  /** The German day on which the day of business is. */
  calendarDay: string
  random(): number
  below(count: number): number
  oneOf<T>(list: readonly T[]): T | undefined
}

/** Opens a shop in an empty database, with pieces of every tax, some of which nobody knows the cost of. */
export async function openBusiness(
  db: Database,
  { random, readLetters, pieces }: Pick<Business, 'random' | 'readLetters'> & { pieces: number },
): Promise<Business & { close(): Promise<void> }> {
  const below = (count: number) => Math.floor(random() * count)
  await loadSettings(db, 'db/demo/settings.yaml')
  await openBuyingShop(db, new Date())
  const oneStop = random() < 0.4
  await saveSetting(db, 'tax', { oneStopSince: oneStop ? '2026-01-01' : null, thresholdPassedOn: null })
  const stripe = await startFakeStripe()
  const books: Books = {
    day: 0,
    pieces: new Map(),
    orders: [],
    purchases: [],
    tax: { oneStop },
    cash: [],
    till: { number: 1_000, today: [] },
    held: [],
    unstocked: [],
    reservations: [],
    bank: [],
    scrap: [],
    costs: [],
    closed: null,
    acts: new Map(),
    references: 0,
    undone: [],
  }
  const modes: TaxMode[] = ['margin_25a', 'margin_25a', 'standard_19', 'investment_gold_25c']
  const stock = Array.from({ length: pieces }, (_, index): BookPiece => {
    const listedCents = 20_000 + below(700_000)
    return {
      id: String(700_001 + index),
      listedCents,
      taxMode: modes[index % modes.length] as TaxMode,
      costCents: random() < 0.25 ? null : Math.floor(listedCents * (0.5 + random() * 0.6)),
      status: 'listed',
      keptAway: false,
    }
  })
  for (const piece of stock) books.pieces.set(piece.id, piece)
  await putOnSale(db, stock)
  const member = await db
    .insertInto('staff_member')
    .values({ name: 'Berta Kasse', email: 'berta@staff.example', role: 'owner', locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  return {
    db,
    shop: { db, payments: await openStripe(stripe), siteUrl: 'http://shop.test', log: createLog('silent') },
    stripe,
    settings: await readSettings(db),
    books,
    staff: staffNamed(member.name),
    member,
    readLetters,
    calendarDay: germanDay(new Date()),
    random,
    below,
    oneOf: (list) => list[below(list.length)],
    close: () => stripe.stop(),
  }
}

async function putOnSale(db: Database, stock: readonly BookPiece[]): Promise<void> {
  await addCompleteRings(
    db,
    stock.map(({ id }) => id),
  )
  for (const { id, listedCents, taxMode, costCents } of stock) {
    const coin = sql`kind = 'bullion', jewellery_type = null, metal = 'fine-gold', fine_grams = 31.1035, fineness = 999.9,`
    await sql`
      update product set ${taxMode === 'investment_gold_25c' ? coin : sql``} price_cents = ${listedCents}, tax_mode = ${taxMode}
      where id = ${id}`.execute(db)
    if (costCents !== null)
      await sql`
        insert into product_staff (product_id, cost_cents, acquired_on) values (${id}, ${costCents}, current_date - 30)
        on conflict (product_id) do update set cost_cents = excluded.cost_cents`.execute(db)
  }
}

/**
 * Lets days pass: everything that has happened, and every deadline, lies so much further back. No trigger keeps a record
 * from it, for it is the calendar that moves.
 */
export async function passDays({ db, books }: Business, days: number): Promise<void> {
  books.day += days
  books.till.today = []
  books.closed = null
  const columns = await query(db, { table: text, column: text, type: text })`
    select c.table_name::text as table, c.column_name::text as column, c.data_type::text as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.data_type in ('timestamp with time zone', 'date')
  `
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    // A day is one of the calendar here, also where clocks are put back in between.
    await sql`set local time zone 'Europe/Berlin'`.execute(transaction)
    // A month that was closed is another one by then.
    await sql`delete from ledger_closing`.execute(transaction)
    for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
      const changes = own.map(({ column, type }) =>
        type === 'date'
          ? sql`${sql.ref(column)} = ${sql.ref(column)} - ${days}::int`
          : sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days})`,
      )
      await sql`update ${sql.table(table)} set ${sql.join(changes)}`.execute(transaction)
    }
  })
  // Every morning somebody looks at what gold costs.
  const price = { metal: 'gold', centsPerOunce: 350_000, source: 'Test', enteredBy: 'Berta Einkauf' } as const
  await enterMetalPrice(db, { ...price, at: new Date() })
}

/** A day that passes on the calendar, while business goes on, passes in the books. */
export async function followCalendar(business: Business): Promise<void> {
  const { today, passed } = await nextDay(business.calendarDay)
  business.calendarDay = today
  if (passed === 0) return
  business.books.day += passed
  business.books.till.today = []
}

/** Says loudly that the shop and the books do not agree; the seed plays it again. */
export function disagree(what: string, order?: BookOrder): never {
  throw new Error(order ? `${order.number} (${order.status}): ${what}` : what)
}
