import { once } from 'node:events'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#app/platform/database/database.ts'
import { seen } from '#app/platform/database/statement.ts'
import type { DB } from '#app/platform/database/tables.ts'
import { type OrderTaking, placeOrder } from '#app/shop/checkout/place-order.ts'
import type { OrderRequest, PlacedOrder, PostalAddress } from '#app/shop/checkout/types.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addBranches } from './catalogue.ts'

/** Puts plain gold rings on sale, for tests that need many pieces and no photos. */
export async function addRings(
  db: Database,
  ids: readonly string[],
  {
    priceCents = 120_000,
    status = 'listed' as 'listed' | 'reserved' | 'sold' | 'draft',
    listedAt = new Date('2026-11-01T10:00:00Z'),
  } = {},
) {
  await addBranches(db)
  await db
    .insertInto('product')
    .values(
      ids.map((id) => ({
        id,
        kind: 'jewellery' as const,
        status,
        name: JSON.stringify({ de: `Ring ${id}`, en: `Ring ${id}` }),
        slug_de: `ring-${id}`,
        slug_en: `ring-${id}`,
        price_cents: priceCents,
        tax_mode: 'margin_25a' as const,
        condition: 'very-good' as const,
        branch_id: 'koeln',
        jewellery_type: 'rings' as const,
        metal: 'yellow-gold' as const,
        fineness: 750,
        listed_at: listedAt,
        sold_at: status === 'sold' ? new Date('2026-11-10T10:00:00Z') : null,
      })),
    )
    .execute()
}

/**
 * Lets time pass for the checkout: every deadline comes nearer and everything that happened lies further back, as
 * seen by the database's clock, which itself is left alone. With `pieces` only for what concerns them.
 */
export async function passMinutes(db: Database, minutes: number, pieces?: readonly string[]) {
  const columns = {
    claim: ['held_since', 'held_until', 'last_since', 'last_until'],
    shop_order: ['accepted_at', 'pay_by', 'expires_at', 'reminded_at'],
    online_payment: ['session_expires_at', 'look_at'],
    refund: ['planned_at', 'due_at', 'next_try_at'],
    order_line: ['released_at'],
    ...(pieces ? {} : { mail_outbox: ['next_try_at', 'leased_until'], rate_use: ['since'] }),
  }
  for (const [table, names] of Object.entries(columns)) {
    const changes = names.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(name)} - make_interval(mins => ${minutes})`,
    )
    const orders = sql`(select order_id from order_line where product_id = any(${pieces ?? []}))`
    const own =
      table === 'claim'
        ? sql`product_id = any(${pieces ?? []})`
        : sql`${sql.ref(table === 'shop_order' ? 'id' : 'order_id')} in ${orders}`
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${pieces ? own : sql`true`}`.execute(
      db,
    )
  }
}

/** The status of a piece as the catalogue has it. */
export async function statusOf(db: Database, id: string): Promise<string> {
  const row = await db.selectFrom('product').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  return row.status
}

/** A buyer's order request for pieces that cost `totalCents` with delivery; collected in Cologne unless told otherwise. */
export function orderRequest(
  pieces: string[],
  totalCents: number,
  changes: Partial<OrderRequest> = {},
): OrderRequest {
  return {
    submission: crypto.randomUUID(),
    locale: 'de',
    pieces,
    seenTotalCents: totalCents,
    contact: { email: 'clara@beispiel.example', phone: null },
    invoiceAddress: claraBeispiel,
    delivery: { kind: 'collection', branchId: 'koeln' },
    payment: 'bank-transfer',
    giftWrap: false,
    note: '',
    consents: [],
    ...changes,
  }
}

/** The same as the checkout's form sends it, for one piece of `addRings`; each call is another form. */
export function orderFields(piece: string, changes: Record<string, string> = {}): Record<string, string> {
  return {
    intent: 'order',
    piece,
    submission: crypto.randomUUID(),
    total: '120000',
    email: `buyer-of-${piece}@beispiel.example`,
    name: 'Anna Beispiel',
    street: 'Domstraße 1',
    postalCode: '50668',
    city: 'Köln',
    country: 'DE',
    delivery: 'collection.koeln',
    payment: 'bank-transfer',
    ...changes,
  }
}

/** The order that `orderRequest` asks for; a refusal is an error. Pieces must be on sale, or held by the `holder`. */
export async function placed(
  db: Database,
  request: OrderRequest,
  taking: Partial<OrderTaking> = {},
): Promise<PlacedOrder> {
  const settings = taking.settings ?? (await readSettings(db))
  const by = { holder: `holder-${request.pieces[0]}`, client: null, online: true, ...taking, settings }
  const result = await placeOrder(db, request, by)
  if (!result.ok) throw new Error(result.reason)
  return result.order
}

/** An order of these pieces at what the shop says it costs, with its shipping: by courier unless told otherwise. */
export async function placedAtTotal(
  db: Database,
  pieces: string[],
  changes: Partial<OrderRequest> = {},
  taking: Partial<OrderTaking> = {},
): Promise<PlacedOrder> {
  const settings = taking.settings ?? (await readSettings(db))
  const by = { holder: `holder-${pieces[0]}`, client: null, online: true, ...taking, settings }
  const request = { delivery: { kind: 'courier', address: claraBeispiel } as const, ...changes }
  const asked = await placeOrder(db, orderRequest(pieces, 1, request), by)
  if (asked.ok || asked.reason !== 'total-changed') throw new Error(JSON.stringify(asked))
  return placed(db, orderRequest(pieces, asked.totalCents, request), by)
}

export const claraBeispiel: PostalAddress = {
  name: 'Clara Beispiel',
  company: null,
  street: 'Domstraße 1',
  extra: null,
  postalCode: '50668',
  city: 'Köln',
  country: 'DE',
}

/** Counts the statements a database executes while `run` runs, as they go over the wire. */
export async function countStatements<T>(
  connectionString: string,
  run: (db: Database) => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = []
  const pool = new pg.Pool({ connectionString, max: 1 })
  const client = await pool.connect()
  const closed = once(client, 'end')
  const query = client.query.bind(client)
  client.query = ((first: unknown, ...rest: unknown[]) => {
    statements.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return (query as (...all: unknown[]) => Promise<pg.QueryResult>)(first, ...rest).then(seen)
  }) as typeof client.query
  client.release()
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    return { result: await run(db), statements }
  } finally {
    await db.destroy()
    // The test's database is dropped next, which would break the connection off.
    await closed
  }
}

/** Moves the recorded steps of an order into the past; whoever asks when it was delivered goes by them. */
export async function backdate(db: Database, orderId: number, days: number): Promise<void> {
  await sql`alter table order_status_change disable trigger order_status_change_stays`.execute(db)
  await sql`update order_status_change set at = at - make_interval(days => ${days}) where order_id = ${orderId}`.execute(
    db,
  )
  await sql`alter table order_status_change enable trigger order_status_change_stays`.execute(db)
}
