import { beforeAll, beforeEach } from 'vitest'
import { findAppointment } from '#app/shop/appointments/appointment.ts'
import { freeSlots } from '#app/shop/appointments/free-times.ts'
import { type AppointmentEntry, enterAppointment } from '#app/shop/appointments/staff-appointments.ts'
import { bookViewing } from '#app/shop/appointments/viewing.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { versionOf } from '#app/shop/staff/change-record.ts'
import { buyingShop } from './buying-shop.ts'
import { cast, loadCast } from './catalogue.ts'

/**
 * A shop with two members, whom nobody has an appointment with when a test begins. Call it once at the top level of the
 * file.
 */
export function appointmentShop() {
  const shop = buyingShop()
  const members: { id: number; name: string }[] = []

  beforeAll(async () => {
    await loadCast(shop.db)
    await shop.db.updateTable('product').set({ branch_id: 'koeln' }).execute()
    for (const name of ['Berta Einkauf', 'Viktor Verkauf'])
      members.push(
        await shop.db
          .insertInto('staff_member')
          .values({ name, email: `${crypto.randomUUID()}@staff.example`, role: 'sales' })
          .returning(['id', 'name'])
          .executeTakeFirstOrThrow(),
      )
  })
  beforeEach(async () => {
    await shop.db.deleteFrom('appointment').execute()
    await shop.db.deleteFrom('absence').execute()
    await shop.db.deleteFrom('mail_outbox').execute()
    await shop.db.deleteFrom('rate_use').execute()
  })

  const koeln = () =>
    shop.settings.branches.find(({ id }) => id === 'koeln') as (typeof shop.settings.branches)[0]
  /** Free times after the first day that has one: the first of them are of one morning, at whatever hour a test runs. */
  async function free() {
    const slots = await freeSlots(shop.db, koeln(), shop.settings.buying, new Date())
    const [first] = slots
    return slots.filter(({ startsAt }) => first && germanDay(startsAt) > germanDay(first.startsAt))
  }
  async function freeAt(index: number): Promise<Date> {
    const slot = (await free())[index]
    if (!slot) throw new Error('no free time')
    return slot.startsAt
  }
  const said = () => ({ settings: shop.settings, now: new Date(), by: 'Berta Einkauf' })
  const mails = () =>
    shop.db
      .selectFrom('mail_outbox')
      .select(['kind', 'recipient', 'locale', 'payload'])
      .orderBy('id')
      .execute()

  const view = (startsAt: Date, changes: Partial<Parameters<typeof bookViewing>[1]> = {}) =>
    bookViewing(
      shop.db,
      {
        ...{ kind: 'viewing', branchId: 'koeln', startsAt, pieces: [cast.availableSubmariner] },
        name: 'Clara Beispiel',
        ...{ email: 'clara@beispiel.example', phone: null, about: null, ...changes },
      },
      { locale: 'en', client: null, settings: shop.settings },
    )

  const entry = (startsAt: Date, changes: Partial<AppointmentEntry> = {}): AppointmentEntry => ({
    ...{ branchId: 'koeln', startsAt, minutes: null, staffId: null, because: null, kind: 'other' },
    ...{ name: 'Erna Muster', email: 'erna@beispiel.example', phone: null, locale: 'de' },
    ...{ about: null, note: null, pieces: [], ...changes },
  })
  async function entered(startsAt: Date, changes: Partial<AppointmentEntry> = {}): Promise<number> {
    const made = await enterAppointment(shop.db, entry(startsAt, changes), said())
    if (!made.ok) throw new Error(made.reason)
    return made.id
  }
  const version = (id: number) => versionOf(shop.db, { subject: 'appointment', id: String(id) })
  async function seen(id: number) {
    const found = await findAppointment(shop.db, { id }, new Date())
    if (!found) throw new Error('no such appointment')
    return found
  }

  return { shop, members, free, freeAt, said, mails, view, entry, entered, version, seen }
}
