import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { holdProducts, pieceStates, releaseExpiredHolds } from '#app/shop/checkout/hold.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { asStaff, versionOf } from '#app/shop/staff/change-record.ts'
import { addRings, orderRequest, placed, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { holdAtCounter, releaseFromCounter } from './counter-hold.ts'
import { sellAtCounter } from './counter-sale.ts'
import {
  endLapsedReservations,
  endReservation,
  forgetReservations,
  moveReservation,
  remindOfReservations,
  reservationOfPiece,
  reserve,
} from './reservation.ts'
import { reservationEnds, usualEnd } from './reservation-times.ts'

const database = testDatabase()
const anna = { holder: 'anna-anna-anna-anna-anna', client: null }
/** A Monday at ten. */
const now = new Date('2026-11-30T09:00:00Z')
let berta = { id: 0, name: 'Berta Kasse' }
let settings: Settings
let piece = ''
let next = 80_001

beforeAll(async () => {
  await addRings(database.db, ['79999'])
  const read = await readSettings(database.db)
  const days = ['mo' as const, 'tu' as const, 'we' as const, 'th' as const, 'fr' as const, 'sa' as const]
  const hours = [{ days, opens: '10:00', closes: '18:30' }]
  settings = { ...read, branches: read.branches.map((branch) => ({ ...branch, hours })) }
  const { id } = await database.db
    .insertInto('staff_member')
    .values({ name: berta.name, email: 'berta@beispiel.example', role: 'sales', locale: 'de' })
    .returning('id')
    .executeTakeFirstOrThrow()
  berta = { ...berta, id }
})
beforeEach(async () => {
  piece = String(next++)
  await addRings(database.db, [piece])
})

/** Days ahead of the real clock, as the database has it. */
const ends = () => {
  const branch = settings.branches.find(({ id }) => id === 'koeln')
  if (!branch) throw new Error('no branch')
  return reservationEnds(branch, new Date())
}
const asked = (changes: object = {}) => ({
  piece,
  branchId: 'koeln',
  name: 'Clara Beispiel',
  phone: '0221 123456',
  email: '',
  note: 'kommt mit ihrer Schwester',
  locale: 'de' as const,
  day: ends()[1]?.day ?? '',
  ...changes,
})
const keep = (changes: object = {}) =>
  asStaff(database.db, berta, (db) =>
    reserve(db, asked(changes), { by: berta.name, settings, now: new Date() }),
  )
async function kept(changes: object = {}) {
  const result = await keep(changes)
  if (!result.ok) throw new Error(result.reason)
  return result
}
const version = (id: number) => versionOf(database.db, { subject: 'reservation', id: String(id) })
const mailsOf = (id: number) =>
  database.db
    .selectFrom('mail_outbox')
    .select('kind')
    .where('payload', '@>', JSON.stringify({ reservation: id }))
    .orderBy('id')
    .execute()
const passes = (id: number, hours: number) =>
  Promise.all([
    sql`update reservation set until = until - make_interval(hours => ${hours}), made_at = made_at - make_interval(hours => ${hours}),
      ended_at = ended_at - make_interval(hours => ${hours}) where id = ${id}`.execute(database.db),
    sql`update claim set held_until = held_until - make_interval(hours => ${hours}), held_since = held_since - make_interval(hours => ${hours})
      where product_id = ${piece} and holder is not null`.execute(database.db),
  ])

describe('a reservation', () => {
  test('ends as its branch closes, today while it is open or on one of the next opening days', () => {
    const hours = [{ days: ['mo' as const, 'we' as const], opens: '10:00', closes: '18:30' }]
    const found = reservationEnds({ hours, holidays: [] }, now)
    expect(found).toHaveLength(7)
    expect(found[0]).toEqual({ day: '2026-11-30', until: new Date('2026-11-30T17:30:00Z') })
    expect(usualEnd(found, now)?.day).toBe('2026-12-02')
    const evening = new Date('2026-11-30T17:30:00Z')
    expect(reservationEnds({ hours, holidays: [] }, evening)[0]?.day).toBe('2026-12-02')
  })

  test('keeps a piece from everybody, and shows who has it to staff alone', async () => {
    const { db } = database
    const { until } = await kept()
    expect(await statusOf(db, piece)).toBe('reserved')
    expect(await reservationOfPiece(db, piece)).toMatchObject({ name: 'Clara Beispiel', until })
    expect(await holdProducts(db, { pieces: [piece], ...anna })).toMatchObject({
      ok: false,
      pieces: [{ state: 'reserved' }],
    })
    expect(await keep()).toEqual({ ok: false, reason: 'reserved', name: 'Clara Beispiel', until })
    const records = JSON.stringify(
      await db
        .selectFrom('change_record')
        .select(['before', 'after'])
        .where('subject', '=', 'reservation')
        .execute(),
    )
    expect(records).not.toMatch(/Clara|0221|Schwester/)
  })

  test('is had by one of two who want it at the same moment', async () => {
    const results = await Promise.all([keep({ name: 'Anna' }), keep({ name: 'Ben' }), keep({ name: 'Cem' })])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.reason === 'reserved')).toHaveLength(2)
  })

  test('takes nothing from a visitor at the checkout, nor from an order', async () => {
    const { db } = database
    const hold = await holdProducts(db, { pieces: [piece], ...anna })
    expect(await keep()).toEqual({ ok: false, reason: 'held', until: hold.ok && hold.hold.until })
    const order = await placed(db, orderRequest([piece], 120_000), anna)
    expect(await keep()).toEqual({ ok: false, reason: 'ordered', order: order.number })
    expect(await keep({ piece: '99999998' })).toMatchObject({ reason: 'no-such-piece' })
    expect(await keep({ day: '2020-01-06' })).toMatchObject({ reason: 'no-such-day' })
    expect(await keep({ branchId: 'nirgends' })).toMatchObject({ reason: 'no-such-branch' })
  })

  test('ends by itself: nobody need press, and it is written down', async () => {
    const { db } = database
    const { id } = await kept()
    await passes(id, 24 * 30)
    // By the clock alone.
    expect((await pieceStates(db, { pieces: [piece], holder: null })).get(piece)).toBe('available')
    expect(await reservationOfPiece(db, piece)).toBeNull()
    const another = await kept({ name: 'Ben' })
    expect(another.id).toBeGreaterThan(id)
    await passes(another.id, 24 * 30)
    await releaseExpiredHolds(db)
    expect(await statusOf(db, piece)).toBe('listed')
    expect(await endLapsedReservations(db)).toBe(1)
    const rows = await db
      .selectFrom('reservation')
      .select('outcome')
      .where('product_id', '=', piece)
      .execute()
    expect(rows).toEqual([{ outcome: 'lapsed' }, { outcome: 'lapsed' }])
  })

  test('is kept longer, and ended early; what another member changed meanwhile is said', async () => {
    const { db } = database
    const { id } = await kept()
    const seen = await version(id)
    const day = ends()[3]?.day ?? ''
    const given = { id, day, version: seen }
    const move = () =>
      asStaff(db, berta, (transaction) => moveReservation(transaction, given, { settings, now: new Date() }))
    expect(await move()).toEqual({ ok: true })
    expect(await move()).toEqual({ ok: false, reason: 'changed-meanwhile', version: await version(id) })
    expect((await reservationOfPiece(db, piece))?.until).toEqual(ends()[3]?.until)
    const claim = await db
      .selectFrom('claim')
      .select('held_until')
      .where('product_id', '=', piece)
      .executeTakeFirst()
    expect(claim?.held_until).toEqual(ends()[3]?.until)
    const end = async () => endReservation(db, { id, version: await version(id) }, { by: berta.name })
    expect(await end()).toEqual({ ok: true })
    expect(await end()).toEqual({ ok: false, reason: 'ended' })
    expect(await statusOf(db, piece)).toBe('listed')
  })

  test('is written to whoever gave an address: that it is kept, and on the day before it ends', async () => {
    const { db } = database
    const { id, until } = await kept({ email: 'clara@beispiel.example', day: ends().at(-1)?.day })
    expect(await mailsOf(id)).toEqual([{ kind: 'reservation-made' }])
    await remindOfReservations(db)
    expect(await mailsOf(id)).toHaveLength(1)
    await passes(id, Math.floor((until.getTime() - Date.now()) / 3_600_000) - 20)
    await remindOfReservations(db)
    await remindOfReservations(db)
    expect(await mailsOf(id)).toEqual([{ kind: 'reservation-made' }, { kind: 'reservation-ends' }])
  })

  test('forgets whom it was for, thirty days after its end', async () => {
    const { db } = database
    const { id } = await kept({ email: 'clara@beispiel.example' })
    await endReservation(db, { id, version: await version(id) }, { by: berta.name })
    await forgetReservations(db)
    const read = () =>
      db
        .selectFrom('reservation')
        .select(['name', 'phone', 'email', 'note'])
        .where('id', '=', id)
        .executeTakeFirst()
    expect(await read()).toMatchObject({ name: 'Clara Beispiel' })
    await passes(id, 31 * 24)
    await forgetReservations(db)
    expect(await read()).toEqual({ name: '', phone: null, email: null, note: '' })
    const mail = await db
      .selectFrom('mail_outbox')
      .select('recipient')
      .where('reason', 'like', `reservation:${id}:%`)
      .execute()
    expect(mail).toEqual([{ recipient: null }])
  })
})

