import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import type { DB } from '#app/platform/database/tables.ts'
import type { Secret } from '#app/platform/secrets.ts'
import type { PieceNames } from '#app/shop/catalogue/piece-names.ts'
import { sealSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { proposeAltAnew } from '#app/shop/piece-photos/propose-alt.ts'
import type { RowPlan } from './plan-rows.ts'

/**
 * Writes what rows plan, within the caller's transaction: new pieces as drafts, known ones where they differ. A row that
 * a rule of the database refuses is left out and becomes faulty; the others stay.
 */
export async function writeRows(
  transaction: Database,
  plans: readonly RowPlan[],
  { names, secret }: { names: PieceNames; secret: Secret },
): Promise<RowPlan[]> {
  const done: RowPlan[] = []
  for (const plan of plans) {
    if (!plan.write || plan.outcome === 'same' || plan.outcome === 'faulty') {
      done.push(plan)
      continue
    }
    const columns = plan.write.names ? await names.columns(transaction, plan.write.names) : {}
    await sql`savepoint row`.execute(transaction)
    try {
      done.push({ ...plan, id: await writeRow(transaction, plan, columns, secret) })
      await sql`release savepoint row`.execute(transaction)
    } catch (error) {
      const { constraint, code } = error as { constraint?: string; code?: string }
      // Of class 22 and 23: what was given breaks a rule. Everything else is no fault of the row.
      if (!code || !/^2[23]/.test(code)) throw error
      await sql`rollback to savepoint row`.execute(transaction)
      done.push({
        ...plan,
        outcome: 'faulty',
        faults: [
          {
            row: plan.row,
            column: '',
            field: null,
            given: '',
            reason: 'refused',
            values: { rule: constraint ?? code },
          },
        ],
      })
    }
  }
  return done
}

async function writeRow(
  db: Database,
  { id: given, write }: RowPlan,
  names: Partial<Record<string, number | null>>,
  secret: Secret,
): Promise<string> {
  if (!write) throw new Error('a row without a plan')
  const sealed = write.serial === null ? null : sealSerial(write.serial, secret)
  const columns: Record<string, unknown> = { ...names, ...(sealed && { serial_masked: sealed.masked }) }
  for (const [name, value] of Object.entries(write.product))
    columns[name] =
      value !== null && typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value
  const id = given ?? (await nextStockNumber(db))
  if (!write.existing)
    await db
      .insertInto('product')
      .values({ ...columns, id, status: 'draft' } as Insertable<DB['product']>)
      .execute()
  else if (Object.keys(columns).length > 0)
    await db
      .updateTable('product')
      .set(columns as Updateable<DB['product']>)
      .where('id', '=', id)
      .execute()
  if (write.existing && write.product.name) await proposeAltAnew(db, id)
  const staff = {
    ...write.staff,
    ...(sealed && { serial_encrypted: sealed.encrypted, serial_hash: sealed.hash }),
  } as Partial<Insertable<DB['product_staff']>>
  if (Object.keys(staff).length > 0)
    await db
      .insertInto('product_staff')
      .values({ ...staff, product_id: id })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(staff))
      .execute()
  return id
}

/** The next stock number that no piece has: lists may have brought their own. */
async function nextStockNumber(db: Database): Promise<string> {
  for (;;) {
    const [row] = await query(db, { id: text })`
      select n::text as id from (select nextval('stock_number') as n) as next
      where not exists (select from product where id = n::text)
    `
    if (row) return row.id
  }
}

/**
 * Numbers given out from now on lie above those that a list brought, so that whoever takes the next one finds it free;
 * a list that numbers from very high on leaves the shop its own row of numbers.
 */
export async function raiseStockNumbers(db: Database): Promise<void> {
  await sql`select setval('stock_number', greatest(
    (select coalesce(max(id::int) filter (where id::int < 90000000), 10000) from product),
    (select last_value from stock_number)))`.execute(db)
}
