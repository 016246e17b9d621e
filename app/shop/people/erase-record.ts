import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { forgetAppointment } from '#app/shop/appointments/reminders.ts'
import { forgetSellRequest } from '#app/shop/buying/erase-sellers-data.ts'
import { forgetReservation } from '#app/shop/counter/reservation.ts'
import { forgetMessage } from '#app/shop/enquiries/contact-message.ts'
import { forgetLabelFile } from '#app/shop/label-file.ts'
import {
  eraseMailsOfAddresses,
  eraseMailsOfAlerts,
  eraseMailsOfOrder,
  eraseMailsOfWithdrawal,
} from '#app/shop/mail-retention.ts'
import { forgetInspectionPhotos } from '#app/shop/withdrawals/inspection-photos.ts'
import type { ErasedPart } from './plan-erasure.ts'
import type { RecordRef } from './record-kinds.ts'

/** What stands where a name stood: sums, numbers, dates and pieces stay, so that books and statistics do. */
const nobody = '–––'
const noAddress = JSON.stringify({
  ...{
    name: nobody,
    company: null,
    street: nobody,
    extra: null,
    postalCode: '–',
    city: nobody,
    country: 'DE',
  },
})

/**
 * Erases a part of a record, in the transaction of whoever calls it; files go once that is kept (`eraseNotedFiles`). Receipts of purchases and identification records are not
 * among it: they are erased when their time is over (`app/shop/buying/erase-sellers-data.ts`).
 */
export async function erasePart(
  db: Database,
  { kind, ref, part }: RecordRef & { part: ErasedPart },
  { now }: { now: Date },
): Promise<void> {
  if (kind === 'order') return part === 'extras' ? eraseExtras(db, ref) : eraseOrder(db, ref)
  if (kind === 'sell-request') return forgetSellRequest(db, ref)
  if (kind === 'enquiry') return forgetMessage(db, ref)
  if (kind === 'appointment') return forgetAppointment(db, ref, now)
  if (kind === 'reservation') return forgetReservation(db, ref)
  if (kind === 'withdrawal') return eraseWithdrawals(db, sql`id = ${ref} and order_id is null`)
  return endAlert(db, ref, now)
}

/** As when its owner ends it: the address is gone, in the mails about it too. */
async function endAlert(db: Database, id: number, now: Date): Promise<void> {
  const alert = await db
    .updateTable('stock_alert')
    .set((eb) => ({ email: null, left_at: eb.fn.coalesce('left_at', eb.val(now)) }))
    .where('id', '=', id)
    .returning('token')
    .executeTakeFirst()
  if (alert) await eraseMailsOfAlerts(db, [alert.token])
}

/** Of an order that is kept: what no duty is about. */
async function eraseExtras(db: Database, order: number): Promise<void> {
  await forgetLabelFile(db, { order })
  await eraseMailsOfAddresses(db, order)
  await sql`update shop_order set phone = null, note = '', client = null where id = ${order}`.execute(db)
  // Why it cost less is on no document: it was for staff alone.
  await erasing(db, async () => {
    await sql`update order_entry set reason = null where order_id = ${order} and kind = 'discount'`.execute(
      db,
    )
    // Where it would have gone, or went: that stands in the order as long as it is kept.
    await sql`update order_entry set detail = '{}' where order_id = ${order} and kind = 'address'`.execute(db)
  })
}

/** Everything of an order that names its buyer, the invoices and declarations of withdrawal among it. */
async function eraseOrder(db: Database, order: number): Promise<void> {
  await eraseExtras(db, order)
  await eraseMailsOfOrder(db, order)
  await eraseWithdrawals(db, sql`order_id = ${order}`)
  await db.deleteFrom('order_note').where('order_id', '=', order).execute()
  await erasing(db, async () => {
    await sql`update order_entry set reason = ${nobody} where order_id = ${order} and reason is not null`.execute(
      db,
    )
    await sql`update money set reason = ${nobody} where order_id = ${order} and reason is not null`.execute(
      db,
    )
    await sql`
      update invoice set content = content
        || jsonb_build_object('buyer', ${noAddress}::jsonb || jsonb_build_object('country', content -> 'buyer' -> 'country'))
        || case when content -> 'buyerVatId' <> 'null' then jsonb_build_object('buyerVatId', ${nobody}::text) else '{}' end
      where order_id = ${order}
    `.execute(db)
    await sql`
      update shop_order set email = ${nobody}, forgotten_at = now(), tracking = null,
        vat_id = case when vat_id is null then null else vat_id || jsonb_build_object('id', ${nobody}::text) end,
        invoice_address = ${noAddress}::jsonb || jsonb_build_object('country', invoice_address -> 'country'),
        delivery = case when delivery ->> 'kind' = 'courier' then jsonb_set(delivery, '{address}',
          ${noAddress}::jsonb || jsonb_build_object('country', delivery -> 'address' -> 'country')) else delivery end
      where id = ${order} and forgotten_at is null
    `.execute(db)
  })
}

async function eraseWithdrawals(db: Database, which: ReturnType<typeof sql>): Promise<void> {
  const rows = await query(db, { id: int8 })`
    select id from withdrawal where ${which} and email <> ${nobody}`
  for (const { id } of rows) {
    await eraseMailsOfWithdrawal(db, id)
    await forgetInspectionPhotos(db, id)
  }
  await erasing(db, async () => {
    await sql`
      update withdrawal set name = ${nobody}, email = ${nobody}, comment = '',
        contract = case when order_id is null then ${nobody} else contract end
      where ${which} and email <> ${nobody}
    `.execute(db)
  })
}

/** Lets records that never change lose whom they are about, and nothing else does meanwhile. */
async function erasing(db: Database, work: () => Promise<void>): Promise<void> {
  await sql`select set_config('shop.erases', 'people', true)`.execute(db)
  await work()
  await sql`select set_config('shop.erases', '', true)`.execute(db)
}
