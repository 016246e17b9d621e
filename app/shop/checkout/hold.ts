import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  int8,
  now,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { isExamined } from '#app/shop/catalogue/examined.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { type HeldAt, heldAtBy } from '#app/shop/counter/counter-hold.ts'
import { roomFor } from './room.ts'
import type { Hold, HoldResult, PieceState, TakenPiece } from './types.ts'

/** How long entering the checkout keeps pieces for a buyer, minutes. */
export const holdMinutes = 15
/** A try to pay leaves at least this long … */
const paymentMinutes = 10
/** … but no hold lasts longer than this, minutes. */
const longestHold = 30
/** A client that has held a piece for so long without a pause of `pauseMinutes` lets others have a chance. */
const longestSeries = 60
const pauseMinutes = 30
const claimed = {
  piece: text,
  status: nullable(oneOf(productStatuses)),
  order_id: nullable(int8),
  holder: nullable(text),
  live: nullable(bool),
  examined: nullable(bool),
}

/**
 * Holds all pieces for a buyer, or none: one statement, by the database's clock, for 15 minutes from the first
 * time. Pieces whose hold has run out are taken over; holding again what one holds changes nothing. While held, a
 * piece is `reserved` in the catalogue.
 * @param holder unguessable token of the checkout, in a cookie of the buyer's
 * @param client pseudonym of the buyer's address (`clientKey`); null when it is not known, then the holder is the client
 */
export async function holdProducts(
  db: Database,
  { pieces, holder, client }: { pieces: readonly string[]; holder: string; client: string | null },
): Promise<HoldResult> {
  const wanted = [...new Set(pieces)]
  if (wanted.length === 0) return { ok: false, reason: 'nothing-to-hold' }
  // Without an address the checkout itself counts: a page that holds again and again must pause, too.
  const who = client ?? `holder ${holder}`
  const rows = await query(db, {
    ...claimed,
    taken_until: nullable(timestamptz),
    resting: nullable(int4),
    room: int4,
    now: timestamptz,
  })`
    with room as materialized (${roomFor(who, holder)}), free as materialized (
      -- Locked in one order, so that two carts with the same pieces never wait for each other in a circle; whoever
      -- had to wait looks again at what the other one left.
      select c.product_id
      from claim c join product p on p.id = c.product_id
      where c.product_id = any(${wanted}) and c.order_id is null
        and case when c.holder is null then p.status = 'listed'
          else p.status in ('listed', 'reserved') and (c.holder = ${holder} or c.held_until <= now()) end
        and not ${isResting(who, holder)} and (select pieces from room) >= ${wanted.length}
      order by c.product_id
      for update of c, p
    ), taken as (
      update claim c set
        holder = ${holder},
        held_since = case when ${isOwnHold(holder)} then c.held_since else now() end,
        held_until = case when ${isOwnHold(holder)} then c.held_until else now() + make_interval(mins => ${holdMinutes}) end,
        last_client = ${who},
        last_since = case when c.last_client = ${who} and c.last_until > now() - make_interval(mins => ${pauseMinutes})
          then c.last_since else now() end,
        last_until = case when ${isOwnHold(holder)} then c.held_until else now() + make_interval(mins => ${holdMinutes}) end
      from free where c.product_id = free.product_id and (select count(*) from free) = ${wanted.length}
      returning c.product_id, c.held_until
    ), shown as (
      update product p set status = 'reserved' from taken where p.id = taken.product_id and p.status = 'listed'
    )
    select w.piece, p.status, c.order_id, c.holder, c.held_until > now() as live, ${isExamined} as examined,
      t.held_until as taken_until,
      case when ${isResting(who, holder)} then
        extract(epoch from c.last_until + make_interval(mins => ${pauseMinutes}) - now())::int end as resting,
      (select pieces from room) as room, now() as now
    from unnest(${wanted}::text[]) with ordinality as w (piece, position)
    left join product p on p.id = w.piece
    left join claim c on c.product_id = w.piece
    left join taken t on t.product_id = w.piece
    order by w.position
  `

  const until = rows.flatMap((row) => (row.taken_until ? [row.taken_until.getTime()] : []))
  if (until.length === wanted.length) {
    const now = rows[0]?.now ?? new Date()
    return { ok: true, hold: { pieces: wanted, until: new Date(Math.min(...until)), now } }
  }
  const taken = rows.flatMap((row): TakenPiece[] => {
    const state = stateOf(row, holder)
    return state === 'available' || state === 'yours' ? [] : [{ piece: row.piece, state }]
  })
  if (taken.length > 0) return { ok: false, reason: 'taken', pieces: taken }
  const resting = rows.flatMap((row) => (row.resting === null ? [] : [row.resting]))
  if (resting.length > 0) return { ok: false, reason: 'too-often', retryAfter: Math.max(1, ...resting) }
  const room = rows[0]?.room ?? 0
  if (room < wanted.length)
    return { ok: false, reason: 'too-often', room: Math.max(0, room), retryAfter: holdMinutes * 60 }
  // Free when the statement began, taken by somebody while it waited.
  return { ok: false, reason: 'taken', pieces: await whatOthersTook(db, wanted, holder) }
}

const isOwnHold = (holder: string) => sql`(c.holder = ${holder} and c.held_until > now())`

/** A client that must pause; what it still holds stays its own. */
const isResting = (client: string, holder: string) => sql`coalesce(
  c.last_client = ${client} and not coalesce(${isOwnHold(holder)}, false)
  and c.last_until > now() - make_interval(mins => ${pauseMinutes})
  and c.last_since <= now() - make_interval(mins => ${longestSeries}), false)`

