import { beforeAll, describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { endBySeller } from '#app/shop/buying/staff-steps.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { subscribeAlert } from '#app/shop/enquiries/alerts.ts'
import { findMessage, receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { openBuyingShop, sellForm } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { correctable, correctRecord } from './correct-record.ts'
import { exportPerson } from './export-person.ts'
import { eraseRestricted, erasuresOf, forgetPerson } from './forget-person.ts'
import { listPeople } from './list-people.ts'
import { findFile, joinRecord, noteOnPerson, partRecord } from './person-files.ts'
import { personList } from './person-list.ts'
import { readRecords, suggestionsFor } from './person-records.ts'
import { planErasure } from './plan-erasure.ts'
import { readPersonKey, recordKinds, writePersonKey } from './record-kinds.ts'

const database = testDatabase()
const files = openLocalFiles(temporaryFolder())
const now = new Date()
let by: StaffActor
let settings: Settings
let next = 41_000

beforeAll(async () => {
  const { db } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  await openBuyingShop(db, now)
  settings = await readSettings(db)
  const values = { name: 'Berta Kasse', email: 'b@staff.example', role: 'owner' } as const
  const { id } = await db.insertInto('staff_member').values(values).returning('id').executeTakeFirstOrThrow()
  by = { id, name: 'Berta Kasse' }
})

/** Clara, who ordered, offered a chain, asked something and waits for rings, from one address. */
async function clara() {
  const { db } = database
  const email = `${crypto.randomUUID()}@beispiel.example`
  const piece = String(next++)
  await addRings(db, [piece])
  const order = await placed(
    db,
    orderRequest([piece], 120_000, {
      contact: { email, phone: '+49 221 555 01 77' },
      note: 'Bitte klingeln',
    }),
  )
  const contact = { name: 'Clara Beispiel', email, phone: null, address: null }
  const sent = await submitSellRequest(db, sellForm({ contact }), { client: null, settings, now })
  const asked = await receiveMessage(
    db,
    { name: 'Clara B.', email, phone: null, subject: 'question', message: 'Wann?', piece: null },
    { locale: 'de', client: null, settings },
  )
  await subscribeAlert(db, {
    ...{ email, locale: 'de', now },
    filters: normaliseFilters({ department: 'jewelry', facets: { type: ['rings'] } }),
  })
  if (!sent.ok || !asked.ok) throw new Error('refused')
  const request = await db
    .selectFrom('sell_request')
    .select('id')
    .where('token', '=', sent.token)
    .executeTakeFirstOrThrow()
  return { email, piece, order, request: { ...request, token: sent.token }, enquiry: asked.id }
}

type Clara = Awaited<ReturnType<typeof clara>>

/** All of it in one file, joined as suggested. */
async function joined(of: Clara): Promise<{ person: number; version: number }> {
  const { db } = database
  const key = { kind: 'order', ref: of.order.id } as const
  const found = await suggestionsFor(db, [key], { kinds: recordKinds })
  let file = await findFile(db, key)
  for (const { kind, ref } of found.filter(({ likeness }) => likeness === 'email')) {
    const answer = await joinRecord(db, { key, version: file?.version ?? 0, record: { kind, ref } }, by)
    if (!answer.ok) throw new Error(answer.reason)
    file = await findFile(db, key)
  }
  return { person: file?.person ?? 0, version: file?.version ?? 0 }
}

const listed = async (address: string, kinds = recordKinds as readonly (typeof recordKinds)[number][]) =>
  (await listPeople(database.db, readAsked(personList, new URLSearchParams(address)), { kinds })).rows

describe('a file', () => {
  test('is of what staff join, of what is suggested by address, and can be parted again', async () => {
    const { db } = database
    const of = await clara()
    expect((await listed(`q=${of.email}`)).length).toBe(4)
    expect((await listed(`q=${of.email}&file=alike&sort=name`)).length).toBe(4)
    const { person, version } = await joined(of)
    const [row, ...others] = await listed(`q=${of.order.number}`)
    expect(others).toEqual([])
    expect(row).toMatchObject({ key: String(person), records: 4, email: of.email, name: expect.any(String) })
    expect(row?.kinds.toSorted()).toEqual(['alert', 'enquiry', 'order', 'sell-request'])
    expect(await listed('q=0221+5550177&file=joined&sort=-records')).toHaveLength(1)
    const key = { person }
    const record = { kind: 'enquiry', ref: of.enquiry } as const
    expect(await partRecord(db, { key, version: 0, record }, by)).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    expect(await partRecord(db, { key, version, record }, by)).toEqual({ ok: true, person })
    expect((await findFile(db, record))?.person).toBeNull()
    const again = await suggestionsFor(db, [record], { kinds: ['order'] })
    expect(again).toMatchObject([{ kind: 'order', likeness: 'email', person }])
    // Joining what is in a file joins both files.
    const both = await joinRecord(
      db,
      { key: record, version: 0, record: { kind: 'order', ref: of.order.id } },
      by,
    )
    const all = both.ok ? await findFile(db, { person: both.person }) : null
    expect(all?.links).toHaveLength(4)
  })

  test('is counted by each view as its list counts it, whoever of them is joined, alike or forgotten', async () => {
    const { db } = database
    await joined(await clara())
    await clara()
    const ask = (address: string) =>
      listPeople(db, readAsked(personList, new URLSearchParams(address)), { kinds: recordKinds })
    const { counts, total, rows } = await ask('')
    expect(counts.all).toBe(total)
    expect(rows).toHaveLength(Math.min(total, 50))
    for (const [view, address] of Object.entries(personList.views)) {
      const listed = await ask(address)
      expect([view, counts[view as keyof typeof counts]]).toEqual([view, listed.total])
      expect([view, (await ask(`${address}&page=999`)).total]).toEqual([view, listed.total])
    }
    expect(counts.joined).toBeGreaterThan(0)
    expect(counts.alike).toBeGreaterThan(3)
    expect((await ask('q=nobody-is-called-so')).total).toBe(0)
  })

  test('shows each role the kinds that it may see', async () => {
    const of = await clara()
    const [buyers] = await listed(`q=${of.email}&kind=sell-request`, ['sell-request'])
    expect(buyers?.kinds).toEqual(['sell-request'])
    expect(await listed(`q=${of.order.number}`, ['sell-request'])).toEqual([])
  })

  test('has addresses that name nothing else', () => {
    expect(readPersonKey('12')).toEqual({ person: 12 })
    expect(readPersonKey('sell-request.7')).toEqual({ kind: 'sell-request', ref: 7 })
    for (const given of ['', '0', 'staff.1', 'order.', '1.order', 'order.99999999999'])
      expect(readPersonKey(given)).toBeNull()
    expect(writePersonKey({ kind: 'order', ref: 7 })).toBe('order.7')
  })
})

// Duty: data-copy
test('a copy of everything has what was ordered, offered, asked and written, and no keys', async () => {
  const { db } = database
  const of = await clara()
  const { person, version } = await joined(of)
  await noteOnPerson(db, { key: { person }, version, note: 'Stammkundin' }, by)
  const file = await findFile(db, { person })
  if (!file) throw new Error('no file')
  const data = await exportPerson(db, { ...file, of: String(person) }, { files, now, by })
  expect(data).toMatchObject({
    ...{ format: 'person-export', note: 'Stammkundin' },
    orders: [{ number: of.order.number, totalCents: 120_000, pieces: [{ piece: of.piece }] }],
    sellRequests: [{ name: 'Clara Beispiel', email: of.email }],
    enquiries: [{ message: 'Wann?' }],
    alerts: [{ email: of.email }],
  })
  expect(data.mails.length).toBeGreaterThan(2)
  const text = JSON.stringify(data)
  expect(text).not.toContain(of.request.token)
  expect(text).not.toContain('staff-')
})

describe('a name is mended', () => {
  // Duty: data-correction
  test('in an open order as it was seen, and what its invoice says is not', async () => {
    const { db } = database
    const of = await clara()
    const record = { kind: 'order', ref: of.order.id } as const
    const seen = await correctable(db, record)
    if (!seen.contact) throw new Error(seen.why)
    // Its invoice is written as soon as it is accepted.
    expect(seen.why).toBe('issued')
    const from = seen.contact
    const to = { ...from, phone: '0221 5' }
    expect(await correctRecord(db, { record, from, to: { ...to, email: '' } }, by)).toEqual({
      ...{ ok: false, reason: 'missing', field: 'email' },
    })
    expect(await correctRecord(db, { record, from, to: { ...to, name: 'Clara Muster' } }, by)).toEqual({
      ...{ ok: false, reason: 'issued' },
    })
    expect(await correctRecord(db, { record, from, to }, by)).toEqual({ ok: true })
    expect((await readRecords(db, [record]))[0]?.phone).toBe('0221 5')
    expect(await correctRecord(db, { record, from, to }, by)).toMatchObject({
      reason: 'changed-meanwhile',
      now: { phone: '0221 5' },
    })
    for (const status of ['paid', 'delivered', 'completed'] as const)
      await db.updateTable('shop_order').set({ status }).where('id', '=', of.order.id).execute()
    expect(await correctable(db, record)).toEqual({ contact: null, why: 'over' })
  })

  test('in a request and an enquiry, in nothing that people wrote as a declaration', async () => {
    const { db } = database
    const of = await clara()
    for (const record of [
      { kind: 'sell-request', ref: of.request.id },
      { kind: 'enquiry', ref: of.enquiry },
    ] as const) {
      const { contact: from } = await correctable(db, record)
      if (!from) throw new Error('it cannot be mended')
      expect(await correctRecord(db, { record, from, to: { ...from, phone: '0221 5' } }, by)).toEqual({
        ok: true,
      })
      expect((await readRecords(db, [record]))[0]?.phone).toBe('0221 5')
    }
    expect(await correctable(db, { kind: 'alert', ref: 1 })).toEqual({ contact: null, why: 'not-kept-here' })
  })
})

describe('somebody is forgotten', () => {
  const terms = () => ({ settings, now })
  const means = (at: Date) => ({ settings, now: at })

  /** The order has ended after its delivery; its invoice is there since it was accepted. */
  async function ended({ order }: Clara) {
    const { db } = database
    for (const status of ['paid', 'delivered', 'completed'] as const)
      await db.updateTable('shop_order').set({ status }).where('id', '=', order.id).execute()
  }

  // Duty: data-forgetting
  test('as the plan said, and only that plan: what a duty keeps goes by itself later', async () => {
    const { db } = database
    const of = await clara()
    await endBySeller(db, of.request.token, { settings })
    await ended(of)
    const { person, version } = await joined(of)
    const file = await findFile(db, { person })
    const plan = await planErasure(db, file?.links ?? [], terms())
    const lastDay = `${now.getFullYear() + 8}-12-31`
    expect(plan.items.map(({ kind, part, stays }) => `${kind} ${part} ${stays}`)).toEqual([
      'order all invoice',
      'order extras null',
      'sell-request all null',
      'enquiry all null',
      'alert all null',
    ])
    expect(plan.items[0]).toMatchObject({ stays: 'invoice', keepUntil: lastDay })
    const wish = { key: { person }, version, askedOn: '2026-11-20' }
    expect(await forgetPerson(db, { ...wish, plan: 'another' }, { ...means(now), by })).toEqual({
      ok: false,
      reason: 'another-plan',
    })
    expect(await forgetPerson(db, { ...wish, plan: plan.fingerprint }, { ...means(now), by })).toEqual({
      ...{ ok: true, person, erased: 4, kept: 1 },
    })
    expect(await findMessage(db, of.enquiry)).toBeNull()
    const alerts = await db.selectFrom('stock_alert').select('id').where('email', '=', of.email).execute()
    expect(alerts).toEqual([])
    const order = await db
      .selectFrom('shop_order')
      .selectAll()
      .where('id', '=', of.order.id)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ email: of.email, phone: null, note: '', total_cents: 120_000 })
    const request = await db
      .selectFrom('sell_request')
      .select(['name', 'forgotten_at'])
      .where('id', '=', of.request.id)
      .executeTakeFirstOrThrow()
    expect(request).toMatchObject({ name: null, forgotten_at: expect.any(Date) })
    // Restricted: in no list, suggested to nobody, joined to nothing.
    expect(await listed(`q=${of.email}`)).toEqual([])
    expect(await forgetPerson(db, { ...wish, plan: plan.fingerprint }, { ...means(now), by })).toEqual({
      ok: false,
      reason: 'forgotten',
    })
    expect(await eraseRestricted(db, means(now))).toBe(0)
    const [record] = await erasuresOf(db, person)
    expect(record).toMatchObject({ askedOn: '2026-11-20', by: 'Berta Kasse' })
    expect(record?.items.find(({ duty }) => duty)).toMatchObject({ keepUntil: lastDay, erasedAt: null })
    expect(JSON.stringify(record)).not.toMatch(/Clara|beispiel\.example/)

    expect(await eraseRestricted(db, means(new Date(`${now.getFullYear() + 9}-01-02T12:00:00Z`)))).toBe(1)
    const left = await db
      .selectFrom('shop_order as o')
      .innerJoin('invoice as i', 'i.order_id', 'o.id')
      .select(['o.email', 'o.invoice_address', 'o.total_cents', 'o.forgotten_at', 'i.content', 'i.number'])
      .where('o.id', '=', of.order.id)
      .executeTakeFirstOrThrow()
    expect(left).toMatchObject({ total_cents: 120_000, forgotten_at: expect.any(Date) })
    expect(left.content).toMatchObject({ buyer: { name: '–––', country: 'DE' } })
    expect(JSON.stringify(left)).not.toMatch(/Clara Beispiel|Domstraße|beispiel\.example/)
    const mails = await db.selectFrom('mail_outbox').select('id').where('recipient', '=', of.email).execute()
    expect(mails).toEqual([])
    expect((await erasuresOf(db, person))[0]?.items.every(({ erasedAt }) => erasedAt !== null)).toBe(true)
  })

  test('of an order and a deal that are open nothing goes until they are over', async () => {
    const { db } = database
    const of = await clara()
    const { person, version } = await joined(of)
    const file = await findFile(db, { person })
    const plan = await planErasure(db, file?.links ?? [], terms())
    expect(plan.items.flatMap(({ stays }) => stays ?? [])).toEqual(['open-order', 'open-deal'])
    const wish = { key: { person }, version, plan: plan.fingerprint, askedOn: '2026-11-20' }
    expect(await forgetPerson(db, wish, { ...means(now), by })).toMatchObject({ ok: true, kept: 2 })
    await endBySeller(db, of.request.token, { settings })
    expect(await eraseRestricted(db, means(now))).toBe(1)
    await ended(of)
    expect(await eraseRestricted(db, means(now))).toBe(0)
    const items = (await erasuresOf(db, person))[0]?.items ?? []
    expect(items.find(({ kind, part }) => kind === 'order' && part === 'all')).toMatchObject({
      duty: 'invoice',
    })
    // What nobody could know before: nothing keeps the telephone number any more.
    expect(items.find(({ kind, part }) => kind === 'order' && part === 'extras')?.erasedAt).not.toBeNull()
  })

  test('an invoice and a declaration of withdrawal stay as they are for everybody else', async () => {
    const { db } = database
    const of = await clara()
    await ended(of)
    await expect(
      db.updateTable('invoice').set({ content: '{}' }).where('order_id', '=', of.order.id).execute(),
    ).rejects.toThrow()
    await expect(db.deleteFrom('invoice').where('order_id', '=', of.order.id).execute()).rejects.toThrow()
  })
})
