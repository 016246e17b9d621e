import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { noteSent, sentLetter } from '#app/platform/sent-mails.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { eraseMailsOfOrder } from '#app/shop/mail-retention.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { allMails, listMails } from './list-mails.ts'
import { mailList } from './mail-list.ts'
import { mailFile, readMail } from './read-mails.ts'
import { sendMailAgain } from './send-again.ts'

const database = testDatabase()
let by: StaffActor
let order: { id: number; number: string; token: string }

beforeAll(async () => {
  const { db } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  by = {
    ...(await db
      .insertInto('staff_member')
      .values({ name: 'Berta Kasse', email: 'b@staff.example', role: 'sales' })
      .returning('id')
      .executeTakeFirstOrThrow()),
    name: 'Berta Kasse',
  }
  await addRings(db, ['40020'])
  order = await placed(db, orderRequest(['40020'], 120_000))
})

const asked = (address: string) => readAsked(mailList, new URLSearchParams(address))
const pdf = { filename: 'agb.pdf', content: Buffer.from('%PDF-1'), contentType: 'application/pdf' }

/** The acknowledgement of the order, as if it had gone out. */
async function sent(): Promise<number> {
  const { db } = database
  const { id } = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('kind', '=', 'acknowledgement')
    .executeTakeFirstOrThrow()
  const link = `https://shop.example/de/bestellung/${order.token}`
  await noteSent(db, id, {
    ...{ subject: 'Ihre Bestellung', html: `<a href="${link}">Bestellung</a>`, plain: link },
    ...{ attachments: [pdf], replyTo: 'laden@rheingold.example' },
  })
  return id
}

describe('a mail that went out', () => {
  test('is read as it did, without the keys that its links have', async () => {
    const id = await sent()
    const mail = await readMail(database.db, id, { role: 'sales' })
    expect(mail).toMatchObject({
      ...{ state: 'sent', subject: 'Ihre Bestellung', recipient: 'clara@beispiel.example' },
      ...{ about: { order: order.number, sellRequest: null, enquiry: null }, repeatable: true },
      attachments: { names: ['agb.pdf'], kept: true },
    })
    expect(mail?.content?.html).toContain('/bestellung/…')
    expect(JSON.stringify(mail)).not.toContain(order.token)
    const file = await mailFile(database.db, { id, position: 0 }, { role: 'sales' })
    expect(file?.content.toString()).toBe('%PDF-1')
    expect(await mailFile(database.db, { id, position: 1 }, { role: 'sales' })).toBeNull()
  })

  test('is of an order, so that who buys in does not read it', async () => {
    const id = await sent()
    expect(await readMail(database.db, id, { role: 'buyer' })).toBeNull()
    expect(await mailFile(database.db, { id, position: 0 }, { role: 'buyer' })).toBeNull()
  })

  test('goes out once more just as it did, once however many press', async () => {
    const { db } = database
    const id = await sent()
    const [one, other] = await Promise.all([
      sendMailAgain(db, { id, seen: 0 }, by),
      sendMailAgain(db, { id, seen: 0 }, by),
    ])
    const answers = [one, other].toSorted((a, b) => Number(b.ok) - Number(a.ok))
    expect(answers[1]).toEqual({ ok: false, reason: 'sent-again-meanwhile' })
    const copy = answers[0]?.ok ? answers[0].mail : 0
    expect(await readMail(db, copy, { role: 'sales' })).toMatchObject({ copyOf: id, state: 'waiting' })
    expect(await readMail(db, id, { role: 'sales' })).toMatchObject({ repeated: 1 })
    expect(await sentLetter(db, id)).toMatchObject({
      ...{ plain: expect.stringContaining(order.token), replyTo: 'laden@rheingold.example' },
      attachments: [pdf],
    })
    const acts = await db.selectFrom('staff_act').select('about').where('by', '=', 'Berta Kasse').execute()
    expect(acts).toEqual([{ about: `mail ${id} sent again as mail ${copy}` }])
    expect(await sendMailAgain(db, { id: copy, seen: 0 }, by)).toEqual({ ok: false, reason: 'not-sent' })
  })
})

test('a mail that opens an account shows nothing that it says, and is not sent again', async () => {
  const { db } = database
  await enqueueMails(db, [
    {
      ...{ reason: 'test:reset', kind: 'staff-reset', locale: 'de', recipient: 'b@staff.example' },
      payload: { staff: by.id },
    },
  ])
  const { id } = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('reason', '=', 'test:reset')
    .executeTakeFirstOrThrow()
  const secret = 'https://shop.example/office/reset/abc'
  await noteSent(db, id, { subject: 'Passwort', html: secret, plain: secret, attachments: [pdf] })
  const mail = await readMail(db, id, { role: 'owner' })
  expect(mail).toMatchObject({ content: null, without: 'opens-account', repeatable: false })
  expect(JSON.stringify(mail)).not.toContain('reset/abc')
  expect(await mailFile(db, { id, position: 0 }, { role: 'owner' })).toBeNull()
  expect(await readMail(db, id, { role: 'sales' })).toBeNull()
  expect(await sendMailAgain(db, { id, seen: 0 }, by)).toEqual({ ok: false, reason: 'not-repeatable' })
})

