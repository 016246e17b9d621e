import { describe, expect, test } from 'vitest'
import { bookAppointment } from '#app/shop/buying/appointments.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { endOfDay } from '#app/shop/checkout/working-days.ts'
import { asStaff, changesSince } from '#app/shop/staff/change-record.ts'
import { appointmentShop } from '#tests/appointment-shop.ts'
import { cast } from '#tests/catalogue.ts'
import { blockTime, readAbsences, unblockTime } from './absences.ts'
import { readAppointments } from './appointment.ts'
import { readCalendar } from './calendar.ts'
import {
  assignAppointment,
  cancelAppointment,
  describeAppointment,
  endAppointment,
  enterAppointment,
  moveAppointment,
} from './staff-appointments.ts'
import { cancelByVisitor, moveByVisitor } from './viewing.ts'

const { shop, members, free, freeAt, said, mails, view, entry, entered, version, seen } = appointmentShop()

describe('a viewer', () => {
  test('of twenty who want one time exactly one has it', async () => {
    const startsAt = await freeAt(0)
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => view(startsAt, { email: `nr${n}@beispiel.example` })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((each) => !each.ok && each.reason === 'taken')).toHaveLength(19)
    expect((await free())[0]?.startsAt.getTime()).toBeGreaterThan(startsAt.getTime())
  })

  test('sent twice it is one appointment, told once to each side in their language', async () => {
    const startsAt = await freeAt(1)
    const [one, other] = await Promise.all([view(startsAt), view(startsAt)])
    expect(one).toMatchObject({ ok: true })
    expect(one.ok && other.ok && one.token === other.token).toBe(true)
    expect(await mails()).toMatchObject([
      { kind: 'appointment-booked', locale: 'en', recipient: 'clara@beispiel.example' },
      { kind: 'staff-appointment', locale: 'de', payload: { what: 'booked', sequence: 0 } },
    ])
  })

  test('moves and cancels by their link; the same calendar entry is raised each time', async () => {
    const [first, second] = [await freeAt(0), await freeAt(3)]
    const booked = await view(first)
    if (!booked.ok) throw new Error(booked.reason)
    const move = (startsAt: Date) =>
      moveByVisitor(shop.db, booked.token, { branchId: 'koeln', startsAt }, { settings: shop.settings })
    expect(await move(first)).toEqual({ ok: true, repeated: true })
    expect(await move(second)).toEqual({ ok: true, repeated: false })
    expect((await free())[0]?.startsAt).toEqual(first)
    expect(await move(new Date(second.getTime() + 60_000))).toEqual({ ok: false, reason: 'no-such-time' })
    expect(
      await moveByVisitor(
        shop.db,
        booked.token,
        { branchId: 'duesseldorf', startsAt: first },
        {
          settings: shop.settings,
        },
      ),
    ).toEqual({ ok: false, reason: 'no-such-branch' })
    expect(await cancelByVisitor(shop.db, booked.token, shop)).toEqual({ ok: true, repeated: false })
    expect(await cancelByVisitor(shop.db, booked.token, shop)).toEqual({ ok: true, repeated: true })
    expect(await move(first)).toEqual({ ok: false, reason: 'over' })
    expect(await cancelByVisitor(shop.db, 'x'.repeat(32), shop)).toMatchObject({ ok: false })
    const toVisitor = (await mails()).filter(({ kind }) => kind.startsWith('appointment-'))
    expect(toVisitor.map(({ kind, payload }) => [kind, (payload as { sequence: number }).sequence])).toEqual([
      ['appointment-booked', 0],
      ['appointment-moved', 1],
      ['appointment-cancelled', 2],
    ])
  })

  test('sees a piece where it lies, while it is on sale, and has three times ahead at most', async () => {
    const startsAt = await freeAt(0)
    expect(await view(startsAt, { pieces: [cast.soldTank] })).toEqual({ ok: false, reason: 'no-such-piece' })
    expect(await view(startsAt, { pieces: ['x'] })).toEqual({ ok: false, reason: 'no-such-piece' })
    expect(await view(startsAt, { branchId: 'duesseldorf' })).toEqual({ ok: false, reason: 'no-such-branch' })
    for (let n = 0; n < 3; n += 1) expect(await view(await freeAt(0))).toMatchObject({ ok: true })
    expect(await view(await freeAt(0))).toEqual({ ok: false, reason: 'enough' })
    await view(await freeAt(0))
    expect(await view(await freeAt(0))).toMatchObject({ ok: false, reason: 'too-many' })
  })
})

