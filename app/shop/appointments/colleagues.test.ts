import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bookAppointment } from '#app/shop/buying/appointments.ts'
import { forgetSellRequest } from '#app/shop/buying/erase-sellers-data.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { endBySeller } from '#app/shop/buying/staff-steps.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { versionOf } from '#app/shop/staff/change-record.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { readAppointments } from './appointment.ts'
import { appointmentBatches, listAppointments } from './appointment-list.ts'
import { appointmentShape } from './appointment-shape.ts'
import { bookForSeller } from './book-for-seller.ts'
import { freeSlots } from './free-times.ts'
import {
  type AppointmentEntry,
  assignAppointment,
  cancelAppointment,
  enterAppointment,
  moveAppointment,
  type StaffTime,
} from './staff-appointments.ts'
import { cancelByVisitor, moveByVisitor } from './viewing.ts'

const shop = buyingShop()
let berta = 0
let viktor = 0

beforeAll(async () => {
  const member = async (name: string, locale: 'de' | 'en') =>
    (
      await shop.db
        .insertInto('staff_member')
        .values({ name, email: `${name}@staff.example`, role: 'sales', locale })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  berta = await member('berta', 'de')
  viktor = await member('viktor', 'en')
})
beforeEach(async () => {
  await shop.db.deleteFrom('appointment').execute()
  await shop.db.deleteFrom('mail_outbox').execute()
})

let moments = 0
/** Each act at a moment of its own, as in life. */
const said = () => ({ settings: shop.settings, now: new Date(Date.now() + moments++), by: 'Berta' })
async function times() {
  const branch = shop.settings.branches.find(({ id }) => id === 'koeln')
  if (!branch) throw new Error('no branch')
  const slots = await freeSlots(shop.db, branch, shop.settings.buying, new Date())
  return slots.map(({ startsAt }) => startsAt)
}
const at = (startsAt: Date | undefined, staffId: number | null) => {
  if (!startsAt) throw new Error('no free time')
  return { branchId: 'koeln', startsAt, staffId, minutes: null, because: null }
}
const caller: Omit<AppointmentEntry, keyof StaffTime> = {
  ...{ kind: 'other', name: 'Erna Muster', email: 'erna@beispiel.example', phone: null, locale: 'de' },
  ...{ about: null, note: null, pieces: [] },
}
const version = (id: number) => versionOf(shop.db, { subject: 'appointment', id: String(id) })

/** What colleagues were told since the last time that it was asked. */
async function told(): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'locale', 'payload'])
    .where('kind', '=', 'staff-assigned')
    .orderBy('id')
    .execute()
  await shop.db.deleteFrom('mail_outbox').execute()
  return rows.map(({ recipient, locale, payload }) => {
    const { deed, sequence } = payload as { deed: string; sequence: number }
    return `${recipient?.split('@')[0]} ${locale} ${deed} ${sequence}`
  })
}

test('whoever receives somebody is told, and whoever no longer does', async () => {
  const { db } = shop
  const [first, second, third] = await times()
  const entered = await enterAppointment(db, { ...caller, ...at(first, berta) }, said())
  if (!entered.ok) throw new Error(entered.reason)
  const { id } = entered
  expect(await told()).toEqual(['berta de assigned 0'])
  const assign = async (staffId: number | null) =>
    assignAppointment(db, { id, version: await version(id), staffId, because: null }, said())
  await assign(viktor)
  expect(await told()).toEqual(['berta de unassigned 0', 'viktor en assigned 0'])
  await assign(viktor)
  expect(await told()).toEqual([])
  await assign(berta)
  await assign(viktor)
  // Back and forth is told each time.
  expect(await told()).toHaveLength(4)
  await moveAppointment(db, { id, version: await version(id), tell: '', ...at(second, viktor) }, said())
  expect(await told()).toEqual(['viktor en moved 1'])
  await moveAppointment(db, { id, version: await version(id), tell: '', ...at(third, berta) }, said())
  expect(await told()).toEqual(['viktor en unassigned 1', 'berta de assigned 2'])
  await cancelAppointment(db, { id, version: await version(id), reason: 'krank' }, said())
  expect(await told()).toEqual(['berta de cancelled 2'])
})