async function whatOthersTook(
  db: Database,
  pieces: readonly string[],
  holder: string,
): Promise<TakenPiece[]> {
  const states = await pieceStates(db, { pieces, holder })
  const taken = [...states].flatMap(([piece, state]) =>
    state === 'available' || state === 'yours' ? [] : [{ piece, state }],
  )
  // Let go again meanwhile: the buyer is told the piece was held, and finds it free at the next try.
  return taken.length > 0 ? taken : pieces.map((piece) => ({ piece, state: 'reserved' as const }))
}

/** What each piece is to this holder right now; by the database's clock, so that a hold that ran out does not count. */
export async function pieceStates(
  db: Database,
  { pieces, holder }: { pieces: readonly string[]; holder: string | null },
): Promise<Map<string, PieceState>> {
  const rows = await query(db, claimed)`
    select p.id as piece, p.status, c.order_id, c.holder, c.held_until > now() as live, ${isExamined} as examined
    from product p left join claim c on c.product_id = p.id where p.id = any(${pieces})
  `
  const states = new Map(rows.map((row) => [row.piece, stateOf(row, holder)]))
  return new Map(pieces.map((piece) => [piece, states.get(piece) ?? 'gone']))
}

/** Until when others at the checkout hold pieces; a piece that an order has, or nobody holds, is not named. */
export async function heldUntil(
  db: Database,
  { pieces, holder }: { pieces: readonly string[]; holder: string },
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('claim')
    .select(['product_id', 'held_until'])
    .where('product_id', 'in', pieces)
    .where('holder', '<>', holder)
    // What staff keep, for a sale or a reservation, is not free again in minutes.
    .where('holder', 'not like', '% %')
    .where('held_until', '>', now)
    .execute()
  return new Map(rows.flatMap((row) => (row.held_until ? [[row.product_id, row.held_until] as const] : [])))
}

function stateOf(row: Row<typeof claimed>, holder: string | null): PieceState {
  if (row.status === 'sold') return 'sold'
  if (row.status !== 'listed' && row.status !== 'reserved') return row.examined ? 'examined' : 'gone'
  if (row.order_id !== null) return 'reserved'
  if (row.holder === null) return row.status === 'listed' ? 'available' : 'reserved'
  if (!row.live) return 'available'
  return row.holder === holder ? 'yours' : 'reserved'
}

/** The buyer's live hold, `null` when there is none. */
export async function findHold(db: Database, holder: string): Promise<Hold | null> {
  const rows = await db
    .selectFrom('claim')
    .select(['product_id', 'held_until', now.as('now')])
    .where('holder', '=', holder)
    .where('held_until', '>', now)
    .orderBy('product_id')
    .execute()
  const [first] = rows
  if (!first) return null
  const until = Math.min(...rows.map((row) => row.held_until?.getTime() ?? 0))
  return { pieces: rows.map((row) => row.product_id), until: new Date(until), now: first.now }
}

/**
 * Gives a buyer who is about to pay at least ten minutes more, up to 30 from when the hold began. A hold that ran
 * out is not revived: hold again. Returns the hold, `null` when there is none.
 */
export async function extendHold(db: Database, holder: string): Promise<Hold | null> {
  const longer = sql`greatest(c.held_until, least(now() + make_interval(mins => ${paymentMinutes}),
    c.held_since + make_interval(mins => ${longestHold})))`
  await sql`
    with mine as materialized (
      select product_id from claim where holder = ${holder} and held_until > now() order by product_id for update
    )
    update claim c set held_until = ${longer}, last_until = case when last_client is null then null else ${longer} end from mine where c.product_id = mine.product_id
  `.execute(db)
  return findHold(db, holder)
}

/** Lets go of what a buyer holds, or of some pieces of it: on leaving, or when one is taken out of the cart. */
export async function releaseHold(
  db: Database,
  { holder, pieces }: { holder: string; pieces?: readonly string[] },
): Promise<void> {
  await letGo(
    db,
    pieces ? sql`c.holder = ${holder} and c.product_id = any(${pieces})` : sql`c.holder = ${holder}`,
  )
}

/**
 * Puts pieces whose hold has run out back on sale. Only tidiness: they can be taken over without it. Returns
 * how many.
 */
export async function releaseExpiredHolds(db: Database): Promise<number> {
  return letGo(db, sql`c.held_until <= now()`, sql`skip locked`)
}

async function letGo(db: Database, which: ReturnType<typeof sql>, locking = sql``): Promise<number> {
  const rows = await query(db, { count: int4 })`
    with gone as materialized (
      select c.product_id from claim c join product p on p.id = c.product_id
      where c.holder is not null and ${which} order by c.product_id for update of c, p ${locking}
    ), freed as (
      update claim c set holder = null, held_since = null, held_until = null, 
        last_until = case when c.last_client is null then null else least(c.held_until, now()) end
      from gone where c.product_id = gone.product_id
    ), shown as (
      update product p set status = 'listed' from gone where p.id = gone.product_id and p.status = 'reserved'
    )
    select count(*)::int as count from gone
  `
  return rows[0]?.count ?? 0
}

/** A live hold as staff see it. */
export type StaffHold = { piece: string; at: HeldAt; since: Date; until: Date }

/** Every live hold, the one that ends first in front. */
export async function liveHolds(db: Database): Promise<StaffHold[]> {
  const rows = await db
    .selectFrom('claim')
    .select(['product_id', 'holder', 'held_since', 'held_until'])
    .where('held_until', '>', now)
    .orderBy('held_until')
    .execute()
  return rows.flatMap((row) =>
    row.holder && row.held_since && row.held_until
      ? [
          {
            ...{ piece: row.product_id, at: heldAtBy(row.holder) },
            ...{ since: row.held_since, until: row.held_until },
          },
        ]
      : [],
  )
}
