import { type RawBuilder, sql } from 'kysely'
import type { Bilingual } from '#app/language/locales.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  json,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { bilingual } from './piece-shapes.ts'
import { type ProductStatus, productStatuses } from './product-status.ts'

/** What a piece must have before it is put on sale. */
export const needsOfSale = [
  'price',
  'photo',
  'description',
  'condition',
  'branch',
  'movement',
  'case-material',
  'type',
  'metal',
  'fine-weight',
] as const
export type SaleNeed = (typeof needsOfSale)[number]

export type RelistRefusal =
  | { reason: 'no-such-piece' }
  /** It is on sale, or reserved for somebody. */
  | { reason: 'on-sale' }
  /** It left the shop for good. */
  | { reason: 'withdrawn' | 'melted' }
  /** It is sold with this order and nothing says that it came back. */
  | { reason: 'sold'; order: string | null }
  /** It is sold with this order, which was withdrawn from, and is still on its way to us. */
  | { reason: 'on-its-way'; order: string }
  /** It came back with this order, which has not been inspected, or an open order has it. */
  | { reason: 'in-order'; order: string }
  /** Its buyer was told to keep it, or it was never looked for: only staff know that it is here. */
  | { reason: 'not-sent-back'; order: string }
  /** A register of stolen goods knows it, or is not sure. */
  | { reason: 'theft-register' }
  | { reason: 'incomplete'; missing: SaleNeed[] }

export type Relisted = { ok: true; from: ProductStatus; priceCents: number } | ({ ok: false } & RelistRefusal)

const columns = {
  id: text,
  status: oneOf(productStatuses),
  brand: nullable(text),
  name: json(bilingual),
  price_cents: nullable(int4),
  photo: bool,
  description: bool,
  condition: bool,
  branch: bool,
  movement: bool,
  case_material: bool,
  type: bool,
  metal: bool,
  fine_weight: bool,
  claimed_by: nullable(text),
  last_order: nullable(text),
  last_withdrawn: bool,
  kept_away: bool,
  theft: bool,
  since: timestamptz,
}
type PieceRow = Row<typeof columns>

/**
 * Puts a piece on sale that is here and complete, in one step for staff: one that came back after a sale, one that was
 * taken off sale, or a draft. It goes through all the states that the table of steps asks for, each recorded with `by`,
 * or through none. What came back counts as newly arrived, so its price is no reduction of the former one.
 * @param here staff have it in their hands although its return was waived
 */
export async function relistPiece(
  db: Database,
  id: string,
  { priceCents, by, here = false }: { priceCents: number | null; by: string; here?: boolean },
): Promise<Relisted> {
  return together(db, async (transaction): Promise<Relisted> => {
    // Claims before products, as everywhere: whoever buys or takes back a piece locks them in that order.
    await sql`select from claim c join product p on p.id = c.product_id where p.id = ${id} for update of c, p`.execute(
      transaction,
    )
    const [piece] = await readPiece(transaction, sql`p.id = ${id}`)
    if (!piece) return { ok: false, reason: 'no-such-piece' }
    const refusal = whyNot(piece, { priceCents, here })
    if (refusal) return { ok: false, ...refusal }
    await sql`select set_config('shop.actor', ${by}, true)`.execute(transaction)
    for (const status of wayToSale[piece.status] ?? []) {
      await sql`update product set status = ${status} where id = ${id}`.execute(transaction)
    }
    const price = priceCents ?? (piece.price_cents as number)
    await sql`update product set price_cents = ${price}, status = 'listed' where id = ${id}`.execute(
      transaction,
    )
    return { ok: true, from: piece.status, priceCents: price }
  })
}

/** The states between each and `listed`. */
const wayToSale: Partial<Record<ProductStatus, readonly ProductStatus[]>> = {
  draft: ['intake', 'preparing'],
  returned: ['intake', 'preparing'],
  intake: ['preparing'],
  preparing: [],
}

function whyNot(
  piece: PieceRow,
  { priceCents, here }: { priceCents: number | null; here: boolean },
): RelistRefusal | null {
  const { status, last_order: order, claimed_by } = piece
  if (status === 'listed' || status === 'reserved') return { reason: 'on-sale' }
  if (status === 'withdrawn' || status === 'melted') return { reason: status }
  if (status === 'sold')
    return order !== null && piece.last_withdrawn
      ? { reason: 'on-its-way', order }
      : { reason: 'sold', order }
  if (claimed_by !== null) return { reason: 'in-order', order: claimed_by }
  if (order !== null && piece.kept_away && !here) return { reason: 'not-sent-back', order }
  if (piece.theft) return { reason: 'theft-register' }
  const missing = missingOf(piece).filter((need) => need !== 'price' || priceCents === null)
  return missing.length > 0 ? { reason: 'incomplete', missing } : null
}

