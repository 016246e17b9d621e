import type pg from 'pg'
import { int4, query } from '#app/platform/database/statement.ts'
import { StartFault } from '#app/platform/start-fault.ts'

/** What a backup notes of the shop, to be compared after a restore. */
export async function countedRows(client: pg.Client): Promise<Record<string, number>> {
  const [row] = await query(client, { pieces: int4, orders: int4, photos: int4 })`
    select (select count(*) from product)::int4 as pieces, (select count(*) from shop_order)::int4 as orders,
      (select count(*) from photo)::int4 as photos`
  return row ?? {}
}

/** @throws {StartFault} when orders are missing, which nobody ever removes, or a table that was filled is empty */
export function requireRows(noted: Record<string, number>, found: Record<string, number>): void {
  for (const [name, count] of Object.entries(noted)) {
    const now = found[name] ?? 0
    if (now < count && (name === 'orders' || now === 0))
      throw new StartFault(`The restored database holds ${now} ${name}, the backup noted ${count}.`)
  }
}
