import { describe, expect, test } from 'vitest'
import { appointmentShop } from '#tests/appointment-shop.ts'
import { cast } from '#tests/catalogue.ts'
import { germanDay } from '../buying/german-day.ts'
import { findAppointment } from './appointment.ts'
import { forgetAppointment } from './reminders.ts'
import { sendVideoLink } from './staff-appointments.ts'
import { bookViewing, moveByVisitor } from './viewing.ts'
import { viewingOffer } from './viewing-offer.ts'
import { broughtFrom } from './viewing-places.ts'

const { shop, free, freeAt, said, mails, entered, version, seen } = appointmentShop()
const { availableSubmariner: watch, availableRing: ring, soldTank } = cast

/** With a second branch. */
const settingsWith = (changes: { video?: boolean; bringDays?: number | null }) => ({
  ...shop.settings,
  branches: shop.settings.branches.flatMap((branch) => [branch, { ...branch, id: 'duesseldorf' }]),
  buying: {
    ...shop.settings.buying,
    appointments: { ...shop.settings.buying.appointments, video: false, bringDays: null, ...changes },
  },
})
const lies = (id: string, branch: string | null) =>
  shop.db.updateTable('product').set({ branch_id: branch }).where('id', '=', id).execute()

async function book(
  startsAt: Date,
  changes: Partial<Parameters<typeof bookViewing>[1]> = {},
  settings = settingsWith({ video: true, bringDays: 2 }),
) {
  return bookViewing(
    shop.db,
    {
      ...{ kind: 'viewing', branchId: 'koeln', startsAt, pieces: [watch, ring], phone: null, about: null },
      ...{ name: 'Clara Beispiel', email: 'clara@beispiel.example', ...changes },
    },
    { locale: 'de', client: null, settings },
  )
}
const found = async (token: string) => {
  const appointment = await findAppointment(shop.db, { token }, new Date())
  if (!appointment) throw new Error('no such appointment')
  return appointment
}

describe('several pieces', () => {
  test('are one appointment, each once and in their order; the same again is no second one', async () => {
    const startsAt = await freeAt(0)
    const booked = await book(startsAt, { pieces: [ring, watch, ring] })
    if (!booked.ok) throw new Error(booked.reason)
    expect((await found(booked.token)).pieces.map(({ id }) => id)).toEqual([ring, watch])
    expect(await book(startsAt, { pieces: [ring, watch] })).toMatchObject({
      token: booked.token,
      repeated: true,
    })
    expect(await book(startsAt, { pieces: [watch, ring] })).toEqual({ ok: false, reason: 'taken' })
    expect(await book(await freeAt(3), { pieces: [watch, soldTank] })).toEqual({
      ok: false,
      reason: 'no-such-piece',
    })
    expect(await book(await freeAt(3), { pieces: [] })).toEqual({ ok: false, reason: 'no-such-piece' })
  })

  test('of two branches are seen in either once they were brought, and nowhere where nothing is brought', async () => {
    await lies(ring, 'duesseldorf')
    try {
      const later = broughtFrom(settingsWith({ bringDays: 2 }), new Date()) as Date
      const all = await free()
      const before = all.find(({ startsAt }) => startsAt < later)
      const after = all.find(({ startsAt }) => startsAt >= later)
      if (!after) throw new Error('no free time after what is brought is there')
      if (before) expect(await book(before.startsAt)).toEqual({ ok: false, reason: 'no-such-time' })
      expect(await book(after.startsAt, {}, settingsWith({}))).toEqual({
        ok: false,
        reason: 'no-such-branch',
      })
      const booked = await book(after.startsAt)
      if (!booked.ok) throw new Error(booked.reason)
      // Moved within the branch, it is no sooner than it was.
      const wanted = { branchId: 'koeln', startsAt: (before ?? after).startsAt }
      expect(
        await moveByVisitor(shop.db, booked.token, wanted, { settings: settingsWith({ bringDays: 2 }) }),
      ).toEqual(before ? { ok: false, reason: 'no-such-time' } : { ok: true, repeated: true })
    } finally {
      await lies(ring, 'koeln')
    }
  })

  test.each([
    // Friday before the clocks go forward, and Thursday before they go back: weekends do not count.
    ['2026-03-27T12:00:00Z', 1, '2026-03-29T22:00:00.000Z'],
    ['2026-10-22T12:00:00Z', 2, '2026-10-25T23:00:00.000Z'],
    ['2026-11-30T12:00:00Z', 0, '2026-11-29T23:00:00.000Z'],
  ])('brought from %s within %i working days are there from %s', (now, bringDays, expected) => {
    expect(broughtFrom(settingsWith({ bringDays }), new Date(now))?.toISOString()).toBe(expected)
  })
})