test('what whoever comes changes is told to whoever would have received them', async () => {
  const { db } = shop
  const [first, second, third] = await times()
  const made = await enterAppointment(db, { ...caller, ...at(first, berta) }, said())
  const kept = await enterAppointment(db, { ...caller, ...at(third, viktor) }, said())
  if (!made.ok || !kept.ok) throw new Error('refused')
  await told()
  const tokenOf = async (id: number) =>
    (await db.selectFrom('appointment').select('token').where('id', '=', id).executeTakeFirstOrThrow())
      .token ?? ''
  if (!second) throw new Error('no free time')
  const moved = { startsAt: second, branchId: 'koeln' }
  expect(await moveByVisitor(db, await tokenOf(made.id), moved, { settings: shop.settings })).toMatchObject({
    ok: true,
  })
  expect(await told()).toEqual(['berta de unassigned 0'])
  expect(await cancelByVisitor(db, await tokenOf(kept.id), { settings: shop.settings })).toMatchObject({
    ok: true,
  })
  expect(await told()).toEqual(['viktor en cancelled 0'])
})

test('a seller who calls is given a time by staff, in place of the former one, and the shop is not told', async () => {
  const { db } = shop
  const { id } = await shop.submitted()
  const [first, second] = await times()
  expect(await bookForSeller(db, { id }, at(first, berta), said())).toEqual({
    ok: false,
    reason: 'not-possible',
  })
  const made = await shop.offer({ id }, 'estimate')
  if (!made.ok) throw new Error(made.reason)
  await shop.answer({ id }, made.offer, 'accepted')
  await db.deleteFrom('mail_outbox').execute()
  const booked = await bookForSeller(db, { id }, at(first, berta), said())
  expect(booked).toMatchObject({ ok: true, repeated: false })
  expect(await bookForSeller(db, { id }, at(first, berta), said())).toMatchObject({
    ok: true,
    repeated: true,
  })
  const kinds = await db.selectFrom('mail_outbox').select('kind').orderBy('id').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['sell-appointment', 'staff-assigned'])
  const noted = await db
    .selectFrom('sell_status_change')
    .select(['event', 'note'])
    .where('request_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(noted).toEqual({ event: 'book', note: 'recorded by Berta' })
  // Outside of the hours, with the reason why.
  const night = new Date(`${daysLater(germanDay(second as Date), 1)}T03:00:00Z`)
  const forced = { ...at(night, null), minutes: 20, because: 'kommt vom Nachtzug' }
  expect(await bookForSeller(db, { id }, { ...forced, because: null }, said())).toMatchObject({
    reason: 'no-such-time',
  })
  expect(await bookForSeller(db, { id }, forced, said())).toMatchObject({ ok: true })
  const span = { from: new Date(0), until: new Date('2100-01-01') }
  const all = await readAppointments(db, { ...span, also: 'ended' }, new Date())
  expect(all.map(({ state, forcedBecause }) => [state, forcedBecause]).toSorted()).toEqual([
    ['ahead', 'kommt vom Nachtzug'],
    ['replaced', null],
  ])
})

test('a seller who takes another time or does not come is told to whoever would have received them, and is forgotten whole', async () => {
  const { db } = shop
  const { id, token } = await shop.submitted()
  const made = await shop.offer({ id }, 'estimate')
  if (!made.ok) throw new Error(made.reason)
  await shop.answer({ id }, made.offer, 'accepted')
  const [first, second] = await times()
  await bookForSeller(db, { id }, at(first, berta), said())
  await told()
  const own = { branchId: 'koeln', startsAt: at(second, null).startsAt, settings: shop.settings }
  expect(await bookAppointment(db, { token }, own)).toMatchObject({ ok: true })
  expect(await told()).toEqual(['berta de unassigned 0'])
  const [booked] = await readAppointments(
    db,
    { from: new Date(0), until: new Date('2100-01-01') },
    new Date(),
  )
  if (!booked) throw new Error('no appointment')
  const seen = { id: booked.id, version: await version(booked.id) }
  await assignAppointment(db, { ...seen, staffId: viktor, because: null }, said())
  await endBySeller(db, token, { settings: shop.settings })
  const waiting = () => db.selectFrom('mail_outbox').select('id').where('recipient', 'is not', null).execute()
  expect((await waiting()).length).toBeGreaterThan(1)
  await forgetSellRequest(db, id)
  // No mail about the visit names them any longer, to whomever it went.
  expect(await waiting()).toEqual([])
})

