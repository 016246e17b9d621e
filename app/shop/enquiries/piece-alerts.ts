import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, int8, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { eraseMailsOfAlerts } from '#app/shop/mail-retention.ts'
import { type AlertSaved, type AskedBy, subscribe } from './subscribe.ts'

/** Alerts looked at in one go. */
const atOnce = 200

/** States after which a piece is not offered again by itself: whoever waits for it waits no longer. */
const gone = ['sold', 'withdrawn', 'melted']

/** `no-such-piece`: it is not shown, or sold: there is nothing to wait for. */
export type PieceAlertSaved = AlertSaved | { ok: false; reason: 'no-such-piece' }

/**
 * Remembers that somebody wants to be told when a piece costs less than now and, where it is reserved now, when it can be
 * had again. It is confirmed by mail as alerts of listings are, and counts among them.
 */
export async function subscribePieceAlert(
  db: Database,
  asked: { email: string; locale: Locale; piece: string; now: Date },
  by: AskedBy = {},
): Promise<PieceAlertSaved> {
  const piece = await findProduct(db, asked.piece, null)
  if (piece === null || (piece.status !== 'available' && piece.status !== 'reserved'))
    return { ok: false, reason: 'no-such-piece' }
  const { email, locale, now } = asked
  return subscribe(
    db,
    {
      email,
      locale,
      now,
      // Its number is the piece, whatever it is called in the address.
      path: `/en/products/piece/${piece.id}`,
      piece: { id: piece.id, cents: piece.priceCents, waits: piece.status === 'reserved' },
    },
    by,
  )
}

const due = {
  id: int8,
  token: text,
  email: nullable(text),
  locale: oneOf(['de', 'en']),
  product_id: nullable(text),
  seen_cents: nullable(int4),
  waits: bool,
  price_cents: int4,
  gone: bool,
}

/**
 * Writes a mail for every confirmed alert whose piece costs less (price alert) or can be had again, each news once
 * however many processes look, without a limit a day; and ends the alerts of pieces that are sold. The job `alerts of
 * pieces` of server/jobs.ts calls it.
 * @returns how many alerts there was something to do for
 */
export async function notifyPieceAlerts(db: Database, now: Date): Promise<number> {
  const found = await query(db, due)`
    select a.id, a.token, a.email, a.locale, a.product_id, a.seen_cents, a.waits, p.price_cents,
      p.status = any(${gone}::text[]) as gone
    from stock_alert a join product p on p.id = a.product_id
    where a.left_at is null and a.confirmed_at is not null and p.price_cents is not null
      and (p.status = any(${gone}::text[])
        or p.status = 'listed' and (a.waits or p.price_cents < a.seen_cents))
    order by a.id limit ${atOnce}`
  let done = 0
  for (const alert of found) {
    const { id, token, email, product_id: piece, seen_cents: seen, price_cents: cents } = alert
    if (piece === null || seen === null || email === null) continue
    done += await db.transaction().execute(async (transaction) => {
      const untold = transaction
        .updateTable('stock_alert')
        .where('id', '=', id)
        .where('left_at', 'is', null)
        .where('waits', '=', alert.waits)
        .where('seen_cents', '=', seen)
      if (alert.gone) {
        await untold.set({ email: null, left_at: now, waits: false }).execute()
        await eraseMailsOfAlerts(transaction, [token])
        return 1
      }
      // Whoever waited and finds it dearer than before is not told of that price as a lower one later.
      const told = await untold
        .set({ waits: false, seen_cents: sql`least(seen_cents, ${cents}::int)` })
        .returning('id')
        .executeTakeFirst()
      if (!told) return 0
      await enqueueMails(transaction, [
        {
          reason: `alert:${id}:piece:${now.toISOString()}`,
          kind: 'alert-piece',
          locale: alert.locale,
          recipient: email,
          payload: { token, piece, free: alert.waits, cents, beforeCents: cents < seen ? seen : null },
        },
      ])
      return 1
    })
  }
  return done
}
