import { expect, test } from 'vitest'
import { readAppointments } from '#app/shop/appointments/appointment.ts'
import { assignAppointment } from '#app/shop/appointments/staff-appointments.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { appointmentShop } from '#tests/appointment-shop.ts'
import { sellForm, sellingSecret } from '#tests/selling.ts'
import { bookAppointment } from './appointments.ts'
import { listRequests } from './request-list.ts'
import { requestListShape } from './request-list-shape.ts'
import { sendLabel } from './sell-parcels.ts'
import { endRequest, inspectGoods } from './staff-steps.ts'

const { shop, members, freeAt, said, mails, version } = appointmentShop()
const turnedDown = { event: 'turn-down', reason: 'Verdacht', tell: 'Zweifel an der Herkunft.' } as const
const sentMails = async () =>
  (await mails()).filter(({ kind }) => /turned-down|cancelled|assigned/.test(kind))

/** A request whose estimate is agreed to. */
async function agreed(changes: Parameters<typeof shop.submitted>[0] = {}) {
  const { id } = await shop.submitted(changes)
  const made = await shop.offer({ id }, 'estimate')
  if (!made.ok) throw new Error(made.reason)
  await shop.answer({ id }, made.offer, 'accepted')
  return id
}

test('an estimate is taken back, answered or not: it binds nobody', async () => {
  const { id } = await shop.submitted()
  await shop.offer({ id }, 'estimate')
  expect(await shop.step({ id }, turnedDown)).toEqual({ ok: true, status: 'declined' })
  expect((await shop.see({ id })).offer).toMatchObject({ answer: 'replaced' })
  const second = await agreed()
  expect(await shop.step({ id: second }, turnedDown)).toEqual({ ok: true, status: 'declined' })
  expect(await sentMails()).toMatchObject([
    { kind: 'sell-turned-down', payload: { had: 'estimate', here: false } },
    { kind: 'sell-turned-down', payload: { had: 'estimate', here: false } },
  ])
})

test('an appointment goes with it, from the calendars of both sides', async () => {
  const id = await agreed()
  const startsAt = await freeAt(0)
  const { settings } = shop
  expect(await bookAppointment(shop.db, { id }, { branchId: 'koeln', startsAt, settings })).toMatchObject({
    ok: true,
  })
  const span = { from: startsAt, until: new Date(startsAt.getTime() + 1) }
  const [appointment] = await readAppointments(shop.db, span, new Date())
  if (!appointment) throw new Error('no appointment')
  const staffId = members[0]?.id ?? 0
  await assignAppointment(
    shop.db,
    { id: appointment.id, version: await version(appointment.id), staffId, because: null },
    said(),
  )
  expect(await shop.step({ id }, turnedDown)).toEqual({ ok: true, status: 'declined' })
  expect(await readAppointments(shop.db, { ...span, also: 'ended' }, new Date())).toMatchObject([
    { state: 'cancelled', sequence: appointment.sequence + 1 },
  ])
  expect(await freeAt(0)).toEqual(startsAt)
  expect(await sentMails()).toMatchObject([
    { kind: 'staff-assigned', payload: { deed: 'assigned' } },
    { kind: 'sell-turned-down', payload: { had: 'estimate', visit: true, label: false } },
    { kind: 'appointment-cancelled', payload: { by: 'ended', sequence: appointment.sequence + 1 } },
    { kind: 'staff-assigned', payload: { deed: 'cancelled' } },
  ])
})

test('an appointment that has begun was kept: whoever decides has seen what they brought', async () => {
  const id = await agreed()
  const startsAt = await freeAt(0)
  const { settings } = shop
  await bookAppointment(shop.db, { id }, { branchId: 'koeln', startsAt, settings })
  const begun = new Date(Date.now() - 60_000)
  await shop.db
    .updateTable('appointment')
    .set({ starts_at: begun, ends_at: new Date(begun.getTime() + 1_800_000) })
    .where('request_id', '=', id)
    .execute()
  expect(await shop.step({ id }, turnedDown)).toEqual({ ok: true, status: 'declined' })
  const kept = await shop.db
    .selectFrom('appointment')
    .select(['came_at', 'cancelled_by', 'sequence'])
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ came_at: expect.any(Date), cancelled_by: null, sequence: 0 })
  expect(await sentMails()).toMatchObject([{ kind: 'sell-turned-down', payload: { visit: false } }])
})