test('the list finds appointments by who comes, whose they are and where they stand', async () => {
  const { db } = shop
  const [first, second] = await times()
  const one = await enterAppointment(db, { ...caller, ...at(first, berta) }, said())
  const other = await enterAppointment(db, { ...caller, name: 'Otto Andermann', ...at(second, null) }, said())
  if (!one.ok || !other.ok) throw new Error('refused')
  await cancelAppointment(db, { id: one.id, version: await version(one.id), reason: 'krank' }, said())
  const list = async (address: string) => {
    const asked = readAsked(appointmentShape, new URLSearchParams(address))
    return (await listAppointments(db, asked, new Date())).rows.map(({ id }) => id)
  }
  expect(await list('')).toEqual([other.id, one.id])
  expect(await list('q=andermann')).toEqual([other.id])
  expect(await list('state=cancelled')).toEqual([one.id])
  expect(await list(`person=${berta}`)).toEqual([one.id])
  expect(await list('kind=viewing')).toEqual([])
  expect(await list('branch=koeln&sort=-name')).toEqual([other.id, one.id])
  expect(await list('q=100%25')).toEqual([])
  const { counts, total } = await listAppointments(
    db,
    readAsked(appointmentShape, new URLSearchParams()),
    new Date(),
  )
  expect([total, counts.all, counts.ahead, counts.cancelled, counts.missed]).toEqual([2, 2, 1, 1, 0])
  const past = new Date(Date.now() + 366 * 86_400_000)
  const found: unknown[] = []
  const over = readAsked(appointmentShape, new URLSearchParams('state=over'))
  for await (const batch of appointmentBatches(db, over, past))
    found.push(...batch.map(({ id, name, state }) => [id, name, state]))
  expect(found).toEqual([[other.id, 'Otto Andermann', 'over']])
})

test('the list finds whoever sells by their request, and a piece by its number, its maker and its name in either language', async () => {
  const { db } = shop
  const { id } = await shop.submitted()
  const made = await shop.offer({ id }, 'estimate')
  if (!made.ok) throw new Error(made.reason)
  await shop.answer({ id }, made.offer, 'accepted')
  const [first, second, third] = await times()
  const other = { ...caller, name: 'Otto Andermann', email: 'otto@andermann.example' }
  const sells = await bookForSeller(db, { id }, at(first, berta), said())
  await db.insertInto('brand').values({ name: 'Uhrwerk Nord', slug: 'uhrwerk-nord' }).execute()
  await sql`insert into product (id, kind, name, slug_de, slug_en, tax_mode, brand_id)
    select '70441', 'watch', '{"de": "Taschenuhr Silber", "en": "Silver pocket watch"}', 'a', 'a', 'margin_25a', id
    from brand where slug = 'uhrwerk-nord'`.execute(db)
  const views = await enterAppointment(db, { ...other, kind: 'viewing', ...at(second, null) }, said())
  const talks = await enterAppointment(
    db,
    { ...other, phone: '+49 (0221) 99-88 77', about: 'Erbstück', ...at(third, null) },
    said(),
  )
  if (!sells.ok || !views.ok || !talks.ok) throw new Error('refused')
  await db.updateTable('appointment').set({ piece_id: '70441' }).where('id', '=', views.id).execute()
  const request = await db
    .selectFrom('sell_request')
    .select(['number', 'name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const found = async (words: string) => {
    const address = new URLSearchParams({ q: words })
    const { rows, total } = await listAppointments(db, readAsked(appointmentShape, address), new Date())
    expect(total).toBe(rows.length)
    return rows.map((row) => row.id)
  }
  const [selling] = await readAppointments(
    db,
    { from: new Date(0), until: new Date('2100-01-01') },
    new Date(),
  )
  for (const words of [request.number, request.name ?? '', request.email ?? ''])
    expect([words, await found(words)]).toEqual([words, [selling?.id]])
  for (const words of ['70441', 'uhrwerk', 'nord Taschenuhr', 'silber', 'Pocket W'])
    expect([words, await found(words)]).toEqual([words, [views.id]])
  expect(await found('erbstück')).toEqual([talks.id])
  expect(await found('andermann')).toEqual([views.id, talks.id])
  for (const number of ['0221 998877', '0221/9988', '99-88 77'])
    expect([number, await found(number)]).toEqual([number, [talks.id]])
  expect(await found('silber gold')).toEqual([])
})
