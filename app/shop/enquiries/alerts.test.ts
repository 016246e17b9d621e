import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseForm } from '#app/forms/parse-form.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { formOf } from '#tests/requests.ts'
import {
  alertFields,
  confirmAlert,
  forgetUnconfirmedAlerts,
  leaveAlert,
  notifyAlerts,
  subscribeAlert,
} from './alerts.ts'
import { forgetAskedAddresses } from './subscribe.ts'

const database = testDatabase()
const hour = 3_600_000
const later = (hours: number) => new Date(castNow.getTime() + hours * hour)

const platinumBrooches = normaliseFilters({
  department: 'jewelry',
  facets: { type: ['brooches'], metal: ['platinum'] },
})

beforeAll(() => loadCast(database.db))
beforeEach(async () => {
  await database.db.deleteFrom('stock_alert').execute()
  await database.db.deleteFrom('alert_asked').execute()
  await database.db.deleteFrom('mail_outbox').execute()
  await listAgain(cast.availableBrooch, later(-100))
  await listAgain(cast.availableRing, later(-100))
})

const subscribe = (email = 'anna@example.test', filters = platinumBrooches, now = castNow) =>
  subscribeAlert(database.db, { email, locale: 'de', filters, now })

async function mails() {
  const rows = await database.db
    .selectFrom('mail_outbox')
    .select(['kind', 'recipient', 'locale', 'payload'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    payload: row.payload as { token: string; path: string; pieces?: string[]; total?: number },
  }))
}

/** Lists a piece at a moment, whatever it was before. */
async function listAgain(id: string, at: Date) {
  const { db } = database
  await db.updateTable('product').set({ status: 'preparing' }).where('id', '=', id).execute()
  await db.updateTable('product').set({ status: 'listed', listed_at: at }).where('id', '=', id).execute()
}

