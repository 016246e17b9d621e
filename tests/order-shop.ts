import { sql } from 'kysely'
import { bool, value } from '#app/platform/database/statement.ts'
import type { OrderRequest } from '#app/shop/checkout/types.ts'
import { order as orderCommand } from '#commands/order.ts'
import { addRings, claraBeispiel, orderRequest, placed } from './checkout.ts'
import type { testDatabase } from './database.ts'
import { typed } from './run-typed-command.ts'

export const byCourier = { delivery: { kind: 'courier', address: claraBeispiel } } as const

/** Staff at a test's shop: they type `npm run order`, and buyers order rings for 1,200 EUR. */
export function orderShop(database: ReturnType<typeof testDatabase>, firstPiece: number) {
  let next = firstPiece
  return {
    /** What the command prints, or why it refuses. */
    async order(...words: string[]): Promise<string> {
      const env = { DATABASE_URL: database.connectionString, SITE_URL: 'https://shop.test' }
      const { code, out, err } = await typed(orderCommand, [...words, '--by', 'Berta Kasse'], env)
      if (code === 0) return out.trimEnd()
      if (/^ {4}at /m.test(err)) throw new Error(err)
      return err.trimEnd()
    },
    async ordered(changes: Partial<OrderRequest> = {}, count = 1) {
      const pieces = Array.from({ length: count }, () => String(next++))
      await addRings(database.db, pieces)
      const shipping = changes.delivery?.kind === 'courier' ? 4_900 : 0
      const request = orderRequest(pieces, 120_000 * count + shipping, changes)
      return { ...(await placed(database.db, request)), pieces }
    },
    /** Entries of an order's money, newest last. */
    async entries(id: number): Promise<string[]> {
      const rows = await database.db
        .selectFrom('money')
        .select('id')
        .where('order_id', '=', id)
        .orderBy('id')
        .execute()
      return rows.map((row) => String(row.id))
    },
    /** Kinds of mails about an order that are due, wait for their minutes, were sent, or were taken back. */
    async mails(id: number, which: 'due' | 'waiting' | 'sent' | 'withdrawn'): Promise<string[]> {
      const is = {
        due: value(bool)`sent_at is null and withdrawn_at is null and next_try_at <= now()`,
        waiting: value(
          bool,
        )`sent_at is null and withdrawn_at is null and next_try_at > now() + interval '4 minutes'`,
        sent: value(bool)`sent_at is not null`,
        withdrawn: value(bool)`withdrawn_at is not null`,
      }[which]
      const rows = await database.db
        .selectFrom('mail_outbox')
        .select('kind')
        .where(value(bool)`payload @> ${JSON.stringify({ order: id })}::jsonb`)
        .where(is)
        .orderBy('id')
        .execute()
      return rows.map(({ kind }) => kind)
    },
    /** As if everything that is due had gone out. */
    async sendMails(): Promise<void> {
      await sql`update mail_outbox set sent_at = now() where sent_at is null and withdrawn_at is null and next_try_at <= now()`.execute(
        database.db,
      )
    },
  }
}