describe('the list of mails', () => {
  test('finds by address, subject and number, and shows each role its own', async () => {
    const { db } = database
    const id = await sent()
    const found = async (address: string, role: 'owner' | 'buyer' = 'owner') =>
      (await listMails(db, asked(address), { role })).rows.map(({ kind }) => kind)
    expect(await found(`q=${order.number}&state=sent&to=customer`)).toEqual(['acknowledgement'])
    expect(await found('q=CLARA%40&to=customer&state=sent')).toEqual(['acknowledgement'])
    expect(await found('q=ihre+bestellung&sort=-recipient')).toEqual(['acknowledgement'])
    expect(await found('q=%25')).toEqual([])
    expect(await found('q=100%25')).toEqual([])
    // Before it is written it has no subject, and is found by the number of its order all the same.
    await sql`update mail_outbox set subject = null where id = ${id}`.execute(db)
    const { rows } = await listMails(db, asked(`q=${order.number.toLowerCase()}`), { role: 'owner' })
    expect(rows.map((row) => row.id)).toContain(id)
    await sent()
    expect(await found('', 'buyer')).toEqual([])
    expect(await found('at=2020-01-01..2020-01-02')).toEqual([])
    expect(await found('kind=staff-order&to=staff&area=orders&sort=kind')).toEqual(['staff-order'])
    const { counts, total } = await listMails(db, asked(''), { role: 'owner' })
    expect(counts.all).toBe(total)
    const all = []
    for await (const rows of allMails(db, asked(''), { role: 'owner' })) all.push(...rows)
    expect(all).toHaveLength(total)
  })

  test('keeps nothing of a mail whose time is over, its files neither', async () => {
    const { db } = database
    const id = await sent()
    await eraseMailsOfOrder(db, order.id)
    expect(await readMail(db, id, { role: 'owner' })).toMatchObject({
      ...{ state: 'erased', without: 'erased', recipient: null, repeatable: false },
      attachments: { names: [], kept: false },
    })
    const files = await db.selectFrom('mail_file').select('mail_id').where('mail_id', '=', id).execute()
    expect(files).toEqual([])
    expect(await db.selectFrom('mail_words').select('words').where('mail_id', '=', id).execute()).toEqual([])
    expect((await listMails(db, asked('state=erased'), { role: 'owner' })).total).toBeGreaterThan(0)
  })
})

describe('mails of appointments and reservations', () => {
  const token = 'A'.repeat(32)
  async function mailsOfVisit(): Promise<number[]> {
    const { db } = database
    const times = { startsAt: '2026-12-01T09:00:00.000Z', endsAt: '2026-12-01T09:30:00.000Z' }
    const { id: appointment } = await db
      .insertInto('appointment')
      .values({
        ...{ branch_id: 'koeln', seat: 1, starts_at: times.startsAt, ends_at: times.endsAt, kind: 'viewing' },
        ...{ name: 'Clara Beispiel', email: 'clara@beispiel.example', token },
      })
      .onConflict((conflict) => conflict.column('token').doUpdateSet({ seat: 1 }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const told = { appointment, sequence: 0, branch: 'koeln', ...times }
    const to = { locale: 'de', recipient: 'clara@beispiel.example' } as const
    await enqueueMails(db, [
      { ...to, reason: 'test:visit', kind: 'appointment-booked', payload: told },
      {
        ...to,
        reason: 'test:visitor',
        kind: 'staff-appointment',
        payload: { ...told, what: 'booked', from: null },
      },
      { ...to, reason: 'test:kept', kind: 'reservation-made', payload: { reservation: 1 } },
    ])
    const rows = await db
      .selectFrom('mail_outbox')
      .select('id')
      .where('reason', 'like', 'test:%')
      .where('kind', 'in', ['appointment-booked', 'staff-appointment', 'reservation-made'])
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  test('are read by whoever may see those, whether or not they may see orders', async () => {
    const { db } = database
    const ids = await mailsOfVisit()
    const readBy = async (role: StaffRole) => {
      const read = await Promise.all(ids.map((id) => readMail(db, id, { role })))
      return read.map((mail) => mail?.area ?? null)
    }
    expect(await readBy('owner')).toEqual(['appointments', 'appointments', 'reservations'])
    expect(await readBy('sales')).toEqual(['appointments', 'appointments', 'reservations'])
    expect(await readBy('buyer')).toEqual(['appointments', 'appointments', null])
    expect(await readBy('editor')).toEqual([null, null, null])
    const listed = await listMails(db, asked('area=appointments,reservations&sort=kind'), { role: 'buyer' })
    expect(listed.rows.map(({ kind }) => kind)).toEqual(['appointment-booked', 'staff-appointment'])
  })

  test('show no key, in what they say or in their calendar file', async () => {
    const { db } = database
    const [id = 0] = await mailsOfVisit()
    const link = `https://shop.example/de/termin/${token}`
    const folded = `BEGIN:VCALENDAR\r\nDESCRIPTION:https://shop.example/de/termin/AAAA\r\n ${token.slice(4)}\r\nEND:VCALENDAR`
    const file = {
      filename: 'termin.ics',
      content: Buffer.from(folded),
      contentType: 'text/calendar; charset=utf-8',
    }
    await noteSent(db, id, { subject: 'Ihr Termin', html: link, plain: link, attachments: [file] })
    expect((await readMail(db, id, { role: 'buyer' }))?.content).toEqual({
      html: 'https://shop.example/de/termin/…',
      plain: 'https://shop.example/de/termin/…',
    })
    const read = await mailFile(db, { id, position: 0 }, { role: 'buyer' })
    expect(read?.content.toString().split('\r\n')[1]).toBe('DESCRIPTION:https://shop.example/de/termin/…')
  })
})