describe('being told when something arrives', () => {
  test('a wish is confirmed by mail, told of once, and left with one click', async () => {
    const { db } = database
    expect(await subscribe()).toEqual({ ok: true })
    const [confirmation] = await mails()
    expect(confirmation).toMatchObject({
      kind: 'alert-confirm',
      recipient: 'anna@example.test',
      locale: 'de',
      payload: { path: '/en/jewelry/brooches/metal-platinum' },
    })
    const token = confirmation?.payload.token ?? ''

    await listAgain(cast.availableBrooch, later(1))
    expect(await notifyAlerts(db, later(1))).toBe(0)

    expect(await confirmAlert(db, token, later(2))).toEqual({
      ok: true,
      locale: 'de',
      filters: platinumBrooches,
    })
    expect(await confirmAlert(db, token, later(3))).toMatchObject({ ok: true })
    // listed while the confirmation lay unread: still news
    expect(await notifyAlerts(db, later(3))).toBe(1)
    expect(await notifyAlerts(db, later(3))).toBe(0)
    expect(await notifyAlerts(db, later(30))).toBe(0)
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'alert-arrivals',
      recipient: 'anna@example.test',
      payload: { token, pieces: [cast.availableBrooch], total: 1 },
    })

    expect(await leaveAlert(db, token, later(4))).toMatchObject({ ok: true, filters: platinumBrooches })
    expect(await leaveAlert(db, token, later(5))).toMatchObject({ ok: true })
    expect(await confirmAlert(db, token, later(5))).toEqual({ ok: false, reason: 'unknown' })
    const left = await db.selectFrom('stock_alert').selectAll().executeTakeFirstOrThrow()
    expect(left).toMatchObject({ email: null, left_at: later(4) })
    await listAgain(cast.availableBrooch, later(50))
    expect(await notifyAlerts(db, later(50))).toBe(0)
  })

  test('what was there before, what does not match and what is reserved is no news', async () => {
    const { db } = database
    await subscribe()
    await confirmAlert(db, (await mails())[0]?.payload.token ?? '', castNow)
    expect(await notifyAlerts(db, later(1))).toBe(0)
    await listAgain(cast.availableRing, later(1))
    await listAgain(cast.availableBrooch, later(1))
    await db
      .updateTable('product')
      .set({ status: 'reserved' })
      .where('id', '=', cast.availableBrooch)
      .execute()
    expect(await notifyAlerts(db, later(2))).toBe(0)
    await db.updateTable('product').set({ status: 'listed' }).where('id', '=', cast.availableBrooch).execute()
    expect(await notifyAlerts(db, later(3))).toBe(1)
  })

  test('two processes at once write one mail', async () => {
    const { db } = database
    await subscribe()
    await confirmAlert(db, (await mails())[0]?.payload.token ?? '', castNow)
    await listAgain(cast.availableBrooch, later(1))
    const counts = await Promise.all([1, 2, 3, 4].map(() => notifyAlerts(db, later(1))))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await mails()).toHaveLength(2)
  })

  test('while another process compares nobody else does, and one that died is replaced after its time', async () => {
    const { db } = database
    await subscribe()
    await confirmAlert(db, (await mails())[0]?.payload.token ?? '', castNow)
    await listAgain(cast.availableBrooch, later(1))
    const lease = (until: Date) => ({ holder: crypto.randomUUID(), leased_until: until })
    const soon = new Date(Date.now() + 60_000)
    await db
      .insertInto('job')
      .values({ name: 'alerts', ...lease(soon) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(lease(soon)))
      .execute()
    expect(await notifyAlerts(db, later(1))).toBe(0)
    await db
      .updateTable('job')
      .set(lease(new Date(Date.now() - 1000)))
      .execute()
    expect(await notifyAlerts(db, later(1))).toBe(1)
    expect(await notifyAlerts(db, later(1))).toBe(0)
  })

  test('only pieces that changed since the last time are compared, with new alerts all of theirs', async () => {
    const { db } = database
    await subscribe()
    await confirmAlert(db, (await mails())[0]?.payload.token ?? '', castNow)
    await listAgain(cast.availableBrooch, later(1))
    expect(await notifyAlerts(db, later(1))).toBe(1)
    // Whoever compared it again would tell of it again.
    await db.deleteFrom('stock_alert_match').execute()
    expect(await notifyAlerts(db, later(1))).toBe(0)
    await listAgain(cast.availableRing, later(1))
    expect(await notifyAlerts(db, later(2))).toBe(0)
    await subscribe('bert@example.test', platinumBrooches, later(0))
    await confirmAlert(db, (await mails()).at(-1)?.payload.token ?? '', later(2))
    expect(await notifyAlerts(db, later(2))).toBe(1)
    expect((await mails()).at(-1)?.recipient).toBe('bert@example.test')
  })

  test('a piece that becomes visible late is not missed, one of long ago is no news', async () => {
    const { db } = database
    await subscribe()
    await confirmAlert(db, (await mails())[0]?.payload.token ?? '', castNow)
    expect(await notifyAlerts(db, later(500))).toBe(0)
    await listAgain(cast.availableBrooch, later(300))
    expect(await notifyAlerts(db, later(500))).toBe(0)
    await listAgain(cast.availableBrooch, later(400))
    expect(await notifyAlerts(db, later(500))).toBe(1)
  })

  test('asking twice is one wish and one mail; once confirmed, none', async () => {
    await subscribe()
    await subscribe('ANNA@example.test')
    expect(await mails()).toHaveLength(1)
    await subscribe('anna@example.test', platinumBrooches, later(2))
    expect(await mails()).toHaveLength(1)
    const alerts = await database.db.selectFrom('stock_alert').select('token').execute()
    expect(alerts).toHaveLength(1)
    await confirmAlert(database.db, alerts[0]?.token ?? '', later(2))
    expect(await subscribe('anna@example.test', platinumBrooches, later(9))).toEqual({ ok: true })
    expect(await mails()).toHaveLength(1)
  })

  test('whoever does not confirm is not asked again for a year, however the address is written', async () => {
    const { db } = database
    await subscribe('anna.muster@googlemail.com')
    const spellings = ['Anna.Muster@gmail.com', 'annamuster+1@gmail.com', 'a.n.n.a.muster+x.y@GoogleMail.com']
    for (const hours of [0, 1, 25, 24 * 8, 24 * 300]) {
      await forgetUnconfirmedAlerts(db, later(hours))
      await forgetAskedAddresses(db, later(hours))
      for (const email of spellings)
        expect(await subscribe(email, platinumBrooches, later(hours))).toEqual({ ok: true })
    }
    expect(await mails()).toHaveLength(1)
    // Nobody could confirm them, so nothing of them is kept.
    expect(await db.selectFrom('stock_alert').select('email').execute()).toEqual([])
    expect(await forgetAskedAddresses(db, later(24 * 366))).toBe(1)
    await subscribe('anna.muster@gmail.com', platinumBrooches, later(24 * 366))
    expect(await mails()).toHaveLength(2)
  })

  test('two hundred at once are one mail', async () => {
    const all = Array.from({ length: 200 }, (_, number) => subscribe(`opfer+${number}@example.test`))
    expect(new Set((await Promise.all(all)).map(({ ok }) => ok))).toEqual(new Set([true]))
    expect(await mails()).toHaveLength(1)
  })

  test('an address is remembered beyond a change of the secret', async () => {
    const asked = {
      email: 'anna@example.test',
      locale: 'de',
      filters: platinumBrooches,
      now: castNow,
    } as const
    const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)]
    await subscribeAlert(database.db, asked, { secret: old })
    await subscribeAlert(database.db, { ...asked, email: 'ANNA+1@example.test' }, { secret: [fresh, old] })
    expect(await mails()).toHaveLength(1)
  })

  test('whoever left may come back', async () => {
    await subscribe()
    const [first] = await mails()
    await confirmAlert(database.db, first?.payload.token ?? '', castNow)
    await leaveAlert(database.db, first?.payload.token ?? '', castNow)
    expect(await subscribe()).toEqual({ ok: true })
    const tokens = (await mails()).map(({ payload }) => payload.token)
    expect(new Set(tokens).size).toBe(2)
  })

  test.each([
    ['nothing', ''],
    ['a name', 'anna'],
    ['half of one', 'anna@'],
    ['one with a space', 'a b@example.test'],
    ['one of 400 characters', `${'x'.repeat(400)}@example.test`],
  ])('%s is no address', async (_, email) => {
    expect(parseForm(formOf({ email }), alertFields)).toMatchObject({ ok: false, given: { email } })
  })

  test('nothing chosen is no wish, availability alone neither', async () => {
    expect(await subscribe('a@b.test', normaliseFilters({ department: 'watches' }))).toEqual({
      ok: false,
      reason: 'nothing-chosen',
    })
    expect(
      await subscribe(
        'a@b.test',
        normaliseFilters({ department: 'watches', facets: { availability: ['sold'] } }),
      ),
    ).toEqual({ ok: false, reason: 'nothing-chosen' })
  })

  test('nobody can be flooded with confirmations', async () => {
    const choices = ['rings', 'earrings', 'necklaces', 'bracelets', 'pendants'] as const
    for (const type of choices)
      expect(
        await subscribe(
          'v@example.test',
          normaliseFilters({ department: 'jewelry', facets: { type: [type] } }),
        ),
      ).toEqual({ ok: true })
    expect(await subscribe('v@example.test')).toEqual({ ok: false, reason: 'too-many' })
    // The one mail asks for all of them.
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    await confirmAlert(database.db, mail?.payload.token ?? '', castNow)
    const confirmed = await database.db.selectFrom('stock_alert').select('confirmed_at').execute()
    expect(confirmed.map(({ confirmed_at }) => confirmed_at)).toEqual(Array(5).fill(castNow))
  })

  test('an unconfirmed wish is forgotten after a week', async () => {
    await subscribe()
    const token = (await mails())[0]?.payload.token ?? ''
    expect(await forgetUnconfirmedAlerts(database.db, later(6 * 24))).toBe(0)
    expect(await confirmAlert(database.db, token, later(8 * 24))).toEqual({ ok: false, reason: 'unknown' })
    expect(await forgetUnconfirmedAlerts(database.db, later(8 * 24))).toBe(1)
  })

  test.each([
    ['nothing', ''],
    ['a letter', 'x'],
    ['a path', '../../etc'],
    ['SQL', "' or 1=1"],
    ['a very long text', 'a'.repeat(10_000)],
    ['zero bytes', '\u0000'.repeat(32)],
  ])('%s is no link', async (_, token) => {
    expect(await confirmAlert(database.db, token, castNow)).toEqual({ ok: false, reason: 'unknown' })
    expect(await leaveAlert(database.db, token, castNow)).toEqual({ ok: false, reason: 'unknown' })
  })
})
