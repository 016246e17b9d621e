import { expect, test } from 'vitest'
import { appointmentShop } from '#tests/appointment-shop.ts'
import { forgetAppointments, remindOfAppointments } from './reminders.ts'

const { shop, free, freeAt, mails, entered, seen } = appointmentShop()

test('whoever comes is reminded once, a day before; who has just moved it knows it', async () => {
  const { db } = shop
  // Two of one morning or afternoon: the day before is the same for both.
  const slots = (await free()).slice(60)
  const at = slots.findIndex(({ endsAt }, n) => endsAt.getTime() === slots[n + 1]?.startsAt.getTime())
  const [earlier, later] = slots.slice(at)
  if (!earlier || !later) throw new Error('no two free times in a row')
  await entered(earlier.startsAt)
  await entered(later.startsAt, { locale: 'en' })
  const { startsAt } = later
  await db.deleteFrom('mail_outbox').execute()
  const hours = (before: number) => new Date(startsAt.getTime() - before * 3_600_000)
  expect(await remindOfAppointments(db, hours(25))).toBe(0)
  expect(await remindOfAppointments(db, hours(23))).toBe(2)
  expect(await remindOfAppointments(db, hours(22))).toBe(0)
  expect(await mails()).toMatchObject([
    { kind: 'appointment-reminder', locale: 'de' },
    { kind: 'appointment-reminder', locale: 'en' },
  ])
  await db
    .updateTable('appointment')
    .set({ reminded_at: null, moved_at: hours(20) })
    .execute()
  expect(await remindOfAppointments(db, hours(19))).toBe(0)
})

test('who came is forgotten when the rule of contact data says so, with their mails', async () => {
  const { db, settings } = shop
  const id = await entered(await freeAt(0), { note: 'Ring' })
  const { endsAt } = await seen(id)
  const after = (days: number) => new Date(endsAt.getTime() + days * 86_400_000 + 1)
  expect(await forgetAppointments(db, { settings, now: after(89) })).toBe(0)
  expect(await forgetAppointments(db, { settings, now: after(90) })).toBe(1)
  expect(await forgetAppointments(db, { settings, now: after(91) })).toBe(0)
  expect(await seen(id)).toMatchObject({ name: null, email: null, note: null, token: null })
  expect(await mails()).toMatchObject([{ recipient: null, payload: {} }])
})
