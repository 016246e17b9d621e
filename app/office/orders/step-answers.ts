import { z } from 'zod'
import { takeBody } from '#app/platform/left-body.ts'
import { releaseMails } from '#app/platform/mail-outbox.ts'
import { acceptByStaff } from '#app/shop/checkout/accept-order.ts'
import { changeDeliveryAddress } from '#app/shop/checkout/change-delivery-address.ts'
import { changeTracking, readTracking } from '#app/shop/checkout/change-tracking.ts'
import { readDeliveryAddress } from '#app/shop/checkout/checkout-form.ts'
import { addExportProof } from '#app/shop/checkout/export-proof.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { announceReady } from '#app/shop/checkout/order-ready.ts'
import { onSeenOrder } from '#app/shop/checkout/order-version.ts'
import { type StepResult, shipOrder, takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { addOrderNote } from '#app/shop/orders/order-notes.ts'
import { mostPacked, shipAllPacked } from '#app/shop/orders/pack-orders.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { action } from '../answer.ts'
import { deskOf, invalid, orderOf, seenOrder } from './order-of.ts'

/** A day of the calendar; null: today. */
const on = z.iso.date('not-a-day').nullable()

const parcel = z.object({
  carrier: z.string().max(200),
  code: z.string().max(200),
  url: z.string().max(600),
})

/** A delivery address as somebody typed it; its country is the order's. */
const part = z.string().max(600)
const typedAddress = z.object({
  ...{ name: part, company: part, street: part, extra: part, postalCode: part, city: part },
})

/** What somebody typed of a parcel; an address of the carrier may be left out. */
function trackingOf({ carrier, code, url }: z.output<typeof parcel>) {
  const given = { carrier, code, url: url.trim() === '' ? null : url.trim() }
  const tracking = readTracking(given)
  if (tracking) return { ok: true, tracking } as const
  if (carrier.trim() === '') return invalid('carrier', 'missing')
  if (code.trim() === '') return invalid('code', 'missing')
  return readTracking({ ...given, url: null }) ? invalid('url', 'no-address') : invalid('code', 'too-long')
}

/** As JSON: until when, and from which day to which. */
function said(result: StepResult | { ok: false; reason: 'is-collected' | 'changed-meanwhile' }) {
  if (!result.ok && result.reason === 'still-withdrawable')
    return { ok: false, reason: 'still-withdrawable', until: result.until.toISOString() } as const
  return result
}

/** Bytes of a proof that are read, and those that nobody wants. */
const proofBytes = { most: 20_000_000, unwanted: 60_000_000 }

export const stepActions = {
  'orders.step': action({
    permission: 'orders.change',
    input: seenOrder.extend({ step: z.enum(['accept', 'ready', 'prepare', 'complete']) }),
    run: async (request, { order: number, seen, step }) => {
      const { order, settings, by } = await deskOf(request, number)
      return onSeenOrder(request.app.db, { id: order.id, seen, by }, async (db) => {
        if (step === 'accept') return acceptByStaff(db, order.id, settings, by)
        if (step === 'ready') return announceReady(db, order.id, settings, by)
        return said(await takeOrderStep(db, order.id, { event: step }, settings, by))
      })
    },
  }),
  'orders.received': action({
    permission: 'orders.change',
    input: seenOrder.extend({ step: z.enum(['hand-over', 'deliver']), on }),
    run: async (request, { order: number, seen, step, on }) => {
      const { order, settings, by } = await deskOf(request, number)
      return onSeenOrder(request.app.db, { id: order.id, seen, by }, async (db) =>
        said(await takeOrderStep(db, order.id, { event: step, on }, settings, by)),
      )
    },
  }),
  'orders.ship': action({
    permission: 'orders.change',
    input: seenOrder.extend(parcel.shape),
    run: async (request, { order: number, seen, ...given }) => {
      const read = trackingOf(given)
      if (!read.ok) return read
      const { order, settings, by } = await deskOf(request, number)
      return onSeenOrder(request.app.db, { id: order.id, seen, by }, async (db) =>
        said(await shipOrder(db, order, read.tracking, settings, by)),
      )
    },
  }),
  'orders.change-tracking': action({
    permission: 'orders.change',
    input: seenOrder.extend(parcel.shape),
    run: async (request, { order: number, seen, ...given }) => {
      const read = trackingOf(given)
      if (!read.ok) return read
      const { order, by } = await deskOf(request, number)
      return onSeenOrder(request.app.db, { id: order.id, seen, by }, (db) =>
        changeTracking(db, order.id, read.tracking, by),
      )
    },
  }),
  'orders.change-address': action({
    permission: 'orders.change',
    input: seenOrder.extend(typedAddress.shape),
    run: async (request, { order: number, seen, ...typed }) => {
      const { order, by } = await deskOf(request, number)
      if (order.delivery.kind === 'collection') return { ok: false, reason: 'is-collected' } as const
      const read = readDeliveryAddress({ ...typed, country: order.delivery.address.country })
      // The country is the order's own.
      if (!read.ok && read.faults.country) return { ok: false, reason: 'not-possible' } as const
      if (!read.ok) return { ok: false, reason: 'invalid', faults: read.faults } as const
      return onSeenOrder(request.app.db, { id: order.id, seen, by }, (db) =>
        changeDeliveryAddress(db, order.id, read.address, by),
      )
    },
  }),
  'orders.pack': action({
    permission: 'orders.change',
    input: z.object({ parcels: z.array(seenOrder.extend(parcel.shape)).min(1).max(mostPacked) }),
    run: async ({ app, member }, { parcels }) => {
      const settings = await readSettings(app.db)
      const given = parcels.map(({ order, seen, carrier, code, url }) => ({
        ...{ order, seen, tracking: { carrier, code, url: url.trim() === '' ? null : url.trim() } },
      }))
      const outcomes = await shipAllPacked(app.db, given, settings, staffNamed(member.name))
      return {
        ok: true as const,
        outcomes: [...outcomes].map(([order, packed]) => ({
          order,
          reason: packed.ok ? null : packed.reason,
        })),
      }
    },
  }),
  'orders.note': action({
    permission: 'orders.change',
    input: z.object({ order: z.string().max(40), text: z.string().max(20_000) }),
    run: async (request, { order: number, text }) => {
      const { id } = await orderOf(request, number)
      const added = await addOrderNote(request.app.db, { orderId: id, text }, request.member)
      return added.ok ? added : invalid('text', added.reason)
    },
  }),
  /** Mails that wait for their minutes go at once. */
  'orders.send-mails': action({
    permission: 'mails.retry',
    input: z.object({ order: z.string().max(40) }),
    run: async (request, { order: number }) => {
      const order = await orderOf(request, number)
      const { member } = request
      const count = await asStaff(request.app.db, member, async (db) => {
        const released = await releaseMails(db, { order: order.id })
        const about = `${released} of ${order.number} sent without waiting`
        if (released > 0) await noteStaffAct(db, { kind: 'mails', about, by: member.name })
        return released
      })
      return { ok: true as const, count }
    },
  }),
  /** The body is the proof that the goods have left. */
  'orders.add-proof': action({
    permission: 'orders.change',
    input: z.object({ order: z.string().max(40), document: z.string().max(300), name: z.string().max(200) }),
    run: async ({ app, member, request }, { order, document, name }) => {
      const content = await takeBody(request, proofBytes.unwanted, (stream) =>
        readAtMost(stream, proofBytes.most),
      )
      if (document.trim() === '') return invalid('document', 'missing')
      if (content === null) return { ok: false, reason: 'too-large' } as const
      return asStaff(app.db, member, (db) =>
        addExportProof(db, {
          order: order.toUpperCase(),
          document: document.trim(),
          fileName: name.trim() || 'proof',
          content,
          by: member.name,
        }),
      )
    },
  }),
} as const

/** A body that is not too long, whole; else null. */
async function readAtMost(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    length += part.byteLength
    if (length > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
