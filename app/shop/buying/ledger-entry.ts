import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { date, int4, json, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'

/** The next `count` numbers of the ledger, without gaps: they go back with the transaction that fails. Returns the first. */
export async function nextLedgerNumbers(db: Database, count: number): Promise<number> {
  const rows = await query(db, { last: int4 })`
    insert into counter (series, value) values ('ledger', ${count}::int)
    on conflict (series) do update set value = counter.value + ${count}::int
    returning value as last
  `
  return (rows[0]?.last as number) - count + 1
}

/**
 * Whether `product p` has no row in the ledger and needs one: it is with us, or what was paid for it is known. A draft
 * alone may be a mistake, and so may one that was withdrawn. Those without a row are few, and found by two indexes first.
 */
export const isMissing = sql`(p.id = any (array(select without.id from product without
    where not exists (select from ledger has where has.product_id = without.id)))
  and (p.status not in ('draft', 'withdrawn')
    or exists (select from product_staff k where k.product_id = p.id and k.cost_cents is not null)
    or exists (select from product_status_change c where c.product_id = p.id and c.from_status <> 'draft')))`

const missingPiece = {
  id: text,
  kind: oneOf(pieceKinds),
  brand: nullable(text),
  name: json(bilingual),
  reference: nullable(text),
  cost_cents: nullable(int4),
  acquired_on: nullable(date),
}

/**
 * Gives every piece that needs one its row in the ledger, whoever entered it and however it is taxed: with what staff
 * know of its purchase, which may be nothing. At most `limit`; returns how many.
 */
export async function enterPieces(db: Database, limit: number): Promise<number> {
  await learnCosts(db)
  // Whoever buys a piece has it locked; it waits for the next run instead of this waiting for them.
  const pieces = await query(db, missingPiece)`
    select p.id, p.kind, b.name as brand, p.name, r.number as reference, s.cost_cents, s.acquired_on
    from product p left join product_staff s on s.product_id = p.id
      left join brand b on b.id = p.brand_id left join reference r on r.id = p.reference_id
    where ${isMissing}
    order by coalesce(s.acquired_on, p.created_at::date), p.id limit ${limit} for no key update of p skip locked
  `
  if (pieces.length === 0) return 0
  const first = await nextLedgerNumbers(db, pieces.length)
  const numbered = pieces.map((piece, at) => ({ ...piece, number: first + at }))
  await db
    .insertInto('ledger')
    .values(
      numbered.map((piece) => ({
        number: piece.number,
        acquired_on: piece.acquired_on,
        title: titleOf(piece),
        kind: piece.kind,
        purchase_cents: piece.cost_cents,
        product_id: piece.id,
      })),
    )
    .execute()
  await db
    .insertInto('product_staff')
    .values(numbered.map(({ id, number }) => ({ product_id: id, ledger_number: number })))
    .onConflict((conflict) =>
      conflict
        .column('product_id')
        .doUpdateSet(({ ref }) => ({ ledger_number: ref('excluded.ledger_number') })),
    )
    .execute()
  return pieces.length
}

/** “Rolex Submariner Date 116610LN” */
function titleOf({
  brand,
  name,
  reference,
}: {
  brand: string | null
  name: { de: string }
  reference: string | null
}) {
  const named = brand !== null && name.de.includes(brand) ? null : brand
  return [named, name.de, reference].filter(Boolean).join(' ')
}

/** What staff learned of a purchase later; once the ledger has reckoned without it, see `recordLearnedCosts`. */
async function learnCosts(db: Database): Promise<void> {
  await sql`
    update ledger l set purchase_cents = coalesce(l.purchase_cents, s.cost_cents),
      acquired_on = coalesce(l.acquired_on, s.acquired_on)
    from product_staff s
    where s.product_id = l.product_id and l.purchase_id is null
      and ((l.purchase_cents is null and s.cost_cents is not null) or (l.acquired_on is null and s.acquired_on is not null))
      and not exists (select from ledger_exit e where e.ledger_number = l.number)
  `.execute(db)
}
