import type { Database } from '#app/platform/database/database.ts'
import { bool, query, text } from '#app/platform/database/statement.ts'
import type { PaymentMethod } from './types.ts'

/** How money comes or goes in a branch; `in-branch` of earlier releases does not say whether it was cash. */
const branchChannels: readonly PaymentMethod[] = ['in-branch', 'cash', 'card']

/** Whether money of this kind lies in the till of a branch. */
export const isInBranch = (channel: PaymentMethod): boolean => branchChannels.includes(channel)

/**
 * In which branch money of an order is taken or paid out: the one that is `said`, else that in which the order is sold or
 * collected. Null: by no till, or nobody says in which.
 */
export async function branchOfMoney(
  db: Database,
  { orderId, channel, said }: { orderId: number; channel: PaymentMethod; said: string | null },
): Promise<string | null> {
  if (!isInBranch(channel)) return null
  const [row] = await query(db, { id: text, isSaid: bool })`
    select b.id, b.id = ${said}::text is true as "isSaid" from branch b
    where b.id = ${said} or b.id = (select delivery ->> 'branchId' from shop_order where id = ${orderId})
    order by 2 desc limit 1
  `
  return row?.id ?? null
}
