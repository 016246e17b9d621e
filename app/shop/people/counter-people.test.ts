import { beforeAll, expect, test } from 'vitest'
import { personCopyPdf } from '#app/letters/documents/write-person-copy.tsx'
import { openLocalFiles } from '#app/platform/files.ts'
import { enterAppointment } from '#app/shop/appointments/staff-appointments.ts'
import { holdAtCounter } from '#app/shop/counter/counter-hold.ts'
import { sellAtCounter } from '#app/shop/counter/counter-sale.ts'
import { endReservation, reserve } from '#app/shop/counter/reservation.ts'
import { reservationEnds } from '#app/shop/counter/reservation-times.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { asStaff, type StaffActor, versionOf } from '#app/shop/staff/change-record.ts'
import { findForStaff } from '#app/shop/today/find.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { pdfText } from '#tests/pdf-text.ts'
import { ernaMuster, openBuyingShop, sellingSecret as secret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { correctable, correctRecord } from './correct-record.ts'
import { exportPerson } from './export-person.ts'
import { eraseRestricted, erasuresOf, forgetPerson } from './forget-person.ts'
import { listPeople } from './list-people.ts'
import { findFile, joinRecord } from './person-files.ts'
import { personList } from './person-list.ts'
import { suggestionsFor } from './person-records.ts'
import { planErasure } from './plan-erasure.ts'
import { type RecordRef, recordKinds } from './record-kinds.ts'

const database = testDatabase()
const files = openLocalFiles(temporaryFolder())
const now = new Date()
let by: StaffActor
let settings: Settings
let next = 47_001

beforeAll(async () => {
  const { db } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  await openBuyingShop(db, now)
  settings = await readSettings(db)
  const values = { name: 'Berta Kasse', email: 'b@staff.example', role: 'owner' } as const
  const { id } = await db.insertInto('staff_member').values(values).returning('id').executeTakeFirstOrThrow()
  by = { id, name: 'Berta Kasse' }
})

type Sale = Parameters<typeof sellAtCounter>[1]
const domstrasse = { street: 'Domstraße 1', postalCode: '50668', city: 'Köln', country: 'DE' }

/** A ring sold over the counter, to nobody in particular unless somebody is named. */
async function sold(
  changes: Partial<Sale> = {},
  reason = '',
): Promise<{ kind: 'order'; ref: number; number: string }> {
  const piece = String(next++)
  await addRings(database.db, [piece], { priceCents: 24_000 })
  const sale = crypto.randomUUID()
  await holdAtCounter(database.db, { sale, piece })
  const result = await sellAtCounter(
    database.db,
    {
      ...{
        sale,
        branchId: 'koeln',
        locale: 'de',
        consents: [],
        buyer: null,
        email: '',
        phone: '',
        means: 'card',
      },
      // With a reason it costs less than its label says.
      ...{
        lines: [{ piece, priceCents: reason ? 23_000 : 24_000, seenCents: 24_000, reason }],
        identity: null,
      },
      ...{ reference: `T-${piece}`, repeatConfirmed: false },
      ...changes,
    },
    { by: by.name, secret, settings },
  )
  if (!result.ok) throw new Error(result.reason)
  return { kind: 'order', ref: result.order.id, number: result.order.number }
}

async function visit(name: string, phone: string): Promise<RecordRef> {
  const until = new Date(now.getTime() + 72 * 3_600_000)
  const entry = {
    kind: 'viewing',
    name,
    email: null,
    phone,
    locale: 'de',
    about: 'Ringe',
    note: 'laut',
    pieces: [],
  } as const
  const time = { branchId: 'koeln', startsAt: until, minutes: 30, staffId: null, because: 'wollte es so' }
  const entered = await asStaff(database.db, by, (db) =>
    enterAppointment(db, { ...entry, ...time }, { settings, now, by: by.name }),
  )
  if (!entered.ok) throw new Error(entered.reason)
  return { kind: 'appointment', ref: entered.id }
}

async function kept(name: string, phone: string): Promise<RecordRef> {
  const piece = String(next++)
  await addRings(database.db, [piece])
  const branch = settings.branches.find(({ id }) => id === 'koeln')
  const [end] = branch ? reservationEnds(branch, now) : []
  const input = {
    piece,
    branchId: 'koeln',
    name,
    phone,
    email: '',
    note: 'Verlobung',
    locale: 'de',
    day: end?.day ?? '',
  } as const
  const reserved = await asStaff(database.db, by, (db) => reserve(db, input, { by: by.name, settings, now }))
  if (!reserved.ok) throw new Error(reserved.reason)
  return { kind: 'reservation', ref: reserved.id }
}

const listed = async (address: string) =>
  (await listPeople(database.db, readAsked(personList, new URLSearchParams(address)), { kinds: recordKinds }))
    .rows

async function joinedTo(first: RecordRef, others: readonly RecordRef[]) {
  let file = await findFile(database.db, first)
  for (const record of others) {
    const answer = await joinRecord(database.db, { key: first, version: file?.version ?? 0, record }, by)
    if (!answer.ok) throw new Error(answer.reason)
    file = await findFile(database.db, first)
  }
  if (file?.person == null) throw new Error('no file')
  return { ...file, person: file.person }
}

test('whoever buys without a name is nobody in the list, and two of them are not alike', async () => {
  const nameless = await sold()
  expect(await listed(`q=${nameless.number}`)).toEqual([])
  const one = await sold({ buyer: { name: 'Carl Kasse', company: '', ...domstrasse } })
  const other = await sold({ buyer: { name: 'Dora Kasse', company: '', ...domstrasse } })
  const same = await sold({ buyer: { name: 'Carl Kasse', company: '', ...domstrasse } })
  expect((await listed('q=Dora+Kasse')).map(({ email, name }) => [email, name])).toEqual([
    [null, 'Dora Kasse'],
  ])
  const found = await suggestionsFor(database.db, [one], { kinds: recordKinds })
  expect(found.map(({ ref, likeness }) => [ref, likeness])).toEqual([[same.ref, 'name-and-address']])
  expect(found.some(({ ref }) => ref === other.ref)).toBe(false)
})

// Duty: data-copy, data-correction
test('a buyer at the counter, an appointment and a reservation are one person, found, copied and mended', async () => {
  const { db } = database
  const name = 'Emil Ladentheke'
  const sale = await sold({
    buyer: { name, company: '', ...domstrasse },
    phone: '0221 7654321',
  })
  const [appointment, reservation] = [
    await visit(name, '+49 221 765 43 21'),
    await kept(name, '0221/7654321'),
  ]
  const found = await suggestionsFor(db, [sale], { kinds: recordKinds })
  expect(found.map(({ kind, likeness }) => `${kind} ${likeness}`).toSorted()).toEqual([
    'appointment phone',
    'reservation phone',
  ])
  const file = await joinedTo(sale, [appointment, reservation])
  expect(await listed('q=0221+765+4321')).toMatchObject([{ key: String(file.person), records: 3 }])
  const person = { kind: 'person', id: String(file.person), main: name, sub: expect.stringContaining('765') }
  expect(await findForStaff(db, { words: 'ladentheke', role: 'sales', secret })).toContainEqual(person)
  expect(await findForStaff(db, { words: '0221 7654321', role: 'sales', secret })).toEqual([person])
  // Buyers see neither orders nor reservations, of the person only the appointment.
  const bySomebody = await findForStaff(db, { words: 'ladentheke', role: 'editor', secret })
  expect(bySomebody).toEqual([])

  const data = await exportPerson(db, { ...file, of: String(file.person) }, { files, now, by })
  expect(data).toMatchObject({
    orders: [{ number: sale.number, counterSale: { branch: 'koeln', means: 'card' } }],
    appointments: [{ name, about: 'Ringe', note: 'laut', because: 'wollte es so' }],
    reservations: [{ name, note: 'Verlobung', outcome: null }],
  })

  for (const record of [sale, appointment, reservation]) {
    const now = await correctable(db, { kind: record.kind, ref: record.ref })
    if (!now.contact) throw new Error(now.why)
    const to = { ...now.contact, phone: '0221 1' }
    const mended = await correctRecord(
      db,
      { record: { kind: record.kind, ref: record.ref }, from: now.contact, to },
      by,
    )
    expect(mended).toEqual({ ok: true })
    const nameless = { record: { kind: record.kind, ref: record.ref }, from: to, to: { ...to, name: '' } }
    expect(await correctRecord(db, nameless, by)).toMatchObject({
      reason: record.kind === 'order' ? 'issued' : 'missing',
    })
  }
})

// Duty: data-forgetting
test('who is expected or has a piece kept stays known until that is over; a cash sale keeps its identification', async () => {
  const { db } = database
  const identity = ernaMuster()
  const name = `${identity.givenNames} ${identity.surname}`
  const sale = await sold({ means: 'cash', identity })
  const [appointment, reservation] = [await visit(name, '0221 9'), await kept(name, '0221 9')]
  const file = await joinedTo(sale, [appointment, reservation])
  const plan = await planErasure(db, file.links, { settings, now })
  expect(plan.items.map(({ kind, part, stays }) => `${kind} ${part} ${stays}`)).toEqual([
    'order all invoice',
    'order extras null',
    'order identification identity',
    'appointment all open-appointment',
    'reservation all open-reservation',
  ])
  const year = now.getFullYear()
  expect(plan.items[2]).toMatchObject({ keepUntil: `${year + 5}-12-31` })
  const wish = {
    key: { person: file.person },
    version: file.version,
    plan: plan.fingerprint,
    askedOn: '2026-11-20',
  }
  expect(await forgetPerson(db, wish, { settings, now, by })).toMatchObject({ ok: true, erased: 1, kept: 4 })
  expect(await listed(`q=${encodeURIComponent(name)}`)).toEqual([])

  const version = await versionOf(db, { subject: 'reservation', id: String(reservation.ref) })
  await asStaff(db, by, (transaction) =>
    endReservation(transaction, { id: reservation.ref, version }, { by: by.name }),
  )
  const later = new Date(now.getTime() + 5 * 86_400_000)
  expect(await eraseRestricted(db, { settings, now: later })).toBe(2)
  const left = await db
    .selectFrom('reservation')
    .select(['name', 'phone', 'note', 'outcome'])
    .where('id', '=', reservation.ref)
    .executeTakeFirstOrThrow()
  expect(left).toEqual({ name: '', phone: null, note: '', outcome: 'released' })
  const visited = await db
    .selectFrom('appointment')
    .select(['name', 'about', 'note', 'forced_because'])
    .where('id', '=', appointment.ref)
    .executeTakeFirstOrThrow()
  expect(visited).toEqual({ name: null, about: null, note: null, forced_because: null })
  expect(await eraseRestricted(db, { settings, now: new Date(`${year + 9}-01-02T12:00:00Z`) })).toBe(1)
  const order = await db
    .selectFrom('shop_order as o')
    .innerJoin('invoice as i', 'i.order_id', 'o.id')
    .select(['o.email', 'o.invoice_address', 'i.content', 'o.total_cents'])
    .where('o.id', '=', sale.ref)
    .executeTakeFirstOrThrow()
  expect(order.total_cents).toBe(24_000)
  expect(JSON.stringify(order)).not.toContain(identity.surname)
  const items = (await erasuresOf(db, file.person))[0]?.items ?? []
  expect(items.filter(({ erasedAt }) => erasedAt === null).map(({ part }) => part)).toEqual([
    'identification',
  ])
})

// Duty: data-forgetting
test('why somebody paid less, and where it went before, is in the copy of their data, and goes at once when they are forgotten', async () => {
  const { db } = database
  const reason = 'Frau Nachlass ist Stammkundin'
  const sale = await sold({ buyer: { name: 'Nora Nachlass', company: '', ...domstrasse } }, reason)
  await db
    .insertInto('order_entry')
    .values({
      order_id: sale.ref,
      kind: 'deduction',
      reason: 'Kratzer von Frau Nachlass',
      actor: 'staff',
      actor_name: by.name,
    })
    .execute()
  const moved = { before: { name: 'Nora Nachlass', ...domstrasse }, after: { name: 'N. Nachlass' } }
  await db
    .insertInto('order_entry')
    .values({ order_id: sale.ref, kind: 'address', detail: JSON.stringify(moved), actor: 'shop' })
    .execute()
  const addresses = async () =>
    (
      await db
        .selectFrom('order_entry')
        .select('detail')
        .where('order_id', '=', sale.ref)
        .where('kind', '=', 'address')
        .execute()
    ).map(({ detail }) => detail)
  const file = await joinedTo(sale, [await visit('Nora Nachlass', '0221 3')])
  const reasons = async () => {
    const rows = await db
      .selectFrom('order_entry')
      .select(['kind', 'reason'])
      .where('order_id', '=', sale.ref)
      .where('kind', 'in', ['discount', 'deduction'])
      .orderBy('id')
      .execute()
    return rows.map((row) => [row.kind, row.reason])
  }
  const data = await exportPerson(db, { ...file, of: String(file.person) }, { files, now, by })
  expect(data.orders).toMatchObject([
    {
      reasons: [{ kind: 'discount', reason, piece: expect.any(String) }, { kind: 'deduction' }],
      addressChanges: [moved],
    },
  ])
  const plan = await planErasure(db, file.links, { settings, now })
  const wish = {
    key: { person: file.person },
    version: file.version,
    plan: plan.fingerprint,
    askedOn: '2026-11-20',
  }
  expect(await forgetPerson(db, wish, { settings, now, by })).toMatchObject({ ok: true, erased: 1, kept: 2 })
  expect(await addresses()).toEqual([{}])
  // What its buyer read of is kept as long as the order.
  expect(await reasons()).toEqual([
    ['discount', null],
    ['deduction', 'Kratzer von Frau Nachlass'],
  ])
  const over = new Date(`${now.getFullYear() + 9}-01-02T12:00:00Z`)
  await eraseRestricted(db, { settings, now: over })
  expect(await reasons()).toEqual([
    ['discount', null],
    ['deduction', '–––'],
  ])
  // Nobody else changes what was written down.
  await expect(
    db.updateTable('order_entry').set({ detail: '{"x": 1}' }).where('order_id', '=', sale.ref).execute(),
  ).rejects.toThrow('is a record')
  await expect(
    db.updateTable('order_entry').set({ reason: 'anders' }).where('order_id', '=', sale.ref).execute(),
  ).rejects.toThrow('is a record')
})

test('a copy on paper has everything under its name', async () => {
  const pdf = await personCopyPdf(
    {
      ...{ locale: 'de', title: 'Auskunft', intro: 'Alles über Sie.', photos: 'Fotos von Ihnen' },
      sections: [
        { heading: 'Notiz', value: 'Stammkundin' },
        {
          heading: 'Bestellungen',
          value: {
            list: [
              { fields: [{ label: 'Nummer', value: 'RG-1' }] },
              {
                fields: [
                  { label: 'Anschrift', value: { fields: [{ label: 'Ort', value: 'Köln' }] } },
                  { label: 'Text', value: 'lang '.repeat(2_000) },
                ],
              },
            ],
          },
        },
      ],
    },
    { photos: [], shopName: settings.site.name, company: settings.company },
  )
  const text = pdfText(pdf)
  for (const said of [
    'Auskunft',
    'Alles über Sie.',
    'Notiz',
    'Stammkundin',
    'RG-1',
    'Anschrift',
    'Ort',
    'Köln',
  ])
    expect(text).toContain(said)
  expect(text.split('lang ').length).toBe(2_001)
  expect(text).not.toContain('Fotos von Ihnen')
})