describe('at the counter', () => {
  const line = () => [{ piece, priceCents: 120_000, seenCents: 120_000 }]
  const sale = () => ({
    sale: crypto.randomUUID(),
    branchId: 'koeln',
    locale: 'de' as const,
    lines: line(),
    consents: [],
    buyer: {
      name: 'Clara Beispiel',
      company: '',
      street: 'Domstraße 1',
      postalCode: '50668',
      city: 'Köln',
      country: 'DE',
    },
    email: '',
    phone: '',
    means: 'card' as const,
    reference: `R-${piece}`,
    repeatConfirmed: false,
    identity: null,
  })

  test('it becomes a sale, and is there again when nothing comes of it', async () => {
    const { db } = database
    const { id, until } = await kept()
    const given = sale()
    const refused = await holdAtCounter(db, { sale: given.sale, piece })
    expect(refused).toEqual({
      ok: false,
      reason: 'reserved',
      holder: `reservation ${id}`,
      name: 'Clara Beispiel',
      until,
    })
    const from = `reservation ${id}`
    expect(await holdAtCounter(db, { sale: given.sale, piece, from })).toEqual({ ok: true })
    await releaseFromCounter(db, { sale: given.sale })
    expect(await statusOf(db, piece)).toBe('reserved')
    expect(await reservationOfPiece(db, piece)).toMatchObject({ id })
    expect(await holdAtCounter(db, { sale: given.sale, piece })).toMatchObject({ reason: 'reserved' })
    await holdAtCounter(db, { sale: given.sale, piece, from })
    const sold = await sellAtCounter(db, given, { by: berta.name, secret, settings })
    if (!sold.ok) throw new Error(sold.reason)
    const row = await db
      .selectFrom('reservation')
      .select(['outcome', 'order_id', 'ended_by'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ outcome: 'sold', order_id: sold.order.id, ended_by: berta.name })
  })
})
