import { beforeAll, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { freeSlots } from '#app/shop/appointments/free-times.ts'
import { assignAppointment, enterAppointment } from '#app/shop/appointments/staff-appointments.ts'
import { bookViewing, cancelByVisitor, moveByVisitor } from '#app/shop/appointments/viewing.ts'
import { bookAppointment } from '#app/shop/buying/appointments.ts'
import { asStaff, versionOf } from '#app/shop/staff/change-record.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { writeLetter } from './write-letter.ts'

const shop = buyingShop()
const sources = {
  files: openLocalFiles(temporaryFolder()),
  stories: { findStory: async () => null },
  siteUrl: 'https://rheingold.example',
  secret,
  log: createLog('silent'),
}
beforeAll(() => loadCast(shop.db))

async function letters() {
  const rows = await shop.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute()
  await shop.db.deleteFrom('mail_outbox').execute()
  return Promise.all(
    rows.map(async (row) => ({
      kind: row.kind,
      letter: await writeLetter(
        { ...sources, db: shop.db },
        { ...row, payload: row.payload as object, createdAt: row.created_at },
      ),
    })),
  )
}
const free = async () => {
  const branch = shop.settings.branches.find(({ id }) => id === 'koeln')
  return branch ? freeSlots(shop.db, branch, shop.settings.buying, new Date()) : []
}
/** A calendar file without its folds, by line. */
const linesOf = (content: Buffer | undefined) => String(content).replaceAll('\r\n ', '').split('\r\n')

test.each(['de', 'en'] as const)(
  'a viewer reads when and where, and each file raises the former (%s)',
  async (locale) => {
    const { db, settings } = shop
    await db.updateTable('product').set({ branch_id: 'koeln' }).execute()
    const [first, , second] = await free()
    if (!first || !second) throw new Error('no free time')
    const wish = {
      kind: 'viewing' as const,
      pieces: [cast.availableSubmariner],
      branchId: 'koeln',
      startsAt: first.startsAt,
    }
    const who = {
      name: 'Kauf bei boese.example',
      email: `${locale}@beispiel.example`,
      phone: '0221 1',
      about: 'Hallo',
    }
    const booked = await bookViewing(db, { ...wish, ...who }, { locale, client: null, settings })
    if (!booked.ok) throw new Error(booked.reason)
    const moved = { branchId: 'koeln', startsAt: second.startsAt }
    await moveByVisitor(db, booked.token, moved, { settings })
    await cancelByVisitor(db, booked.token, { settings })
    const all = await letters()
    const own = all.filter(({ kind }) => kind.startsWith('appointment-')).map(({ letter }) => letter)
    const files = own.map(({ attachments: [file] }) => linesOf(file?.content))
    expect(files.map((lines) => lines.find((line) => line.startsWith('METHOD')))).toEqual([
      'METHOD:REQUEST',
      'METHOD:REQUEST',
      'METHOD:CANCEL',
    ])
    expect(files.map((lines) => lines.find((line) => line.startsWith('SEQUENCE')))).toEqual([
      'SEQUENCE:0',
      'SEQUENCE:1',
      'SEQUENCE:2',
    ])
    expect(new Set(files.map((lines) => lines.find((line) => line.startsWith('UID')))).size).toBe(1)
    const start = (at: Date) => `DTSTART:${at.toISOString().replaceAll(/[-:]|\.000/g, '')}`
    expect(files[0]).toContain(start(first.startsAt))
    expect(files[1]).toContain(start(second.startsAt))
    expect(files[1]).toContain('DURATION:PT30M')
    expect(own[0]?.attachments[0]?.contentType).toBe('text/calendar; charset=utf-8; method=REQUEST')
    for (const { subject, html, plain, attachments } of own) {
      for (const text of [subject, html, plain, String(attachments[0]?.content)]) {
        expect(text).not.toMatch(/undefined|\[object|null|NaN|\{\w+\}|kinds\.|appointment\.\w+[A-Z]/)
        // Anybody may have typed the address: nothing that was typed beside it goes there.
        expect(text).not.toMatch(/boese|Hallo/)
      }
      expect(plain).toContain('Goldschmiedgasse 7')
      expect(plain).toMatch(locale === 'de' ? /Telefon\s+0221/ : /Phone\s+\+49 221/)
      if (locale === 'en') expect(plain).not.toContain('0221')
    }
    const path = locale === 'de' ? '/de/termin/' : '/en/appointment/'
    expect(own[0]?.html).toContain(`https://rheingold.example${path}${booked.token}`)
    const toStaff = all.filter(({ kind }) => kind === 'staff-appointment').map(({ letter }) => letter)
    expect(toStaff.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Neuer Termin',
      'Termin verschoben',
      'Termin abgesagt',
    ])
    expect(toStaff[0]?.replyTo).toBe(who.email)
    expect(toStaff[0]?.plain).toMatch(/10482[\s\S]*Hallo/)
  },
)

test('a seller’s appointment comes with its file, too', async () => {
  const { id } = await shop.submitted()
  const made = await shop.offer({ id }, 'estimate')
  if (!made.ok) throw new Error(made.reason)
  await shop.answer({ id }, made.offer, 'accepted')
  await letters()
  const [slot, later] = await free()
  for (const startsAt of [slot?.startsAt, later?.startsAt] as Date[]) {
    await bookAppointment(shop.db, { id }, { branchId: 'koeln', startsAt, settings: shop.settings })
  }
  const mail = (await letters()).filter(({ kind }) => kind === 'sell-appointment').at(-1)
  const lines = linesOf(mail?.letter.attachments[0]?.content)
  expect(lines).toContain('SEQUENCE:1')
  expect(lines.find((line) => line.startsWith('URL'))).toMatch(/rheingold\.example\/de\/ankauf\//)
})

test('a colleague gets a file for their calendar, and one that takes it out again', async () => {
  const { db, settings } = shop
  const member = await db
    .insertInto('staff_member')
    .values({ name: 'Viktor Verkauf', email: 'viktor@staff.example', role: 'sales', locale: 'en' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await letters()
  const slot = (await free()).at(-1)
  if (!slot) throw new Error('no free time')
  const said = { settings, now: new Date(), by: 'Berta' }
  const entered = await enterAppointment(
    db,
    {
      ...{ branchId: 'koeln', startsAt: slot.startsAt, minutes: null, staffId: member.id, because: null },
      ...{ kind: 'viewing', name: 'Erna Muster', email: null, phone: '0221 7', locale: 'de' },
      ...{ about: 'Ringe', note: null, pieces: [cast.availableSubmariner] },
    },
    said,
  )
  if (!entered.ok) throw new Error(entered.reason)
  const version = await versionOf(db, { subject: 'appointment', id: String(entered.id) })
  await assignAppointment(db, { id: entered.id, version, staffId: null, because: null }, said)
  const [assigned, unassigned, ...others] = await letters()
  expect(others).toEqual([])
  expect(assigned?.letter.subject).toMatch(/^You receive: Erna Muster, /)
  expect(assigned?.letter.plain).toMatch(/0221 7[\s\S]*10482[\s\S]*Ringe/)
  expect(unassigned?.letter.subject).toMatch(/^No longer your appointment: /)
  const [file, taken] = [assigned, unassigned].map((mail) => linesOf(mail?.letter.attachments[0]?.content))
  const uid = file?.find((line) => line.startsWith('UID:staff-'))
  expect(uid).toBeDefined()
  expect(file).toContain('METHOD:REQUEST')
  expect(file).toContain(`SUMMARY:Erna Muster · ${cast.availableSubmariner}`)
  expect(file?.join('')).toContain('mailto:viktor@staff.example')
  expect(taken).toContain('METHOD:CANCEL')
  expect(taken).toContain(uid)
})

test('whoever staff entered is greeted by name, and so is a seller; a name that came with a form is not', async () => {
  const { db, settings } = shop
  const { id: staff } = await db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta-gruss@shop.example', role: 'sales' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const berta = { id: staff, name: 'Berta' }
  const [, , , , slot] = await free()
  if (!slot) throw new Error('no free time')
  const said = { settings, now: new Date(), by: 'Berta' }
  const entry = {
    ...{ branchId: 'koeln', startsAt: slot.startsAt, minutes: null, staffId: null, because: null },
    ...{ kind: 'other' as const, name: 'Clara Beispiel', email: 'clara@beispiel.example', phone: null },
    ...{ locale: 'de' as const, about: null, note: null, pieces: [] },
  }
  const entered = await asStaff(db, berta, (transaction) => enterAppointment(transaction, entry, said))
  expect(entered).toMatchObject({ ok: true })
  const [mail] = (await letters()).filter(({ kind }) => kind === 'appointment-booked')
  expect(mail?.letter.plain).toContain('Guten Tag Clara Beispiel,')
})

test('whose request was turned down is not asked to choose another time', async () => {
  const { db, settings } = shop
  const { id } = await shop.submitted()
  const made = await shop.offer({ id }, 'estimate')
  if (!made.ok) throw new Error(made.reason)
  await shop.answer({ id }, made.offer, 'accepted')
  const [first] = await free()
  if (!first) throw new Error('no free time')
  await bookAppointment(db, { id }, { branchId: 'koeln', startsAt: first.startsAt, settings })
  await letters()
  await shop.step({ id }, { event: 'turn-down', reason: 'Verdacht' })
  const [letter] = (await letters()).filter(({ kind }) => kind === 'appointment-cancelled')
  expect(letter?.letter.plain).toContain('entfällt, weil wir Ihre Stücke nicht ankaufen')
  expect(letter?.letter.plain).not.toMatch(/anderen Termin|nicht empfangen/)
  expect(linesOf(letter?.letter.attachments[0]?.content)).toContain('METHOD:CANCEL')
})