describe('staff', () => {
  test('enter, move, assign and cancel, and are told when somebody else was faster', async () => {
    const [first, second] = [await freeAt(0), await freeAt(2)]
    const id = await asStaff(shop.db, members[0] as (typeof members)[0], async (db) => {
      const made = await enterAppointment(db, entry(first, { note: 'ruft zurück' }), said())
      return made.ok ? made.id : 0
    })
    const before = await version(id)
    const to = { branchId: 'koeln', startsAt: second, minutes: null, staffId: null, because: null }
    expect(
      await moveAppointment(shop.db, { id, version: before, tell: 'Handwerker', ...to }, said()),
    ).toEqual({
      ok: true,
    })
    expect(await cancelAppointment(shop.db, { id, version: before, reason: 'x' }, said())).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    const staffId = members[1]?.id ?? 0
    const assigned = { id, version: await version(id), staffId, because: null }
    expect(await assignAppointment(shop.db, assigned, said())).toEqual({ ok: true })
    expect(await seen(id)).toMatchObject({ startsAt: second, staff: { name: 'Viktor Verkauf' }, sequence: 1 })
    const cancelled = { id, version: await version(id), reason: 'Wir haben zu.' }
    expect(await cancelAppointment(shop.db, cancelled, said())).toEqual({ ok: true })
    expect(await seen(id)).toMatchObject({ state: 'cancelled', cancelReason: 'Wir haben zu.', sequence: 2 })
    expect(
      (await mails())
        .filter(({ kind }) => kind !== 'staff-assigned')
        .map(({ kind, payload }) => [kind, (payload as { reason?: string }).reason]),
    ).toEqual([
      ['appointment-booked', undefined],
      ['appointment-moved', 'Handwerker'],
      ['appointment-cancelled', 'Wir haben zu.'],
    ])
    const [made, ...changes] = await changesSince(shop.db, { subject: 'appointment', id: String(id) }, 0)
    expect(made).toMatchObject({ by: 'Berta Einkauf', after: { name: '•', note: '•', kind: 'other' } })
    expect(changes).toHaveLength(3)
  })

  test('nobody receives two at once, however many ask, nor while they are away', async () => {
    const startsAt = await freeAt(0)
    const staffId = members[0]?.id ?? 0
    const forced = { because: 'zweite Kundin', staffId }
    const results = await Promise.all(
      Array.from({ length: 10 }, () => enterAppointment(shop.db, entry(startsAt, forced), said())),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(results.flatMap((each) => (each.ok ? [] : [each.reason])))).toEqual(
      new Set(['person-busy']),
    )
    const later = await freeAt(2)
    const end = new Date(later.getTime() + 3_600_000)
    const away = await blockTime(shop.db, { of: { staffId }, startsAt: later, endsAt: end, reason: 'Urlaub' })
    expect(away).toMatchObject({ ok: true, inside: 0 })
    expect(await enterAppointment(shop.db, entry(later, { staffId }), said())).toEqual({
      ok: false,
      reason: 'person-away',
    })
    expect(
      await enterAppointment(shop.db, entry(later, { staffId, because: 'kommt' }), said()),
    ).toMatchObject({
      ok: true,
    })
  })

  test('force a time that is not free, with a reason; visitors are offered none beside it', async () => {
    const startsAt = await freeAt(0)
    await entered(startsAt)
    expect(await enterAppointment(shop.db, entry(startsAt), said())).toEqual({ ok: false, reason: 'taken' })
    const at = new Date(startsAt.getTime() + 5 * 60_000)
    expect(await enterAppointment(shop.db, entry(at), said())).toEqual({ ok: false, reason: 'no-such-time' })
    const id = await entered(at, { because: 'kommt aus Wien', minutes: 45 })
    expect(await seen(id)).toMatchObject({ forcedBecause: 'kommt aus Wien' })
    expect((await seen(id)).endsAt.getTime() - at.getTime()).toBe(45 * 60_000)
    const next = (await free())[0]?.startsAt.getTime() ?? 0
    expect(next).toBeGreaterThanOrEqual(at.getTime() + 45 * 60_000)
    const past = new Date(Date.now() - 86_400_000)
    expect(await enterAppointment(shop.db, entry(past, { because: 'x' }), said())).toEqual({
      ok: false,
      reason: 'is-over',
    })
    expect(await enterAppointment(shop.db, entry(startsAt, { pieces: ['nix'] }), said())).toEqual({
      ok: false,
      reason: 'no-such-piece',
    })
  })

  test('a blocked time of a branch is offered to nobody until it is taken back', async () => {
    const [first, last] = [await freeAt(0), await freeAt(2)]
    await entered(first)
    const block = { of: { branchId: 'koeln' }, startsAt: first, endsAt: last, reason: 'Inventur' }
    const blocked = await blockTime(shop.db, block)
    expect(blocked).toMatchObject({ ok: true, inside: 1 })
    expect((await free())[0]?.startsAt).toEqual(last)
    expect(await view(new Date(last.getTime() - 30 * 60_000))).toEqual({ ok: false, reason: 'taken' })
    expect(await readAbsences(shop.db, { from: first, until: last })).toMatchObject([
      { branchId: 'koeln', reason: 'Inventur', staff: null },
    ])
    expect(await unblockTime(shop.db, blocked.ok ? blocked.id : 0, new Date())).toBe(true)
    expect((await free())[0]?.startsAt).toEqual(new Date(first.getTime() + 30 * 60_000))
    expect(await blockTime(shop.db, { ...block, endsAt: first })).toMatchObject({ ok: false })
    expect(await blockTime(shop.db, { ...block, of: { branchId: 'bonn' } })).toMatchObject({
      reason: 'nobody',
    })
  })

  test('what is agreed in a blocked time is named until it is moved: of the branch, or of whoever is away', async () => {
    const [first, second] = [await freeAt(0), await freeAt(1)]
    const staffId = members[0]?.id ?? 0
    const own = await entered(first, { staffId })
    const other = await entered(second)
    const now = new Date()
    const blocked = async () => {
      const days = [...new Set([germanDay(first), germanDay(second)])]
      const calendar = await readCalendar(shop.db, shop.settings, {
        days,
        branchId: null,
        staffId: null,
        now,
      })
      return calendar.flatMap(({ appointments }) =>
        appointments.filter(({ isBlocked }) => isBlocked).map(({ id }) => id),
      )
    }
    const span = { startsAt: first, endsAt: new Date(second.getTime() + 60_000), reason: 'Urlaub' }
    expect(await blocked()).toEqual([])
    const away = await blockTime(shop.db, { ...span, of: { staffId } })
    expect(await blocked()).toEqual([own])
    await unblockTime(shop.db, away.ok ? away.id : 0, now)
    await blockTime(shop.db, { ...span, of: { branchId: 'duesseldorf' } })
    expect(await blocked()).toEqual([])
    await blockTime(shop.db, { ...span, of: { branchId: 'koeln' } })
    expect(await blocked()).toEqual([own, other])
  })

  test('say who came and who did not, once it has begun', async () => {
    const id = await entered(await freeAt(0))
    const ended = async (how: 'came' | 'missed', now: Date) =>
      endAppointment(shop.db, { id, version: await version(id), how }, { ...said(), now })
    expect(await ended('missed', new Date())).toEqual({ ok: false, reason: 'not-possible' })
    const { endsAt } = await seen(id)
    expect(await ended('missed', endsAt)).toEqual({ ok: true })
    expect(await seen(id)).toMatchObject({ state: 'missed' })
    expect(await ended('came', endsAt)).toEqual({ ok: false, reason: 'not-possible' })
    const details = { name: 'Erna M.', email: null, phone: '0221 1', about: 'Ring', note: 'kam nicht' }
    expect(
      await describeAppointment(shop.db, { id, version: await version(id), ...details }, said()),
    ).toEqual({
      ok: true,
    })
    expect(await seen(id)).toMatchObject({ ...details })
  })
})

