import { createHash } from 'node:crypto'
import type { Database } from '#app/platform/database/database.ts'
import {
  bytea,
  int8,
  nullable,
  oneOf,
  query,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { orderStatuses } from './order-status.ts'
import type { taxRules } from './tax-treatment.ts'

/** What was sold free of tax because it leaves the country, and so needs a proof that it did (§§ 9, 10, 17b UStDV). */
export const provedRules = [
  'export',
  'margin-export',
  'intra-community',
] as const satisfies readonly (typeof taxRules)[number][]

const largestFile = 20_000_000

export type ProofAdded =
  | { ok: true; id: number; repeated: boolean }
  | { ok: false; reason: 'no-such-order' | 'needs-none' | 'empty' | 'too-large' }

/** Keeps a proof with its order, as it came; the same file again changes nothing. */
export async function addExportProof(
  db: Database,
  proof: { order: string; document: string; fileName: string; content: Uint8Array; by: string },
): Promise<ProofAdded> {
  if (proof.content.byteLength === 0) return { ok: false, reason: 'empty' }
  if (proof.content.byteLength > largestFile) return { ok: false, reason: 'too-large' }
  const order = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', proof.order)
    .executeTakeFirst()
  if (!order) return { ok: false, reason: 'no-such-order' }
  const line = await db
    .selectFrom('order_line')
    .select('position')
    .where('order_id', '=', order.id)
    .where('tax_rule', 'in', provedRules)
    .executeTakeFirst()
  if (!line) return { ok: false, reason: 'needs-none' }
  const sha256 = createHash('sha256').update(proof.content).digest('hex')
  const written = await db
    .insertInto('export_proof')
    .values({
      order_id: order.id,
      document: proof.document,
      file_name: proof.fileName,
      content: Buffer.from(proof.content),
      sha256,
      by: proof.by,
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) return { ok: true, id: written.id, repeated: false }
  const earlier = await db
    .selectFrom('export_proof')
    .select('id')
    .where('order_id', '=', order.id)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return { ok: true, id: earlier.id, repeated: true }
}

const missing = {
  number: text,
  status: oneOf(orderStatuses),
  rules: texts,
  country: nullable(text),
  shipped_at: timestamptz,
}

/** Orders sold free of tax that have left the shop without a proof, those that left first in front. */
export async function missingProofs(db: Database) {
  return query(db, missing)`
    select o.number, o.status, array_agg(distinct l.tax_rule) as rules, o.delivery #>> '{address,country}' as country, left_at.at as shipped_at
    from shop_order o join order_line l on l.order_id = o.id and l.tax_rule = any(${[...provedRules]})
      join lateral (select min(at) as at from order_status_change c where c.order_id = o.id and c.event = 'ship') left_at
        on left_at.at is not null
    where not exists (select from export_proof p where p.order_id = o.id)
      -- what has come back was not exported in the end
      and exists (select from order_line k where k.order_id = o.id and k.tax_rule = any(${[...provedRules]}) and k.refunded_cents = 0)
    group by o.id, left_at.at order by left_at.at, o.id
  `
}

const kept = { id: int8, number: text, document: text, file_name: text, by: text, at: timestamptz }

/** The proofs kept with an order, oldest first. */
export async function proofsOf(db: Database, order: string) {
  return query(db, kept)`
    select p.id, o.number, p.document, p.file_name, p.by, p.at
    from export_proof p join shop_order o on o.id = p.order_id where o.number = ${order} order by p.id
  `
}

/** A proof's file as it came; null when there is none of that number. */
export async function proofFile(db: Database, id: number) {
  const [row] = await query(db, { file_name: text, content: bytea })`
    select file_name, content from export_proof where id = ${id}
  `
  return row ?? null
}
