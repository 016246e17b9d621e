import type { Database } from '#app/platform/database/database.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import type { RecordRef } from './record-kinds.ts'

/** Who a record names, as it can be mended (Art. 16 GDPR). Empty: there is none. */
export type Contact = {
  name: string
  email: string
  phone: string
  street: string
  postalCode: string
  city: string
}

/**
 * - `issued`: an invoice says name and address, which another one alone mends; mail address and telephone can be mended
 * - `over`: the order or the deal has ended
 * - `not-kept-here`: an alert or a declaration, which are as their person wrote them
 * - `forgotten`: nothing is kept of it
 */
export type WhyNotCorrected = 'issued' | 'over' | 'not-kept-here' | 'forgotten'
export type Correctable =
  /** `why`: `issued` where only mail address and telephone can be mended; `needs`: what it cannot be without. */
  | { contact: Contact; why: null | 'issued'; needs: readonly (keyof Contact)[] }
  | { contact: null; why: Exclude<WhyNotCorrected, 'issued'> }

type StoredAddress = { street?: string; postalCode?: string; city?: string; name?: string } | null

const contactOf = (
  row: { name: string | null; email: string | null; phone: string | null },
  address: StoredAddress,
): Contact => ({
  ...{ name: row.name ?? '', email: row.email ?? '', phone: row.phone ?? '' },
  ...{ street: address?.street ?? '', postalCode: address?.postalCode ?? '', city: address?.city ?? '' },
})

const openOrders = ['awaiting_payment', 'paid', 'preparing']
const endedRequests = ['stocked', 'declined', 'returned', 'expired', 'cancelled', 'paid']

/** Who a record names, where that can be mended; else why not. */
export async function correctable(db: Database, { kind, ref }: RecordRef): Promise<Correctable> {
  const refused = (why: Exclude<WhyNotCorrected, 'issued'>): Correctable => ({ contact: null, why })
  if (kind === 'order') {
    const order = await db
      .selectFrom('shop_order')
      .select(['status', 'email', 'phone', 'invoice_address', 'forgotten_at', 'sale_channel'])
      .where('id', '=', ref)
      .forUpdate()
      .executeTakeFirst()
    if (!order || order.forgotten_at) return refused('forgotten')
    const invoice = await db.selectFrom('invoice').select('id').where('order_id', '=', ref).executeTakeFirst()
    // A sale at the counter is over at once; where its buyer is reached is mended all the same.
    const atCounter = order.sale_channel === 'branch'
    if (!atCounter && !openOrders.includes(order.status)) return refused('over')
    const address = order.invoice_address as StoredAddress
    return {
      contact: contactOf({ ...order, name: address?.name ?? '' }, address),
      why: invoice ? 'issued' : null,
      needs: atCounter ? [] : ['name', 'email', 'street', 'postalCode', 'city'],
    }
  }
  if (kind === 'sell-request') {
    const request = await db
      .selectFrom('sell_request')
      .select(['status', 'name', 'email', 'phone', 'address', 'forgotten_at', 'entered_by'])
      .where('id', '=', ref)
      .forUpdate()
      .executeTakeFirst()
    if (!request || request.forgotten_at) return refused('forgotten')
    if (endedRequests.includes(request.status)) return refused('over')
    // Whoever sells at the counter need not have an address.
    const needs = request.entered_by === null ? (['name', 'email'] as const) : (['name'] as const)
    return { contact: contactOf(request, request.address as StoredAddress), why: null, needs }
  }
  if (kind === 'appointment' || kind === 'reservation') {
    const row = await db
      .selectFrom(kind)
      .select(['name', 'email', 'phone'])
      .where('id', '=', ref)
      .where('forgotten_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    return row ? { contact: contactOf(row, null), why: null, needs: ['name'] } : refused('forgotten')
  }
  if (kind !== 'enquiry') return refused('not-kept-here')
  const enquiry = await db
    .selectFrom('contact_message')
    .select(['name', 'email', 'phone'])
    .where('id', '=', ref)
    .forUpdate()
    .executeTakeFirst()
  return enquiry ? { contact: contactOf(enquiry, null), why: null, needs: ['name'] } : refused('forgotten')
}

export type Corrected =
  | { ok: true }
  | { ok: false; reason: WhyNotCorrected }
  | { ok: false; reason: 'changed-meanwhile'; now: Contact }
  | { ok: false; reason: 'missing'; field: keyof Contact }

/**
 * Mends who a record names, and writes down that it was done and by whom, without what stood there. An order's address is
 * that of its invoice, and that of its parcel where they are the same. `from`: what was seen.
 */
export async function correctRecord(
  db: Database,
  { record, from, to }: { record: RecordRef; from: Contact; to: Contact },
  by: StaffActor,
): Promise<Corrected> {
  return asStaff(db, by, async (transaction) => {
    const now = await correctable(transaction, record)
    if (now.contact === null) return { ok: false, reason: now.why }
    if (JSON.stringify(now.contact) !== JSON.stringify(from))
      return { ok: false, reason: 'changed-meanwhile', now: now.contact }
    const inInvoice = (['name', 'street', 'postalCode', 'city'] as const).some(
      (field) => to[field] !== from[field],
    )
    if (now.why === 'issued' && inInvoice) return { ok: false, reason: 'issued' }
    const missing = now.needs.find((field) => to[field] === '')
    if (missing) return { ok: false, reason: 'missing', field: missing }
    await write(transaction, record, to)
    await noteStaffAct(transaction, {
      ...{ kind: 'people', by: by.name },
      about: `${record.kind} ${record.ref}: contact corrected`,
    })
    return { ok: true }
  })
}

async function write(db: Database, { kind, ref }: RecordRef, to: Contact): Promise<void> {
  const { name, street, postalCode, city } = to
  const [email, phone] = [to.email || null, to.phone || null]
  if (kind === 'appointment' || kind === 'reservation') {
    await db.updateTable(kind).set({ name, email, phone }).where('id', '=', ref).execute()
    return
  }
  if (kind === 'enquiry') {
    await db.updateTable('contact_message').set({ name, email, phone }).where('id', '=', ref).execute()
    return
  }
  if (kind === 'sell-request') {
    const { address } = await db
      .selectFrom('sell_request')
      .select('address')
      .where('id', '=', ref)
      .executeTakeFirstOrThrow()
    const mended =
      street === '' && postalCode === '' && city === ''
        ? null
        : JSON.stringify({ country: 'DE', ...(address as object | null), street, postalCode, city })
    await db
      .updateTable('sell_request')
      .set({ name, email, phone, address: mended })
      .where('id', '=', ref)
      .execute()
    return
  }
  const order = await db
    .selectFrom('shop_order')
    .select(['invoice_address', 'delivery'])
    .where('id', '=', ref)
    .executeTakeFirstOrThrow()
  const before = order.invoice_address as object
  const delivery = order.delivery as { kind: string; address?: object }
  const address = { ...before, name, street, postalCode, city }
  const isSame = JSON.stringify(delivery.address) === JSON.stringify(before)
  await db
    .updateTable('shop_order')
    .set({
      ...{ email: to.email, phone, invoice_address: JSON.stringify(address) },
      ...(isSame && { delivery: JSON.stringify({ ...delivery, address }) }),
    })
    .where('id', '=', ref)
    .execute()
}