function missingOf(piece: PieceRow): SaleNeed[] {
  const has: Record<SaleNeed, boolean> = {
    price: piece.price_cents !== null,
    photo: piece.photo,
    description: piece.description,
    condition: piece.condition,
    branch: piece.branch,
    movement: piece.movement,
    'case-material': piece.case_material,
    type: piece.type,
    metal: piece.metal,
    'fine-weight': piece.fine_weight,
  }
  return needsOfSale.filter((need) => !has[need])
}

/** Of `product p`; its last order is the one that it was last sold with. */
function readPiece(db: Database, which: RawBuilder<unknown>) {
  const only = (kind: string, column: string) => sql`(p.kind <> ${kind} or p.${sql.ref(column)} is not null)`
  return query(db, columns)`
    select p.id, p.status, b.name as brand, p.name, p.price_cents,
      p.description is not null as description, p.condition is not null as condition,
      p.branch_id is not null as branch, exists (select from photo f where f.product_id = p.id) as photo,
      ${only('watch', 'movement')} as movement, ${only('watch', 'case_material')} as case_material,
      ${only('jewellery', 'jewellery_type')} as type, (p.kind = 'watch' or p.metal is not null) as metal,
      ${only('bullion', 'fine_grams')} as fine_weight, taken.number as claimed_by, o.number as last_order,
      coalesce(o.withdrawn, false) as last_withdrawn, coalesce(o.kept_away, false) as kept_away,
      coalesce((select t.result <> 'clear' from theft_check t where t.product_id = p.id
        order by t.checked_on desc, t.id desc limit 1), false) as theft,
      coalesce((select max(s.at) from product_status_change s where s.product_id = p.id), p.created_at) as since
    from product p
    left join brand b on b.id = p.brand_id
    left join claim c on c.product_id = p.id
    left join shop_order taken on taken.id = c.order_id
    left join lateral (
      select o.number, l.withdrawn_at is not null as withdrawn,
        -- Waived in the moment in which this very piece came back by name: others of its order may have come back indeed.
        exists (select from order_status_change w where w.order_id = o.id and w.event = 'waive-return'
          and w.at = (select max(s.at) from product_status_change s where s.product_id = p.id and s.to_status = 'returned')
          and not exists (select from product_status_change s
            where s.product_id = p.id and s.event = 'list' and s.at > w.at))
        and exists (select from order_status_change s where s.order_id = o.id
          and s.event in ('ship', 'hand-over', 'deliver')) as kept_away
      from order_line l join shop_order o on o.id = l.order_id
      where l.product_id = p.id and exists (select from order_status_change s
        where s.order_id = o.id and s.event in ('pay', 'revive'))
      order by o.id desc limit 1
    ) o on true
    where ${which}
    order by since, p.id
  `
}

/** A piece as staff see it before they put it on sale. */
export type StaffPiece = {
  id: string
  status: ProductStatus
  brand: string | null
  name: Bilingual
  priceCents: number | null
  /** Since when it is in its state. */
  since: Date
  /** The order that it was last sold with. */
  lastOrder: string | null
  /** What keeps it from being put on sale; `null`: nothing. */
  refusal: RelistRefusal | null
}

const seen = (row: PieceRow): StaffPiece => ({
  id: row.id,
  status: row.status,
  brand: row.brand,
  name: row.name,
  priceCents: row.price_cents,
  since: row.since,
  lastOrder: row.last_order,
  refusal: whyNot(row, { priceCents: null, here: false }),
})

/** The pieces that came back after a sale and are not on sale again, those that wait longest first. */
export async function piecesThatCameBack(db: Database): Promise<StaffPiece[]> {
  // The office's list knows them; which pieces of all were ever taken back takes longer to find out.
  return (await readPiece(db, sql`p.id in (select product_id from stock_entry where came_back)`)).map(seen)
}

export type PieceStep = { event: string; from: string; to: string; at: Date; by: string | null }

/** One piece with all that happened to it, oldest first; `null`: there is none of this number. */
export async function findStaffPiece(
  db: Database,
  id: string,
): Promise<(StaffPiece & { steps: PieceStep[] }) | null> {
  const [row] = await readPiece(db, sql`p.id = ${id}`)
  if (!row) return null
  const steps = await db
    .selectFrom('product_status_change')
    .select(['event', 'from_status as from', 'to_status as to', 'at', 'actor as by'])
    .where('product_id', '=', id)
    .orderBy('id')
    .execute()
  // Steps of orders name staff as the orders' own histories do.
  return {
    ...seen(row),
    steps: steps.map((step) => ({ ...step, by: step.by?.replace(/^staff:/, '') ?? null })),
  }
}
