import { describe, expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { pieces, sellingSecret as secret } from '#tests/selling.ts'
import { freeSlots, momentOf, rulesOf, slotsOf } from '../appointments/free-times.ts'
import { bookAppointment } from './appointments.ts'
import { lapseSellRequests } from './offer.ts'
import type { OfferLineInput } from './offer-lines.ts'
import { inspectGoods } from './staff-steps.ts'

const shop = buyingShop()
const by = 'Berta Einkauf'

/** An estimate or offer that holds so many days; over since yesterday when it is −1. */
async function offered(id: number, kind: 'estimate' | 'final', days: number) {
  const rules = { buying: { ...shop.settings.buying, estimateDays: days, offerDays: days } }
  const made = await shop.offer({ id }, kind, { settings: rules })
  if (!made.ok) throw new Error(made.reason)
  return made.offer
}

describe('an offer', () => {
  test('whose time is over cannot be accepted, before and after the shop has ended it', async () => {
    const { db } = shop
    const { id } = await shop.submitted()
    const offer = await offered(id, 'estimate', -1)
    expect(await shop.answer({ id }, offer, 'accepted')).toEqual({ ok: false, reason: 'expired' })
    expect(await lapseSellRequests(db)).toBe(1)
    expect(await shop.see({ id })).toMatchObject({
      status: 'expired',
      offer: { answer: 'lapsed' },
      lapsesAt: null,
    })
    expect(await shop.answer({ id }, offer, 'accepted')).toEqual({ ok: false, reason: 'expired' })
    expect(await lapseSellRequests(db)).toBe(0)
    // Estimated anew, at the prices of the day.
    expect(await shop.answer({ id }, await offered(id, 'estimate', 7), 'accepted')).toMatchObject({
      ok: true,
    })
  })

  test('accepted ten times, declined and ended at once gets one answer', async () => {
    const { db } = shop
    for (let round = 0; round < 5; round += 1) {
      const { id } = await shop.submitted()
      const offer = await offered(id, 'estimate', 7)
      const results = await Promise.all([
        ...Array.from({ length: 5 }, () => shop.answer({ id }, offer, 'accepted')),
        ...Array.from({ length: 5 }, () => shop.answer({ id }, offer, 'declined')),
        lapseSellRequests(db),
      ])
      const view = await shop.see({ id })
      expect(['accepted', 'declined']).toContain(view.status)
      expect(view.offer?.answer).toBe(view.status)
      const fresh = results.filter((result) => typeof result === 'object' && result.ok && !result.repeated)
      expect(fresh).toHaveLength(1)
      expect(view.history.filter(({ event }) => event === 'accept' || event === 'decline')).toHaveLength(1)
    }
  })

  test('that was replaced is not agreed to', async () => {
    const { id } = await shop.submitted()
    const first = await offered(id, 'estimate', 7)
    const [second, said] = await Promise.all([
      offered(id, 'estimate', 7).catch(() => null),
      shop.answer({ id }, first, 'accepted'),
    ])
    // Either the seller was first, or they are told of the newer one.
    if (said.ok) expect(second).toBe(null)
    else expect(said).toEqual({ ok: false, reason: 'replaced' })
    expect((await shop.see({ id })).offers.filter((offer) => offer.answer === 'accepted')).toHaveLength(
      said.ok ? 1 : 0,
    )
    expect(await shop.answer({ id }, 999_999, 'accepted')).toEqual({ ok: false, reason: 'no-such-offer' })
  })

  test('is not made of a piece that a theft register knows, and not without a test', async () => {
    const { db } = shop
    const { id } = await shop.submitted()
    await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
    const register = { name: 'Register', result: 'hit' as const }
    await inspectGoods(
      db,
      { id },
      { lines: [{ title: 'Uhr', serial: '12345678', register }] },
      { by, secret },
    )
    const make = (lines: OfferLineInput[]) => shop.offer({ id }, 'final', { lines })
    expect(await make([pieces.watch])).toEqual({ ok: false, reason: 'register-hit' })
    expect(await make([{ ...pieces.watch, testMethod: null }])).toEqual({ ok: false, reason: 'test-missing' })
    expect(await make([{ ...pieces.watch, cents: { low: 1, high: 2 } }])).toEqual({
      ok: false,
      reason: 'not-exact',
    })
    await shop.step({ id }, { event: 'hold', reason: 'Treffer' })
    expect(await shop.step({ id }, { event: 'resume', reason: 'x' })).toEqual({
      ok: false,
      reason: 'not-agreed',
    })
    expect(await shop.step({ id }, { event: 'surrender', reason: 'Polizei' })).toEqual({
      ok: true,
      status: 'cancelled',
    })
  })

  test('that the seller agreed to goes on after a hold', async () => {
    const id = await shop.agreed()
    await shop.step({ id }, { event: 'hold', reason: 'Verdacht' })
    expect(await shop.step({ id }, { event: 'reopen', reason: 'x' })).toMatchObject({ ok: false })
    expect(await shop.step({ id }, { event: 'resume', reason: 'geklärt' })).toEqual({
      ok: true,
      status: 'agreed',
    })
  })
})

describe('appointments', () => {
  test('the last seat goes to one, and who wanted another time keeps the one they had', async () => {
    const { db } = shop
    const ids: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const { id } = await shop.submitted()
      await shop.answer({ id }, await offered(id, 'estimate', 7), 'accepted')
      ids.push(id)
    }
    const [branch] = shop.settings.branches
    if (!branch) throw new Error('no branch')
    const [first, second] = await freeSlots(db, branch, shop.settings.buying, new Date())
    if (!first || !second) throw new Error('no slots')
    const book = (id: number, startsAt: Date) =>
      bookAppointment(db, { id }, { branchId: 'koeln', startsAt, settings: shop.settings })
    const results = await Promise.all(ids.map((id) => book(id, first.startsAt)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.reason === 'taken')).toHaveLength(5)
    const free = await freeSlots(db, branch, shop.settings.buying, new Date())
    expect(free[0]?.startsAt).toEqual(second.startsAt)
    const other = ids.find((_, at) => !results[at]?.ok) as number
    expect(await book(other, second.startsAt)).toMatchObject({ ok: true })
    expect(await book(other, first.startsAt)).toEqual({ ok: false, reason: 'taken' })
    expect((await shop.see({ id: other })).appointment?.startsAt).toEqual(second.startsAt)
    const odd = new Date(second.startsAt.getTime() + 60_000)
    expect(await book(other, odd)).toEqual({ ok: false, reason: 'no-such-time' })
    // Changing the time frees the first one.
    const winner = ids.find((_, at) => results[at]?.ok) as number
    const third = (await freeSlots(db, branch, shop.settings.buying, new Date()))[0]
    expect(await book(winner, third?.startsAt as Date)).toMatchObject({ ok: true })
    expect(await book(other, first.startsAt)).toMatchObject({ ok: true })
    expect(
      await bookAppointment(db, { id: other }, { branchId: 'bonn', startsAt: odd, settings: shop.settings }),
    ).toMatchObject({
      reason: 'no-such-branch',
    })
  })

  test('lie within opening hours and holidays, also where clocks change', () => {
    const branch = {
      hours: [{ days: ['sa' as const, 'su' as const], opens: '10:00', closes: '11:15' }],
      holidays: [
        { date: '2026-10-24', closed: true, label: { de: 'x', en: 'x' } },
        { date: '2026-10-31', closed: false, opens: '12:00', closes: '12:30', label: { de: 'x', en: 'x' } },
      ],
    }
    // 00:30 in Berlin on the Friday before clocks go back: no day is counted twice or left out.
    const slots = slotsOf(
      branch,
      rulesOf(shop.settings.buying, 'koeln'),
      new Date('2026-10-22T22:30:00Z'),
    ).map(({ startsAt }) => startsAt.toISOString())
    expect(slots.slice(0, 5)).toEqual([
      '2026-10-25T09:00:00.000Z',
      '2026-10-25T09:30:00.000Z',
      '2026-10-31T11:00:00.000Z',
      '2026-11-01T09:00:00.000Z',
      '2026-11-01T09:30:00.000Z',
    ])
    expect(new Set(slots).size).toBe(slots.length)
    expect(momentOf('2026-07-01', '10:00').toISOString()).toBe('2026-07-01T08:00:00.000Z')
    expect(momentOf('2026-10-25', '02:30').toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(momentOf('2027-03-28', '03:00').toISOString()).toBe('2027-03-28T01:00:00.000Z')
  })
})