describe('a call by video', () => {
  test('is offered only where the shop does so, and comes from where the piece lies', async () => {
    const startsAt = await freeAt(0)
    const call = { kind: 'video', pieces: [watch] } as const
    expect(await book(startsAt, call, settingsWith({}))).toEqual({ ok: false, reason: 'no-video' })
    expect(await book(startsAt, { ...call, branchId: 'duesseldorf' })).toEqual({
      ok: false,
      reason: 'no-such-branch',
    })
    const booked = await book(startsAt, call)
    if (!booked.ok) throw new Error(booked.reason)
    expect(await found(booked.token)).toMatchObject({ kind: 'video', branchId: 'koeln', videoLink: null })
    // Nobody else is received at that time.
    expect(await book(startsAt, { email: 'otto@beispiel.example' })).toEqual({ ok: false, reason: 'taken' })
  })

  test('has its link sent, again where it changes, and forgets it with whoever was called', async () => {
    const id = await entered(await freeAt(0), { kind: 'video', pieces: [watch] })
    await shop.db.deleteFrom('mail_outbox').execute()
    const link = 'https://meet.example/abc'
    expect(await sendVideoLink(shop.db, { id, version: -1, link }, said())).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    for (const each of [link, `${link}d`])
      expect(await sendVideoLink(shop.db, { id, version: await version(id), link: each }, said())).toEqual({
        ok: true,
      })
    expect(
      (await mails()).map(({ kind, payload }) => [kind, (payload as { sequence: number }).sequence]),
    ).toEqual([
      ['appointment-link', 1],
      ['appointment-link', 2],
    ])
    expect(await seen(id)).toMatchObject({ kind: 'video', videoLink: `${link}d`, sequence: 2 })
    const other = await entered(await freeAt(3))
    expect(await sendVideoLink(shop.db, { id: other, version: await version(other), link }, said())).toEqual({
      ok: false,
      reason: 'not-possible',
    })
    await forgetAppointment(shop.db, id, new Date())
    expect(await seen(id)).toMatchObject({ name: null, videoLink: null })
    const recorded = await shop.db.selectFrom('change_record').select(['before', 'after']).execute()
    expect(JSON.stringify(recorded)).not.toContain(link)
  })
})

test('the drawer is offered what is on sale, with the times of every branch', async () => {
  const ask = (pieces: string[]) =>
    viewingOffer(shop.db, pieces, {
      ...{ settings: settingsWith({ video: true }), locale: 'de', now: new Date() },
    })
  const offer = await ask([watch, soldTank, ring, 'x', watch])
  expect(offer?.pieces.map(({ id, branchId }) => [id, branchId])).toEqual([
    [watch, 'koeln'],
    [ring, 'koeln'],
  ])
  expect(offer).toMatchObject({ video: true, later: null, pieces: [{ name: 'Rolex Submariner Date' }, {}] })
  const koeln = offer?.branches.find(({ id }) => id === 'koeln')
  expect(koeln?.times).toContain((await freeAt(0)).toISOString())
  expect(koeln?.times.map((at) => germanDay(new Date(at)))).toEqual(
    koeln?.times.map((at) => germanDay(new Date(at))).toSorted(),
  )
  expect(await ask([soldTank, watch])).toBeNull()
})