/** A request by post whose estimate is agreed to and whose label is out. */
async function labelSent(email: string) {
  const address = { street: 'Ring 1', postalCode: '50667', city: 'Köln', country: 'DE' }
  const contact = { ...sellForm().contact, address, email }
  const id = await agreed({ way: 'shipment', branchId: null, contact })
  const label = {
    carrier: 'Wertkurier Nord',
    code: 'WK-9',
    url: 'https://track.example/9',
    declaredCents: 73_465,
  }
  const by = 'Berta Einkauf'
  expect(await sendLabel(shop.db, { id }, { label, by, settings: shop.settings })).toEqual({ ok: true })
  return id
}

/** Numbers of the requests whose parcel is still awaited. */
async function awaited() {
  const asked = readAsked(requestListShape, new URLSearchParams('parcel=awaited'))
  return (await listRequests(shop.db, asked, new Date())).rows.map(({ id }) => id)
}

test('a parcel that is on its way with our label is still received, and goes back', async () => {
  const id = await labelSent('paket@beispiel.example')
  expect(await awaited()).toEqual([id])
  expect(await shop.step({ id }, turnedDown)).toEqual({ ok: true, status: 'declined' })
  expect(await sentMails()).toMatchObject([
    { kind: 'sell-turned-down', payload: { had: 'estimate', visit: false, label: true } },
  ])
  expect(await awaited()).toEqual([id])
  expect(await shop.step({ id }, { event: 'receive', branchId: 'koeln' })).toMatchObject({ ok: true })
  expect((await mails()).at(-1)).toMatchObject({
    kind: 'sell-received',
    payload: { ended: true, here: false },
  })
  expect(await awaited()).toEqual([])
  expect(await shop.step({ id }, turnedDown)).toEqual({ ok: true, status: 'declined' })
  expect((await sentMails()).at(-1)).toMatchObject({ payload: { had: 'nothing', label: false, here: true } })
  expect(await shop.step({ id }, { event: 'return', parcel: null })).toMatchObject({ ok: true })
})

test('whoever called it off while their parcel was under way is asked what they want', async () => {
  const id = await labelSent('abgesagt@beispiel.example')
  expect(await endRequest(shop.db, { id }, { settings: shop.settings })).toEqual({
    ...{ ok: true, status: 'cancelled' },
  })
  expect(await awaited()).toEqual([id])
  expect(await shop.step({ id }, { event: 'receive', branchId: 'koeln' })).toMatchObject({ ok: true })
  expect((await mails()).at(-1)).toMatchObject({
    kind: 'sell-received',
    payload: { ended: false, calledOff: true },
  })
  expect(await awaited()).toEqual([])
  // They want it back, as the mail says they may.
  expect(await endRequest(shop.db, { id }, { settings: shop.settings })).toEqual({
    ...{ ok: true, status: 'declined' },
  })
  expect(await shop.step({ id }, { event: 'return', parcel: null })).toMatchObject({ ok: true })
  expect(await awaited()).toEqual([])
})

test('what was offered finally binds us', async () => {
  const { id } = await shop.submitted()
  await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
  const counter = { by: 'Berta Einkauf', secret: sellingSecret }
  expect(await inspectGoods(shop.db, { id }, { lines: [{ title: 'Kette' }] }, counter)).toMatchObject({
    ok: true,
  })
  expect(await shop.offer({ id }, 'final')).toMatchObject({ ok: true })
  expect(await shop.step({ id }, turnedDown)).toEqual({ ok: false, reason: 'not-possible' })
  expect(await shop.see({ id })).toMatchObject({ status: 'final_offer', offer: { answer: null } })
})