describe('a seller’s appointment', () => {
  async function booked() {
    const { id } = await shop.submitted()
    const made = await shop.offer({ id }, 'estimate')
    if (!made.ok) throw new Error(made.reason)
    await shop.answer({ id }, made.offer, 'accepted')
    const startsAt = await freeAt(0)
    const answer = await bookAppointment(
      shop.db,
      { id },
      { branchId: 'koeln', startsAt, settings: shop.settings },
    )
    if (!answer.ok) throw new Error(answer.reason)
    const [appointment] = await readAppointments(
      shop.db,
      { from: startsAt, until: new Date(startsAt.getTime() + 1) },
      new Date(),
    )
    if (!appointment) throw new Error('no appointment')
    return { request: id, appointment, startsAt }
  }

  test('moved by staff: the request waits as long, and the seller reads when', async () => {
    const { request, appointment } = await booked()
    const { id } = appointment
    const startsAt = await freeAt(4)
    const to = { branchId: 'koeln', startsAt, minutes: null, staffId: null, because: null }
    expect(
      await moveAppointment(shop.db, { id, version: await version(id), tell: '', ...to }, said()),
    ).toEqual({ ok: true })
    const view = await shop.see({ id: request })
    expect(view).toMatchObject({ status: 'appointment', appointment: { startsAt } })
    expect(view.lapsesAt).toEqual(endOfDay(daysLater(germanDay(startsAt), 2)))
    expect(view.history.map(({ event }) => event)).not.toContain('move-appointment')
    expect((await mails()).at(-1)).toMatchObject({ kind: 'appointment-moved', locale: 'de' })
  })

  test('called off by staff, missed, moved by the seller: each leaves its trace', async () => {
    const one = await booked()
    const { id } = one.appointment
    const reason = 'Wir sind krank.'
    expect(await cancelAppointment(shop.db, { id, version: await version(id), reason }, said())).toEqual({
      ok: true,
    })
    expect(await shop.see({ id: one.request })).toMatchObject({ status: 'accepted', appointment: null })
    const [next, after] = [await freeAt(1), await freeAt(2)]
    const book = (startsAt: Date) =>
      bookAppointment(shop.db, { id: one.request }, { branchId: 'koeln', startsAt, settings: shop.settings })
    expect(await book(next)).toMatchObject({ ok: true })
    expect(await book(after)).toMatchObject({ ok: true })
    const until = new Date(after.getTime() + 1)
    const all = await readAppointments(shop.db, { from: one.startsAt, until, also: 'ended' }, new Date())
    expect(all.map(({ state, sequence }) => [state, sequence])).toEqual([
      ['cancelled', 1],
      ['replaced', 0],
      ['ahead', 1],
    ])
    const [, replaced, stands] = all
    expect(replaced?.uid).toBe(stands?.uid)
    const missed = { id: stands?.id ?? 0, version: await version(stands?.id ?? 0), how: 'missed' as const }
    const ended = { ...said(), now: new Date(after.getTime() + 3_600_000) }
    expect(await endAppointment(shop.db, { ...missed, how: 'came' as const }, ended)).toMatchObject({
      ok: false,
    })
    expect(await endAppointment(shop.db, missed, ended)).toEqual({ ok: true })
    expect(await shop.see({ id: one.request })).toMatchObject({ status: 'accepted' })
    expect(await seen(missed.id)).toMatchObject({ state: 'missed' })
  })
})
