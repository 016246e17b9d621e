import { beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { acceptByStaff } from '#app/shop/checkout/accept-order.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { planRefund } from '#app/shop/checkout/refund.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { camtFile, csvFile, type FileLine, ownAccount } from '#tests/bank-files.ts'
import { addBranches } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { orderShop } from '#tests/order-shop.ts'
import { bookLine, setAside, unbookLine } from './book-line.ts'
import { candidatesFor, possibleOrder } from './candidates.ts'
import { lineShape } from './line-shape.ts'
import {
  bankStatements,
  exportLines,
  findLine,
  lineHistory,
  linesOfStatement,
  listLines,
} from './list-lines.ts'
import { matchLine } from './match-line.ts'
import { readStatements } from './read-statements.ts'
import { eraseBankLines } from './retention.ts'

const database = testDatabase()
const { order, ordered } = orderShop(database, 64_001)
let berta: StaffActor
let olga: StaffActor

beforeAll(async () => {
  await addBranches(database.db)
  const add = (name: string) =>
    database.db
      .insertInto('staff_member')
      .values({ name, email: `${name}@staff.example`, role: 'owner', locale: 'de' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  berta = await add('Berta')
  olga = await add('Olga')
})

const shop = () => ({ db: database.db, payments: null, siteUrl: '', log: createLog('silent') })
let next = 1
const line = (amount: string, purpose: string, given: Partial<FileLine> = {}): FileLine => ({
  ...{ day: '2026-11-25', amount, name: 'Clara Beispiel', purpose, reference: `REF${next++}` },
  ...given,
})

async function read(file: string | Uint8Array, fileName = 'auszug.xml') {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  return readStatements(database.db, berta, { bytes, fileName, mapping: null, account: ownAccount })
}

async function linesOf(file: string) {
  const stored = await read(file)
  if (!stored.ok) throw new Error(stored.reason)
  return linesOfStatement(database.db, stored.statements[0]?.id ?? 0)
}

async function oneLine(given: FileLine) {
  const [one] = await linesOf(camtFile([given]))
  if (!one) throw new Error('no line')
  return one
}

/** An accepted order of one ring for 1,200 EUR that waits for its transfer. */
async function waiting() {
  const made = await ordered()
  await acceptByStaff(database.db, made.id, await readSettings(database.db), staffNamed('Berta'))
  return made
}

async function book(lineId: number, number: string, { confirmed = false, by = berta } = {}) {
  const now = await possibleOrder(database.db, number)
  if (!now) throw new Error('no order')
  const seen = { status: now.status, openCents: now.openCents }
  const wish = { kind: 'payment', order: number, seen, confirmed } as const
  return bookLine(shop(), by, { line: lineId, wish }, await readSettings(database.db))
}

const suggested = async (lineId: number) => {
  const found = await findLine(database.db, lineId)
  if (!found) throw new Error('no line')
  return matchLine(found, await candidatesFor(database.db, [found]))
}

describe('reading', () => {
  test('the same file again, twice at once, and as CSV adds nothing', async () => {
    const lines = [line('10.00', 'eins'), line('10.00', 'eins', { reference: 'X' }), line('-5.00', 'zwei')]
    const [first, second] = await Promise.all([read(camtFile(lines)), read(camtFile(lines))])
    const counts = [first, second].map(
      (each) => each.ok && each.statements.map(({ newLines, knownLines }) => [newLines, knownLines]),
    )
    expect(counts.toSorted()).toEqual([[[0, 3]], [[3, 0]]])
    const ids = [first, second].map((each) => each.ok && each.statements[0]?.id)
    expect(ids[0]).toBe(ids[1])
    expect(await read(csvFile(lines), 'umsatz.csv')).toMatchObject({
      ok: true,
      statements: [{ newLines: 0, knownLines: 3, balances: null }],
    })
    const more = [...lines, line('7.00', 'drei')]
    expect(await read(camtFile(more))).toMatchObject({
      ok: true,
      statements: [{ newLines: 1, knownLines: 3, balances: true }],
    })
  })

  test('a balance that does not fit is said; what cannot be read leaves nothing', async () => {
    const stored = await read(camtFile([line('1.00', 'Saldo')], { closing: '5.00' }))
    expect(stored).toMatchObject({ ok: true, statements: [{ balances: false }] })
    const before = await listLines(database.db, readAsked(lineShape, new URLSearchParams()))
    const bad = camtFile([line('3.00', 'gut'), line('3.00', 'schlecht', { currency: 'CHF' })])
    expect(await read(bad)).toMatchObject({
      ok: false,
      reason: 'unreadable',
      why: 'foreign-currency',
      found: 'CHF',
    })
    expect((await listLines(database.db, readAsked(lineShape, new URLSearchParams()))).total).toBe(
      before.total,
    )
    expect((await bankStatements(database.db))[0]).toMatchObject({
      ...{ by: 'Berta', balances: false, lines: 1, booked: 0, open: 1 },
    })
    expect(await read('Tag;Wieviel\n1;2')).toMatchObject({ ok: false, reason: 'mapping-needed' })
    expect(await read(camtFile([]))).toMatchObject({ ok: false, why: 'no-lines' })
  })
})

describe('money in', () => {
  test('a sure line pays its order once, whoever presses first', async () => {
    const { number, id } = await waiting()
    const { id: lineId } = await oneLine(line('1200.00', `Danke ${number.replaceAll('-', ' ')}`))
    expect(await suggested(lineId)).toMatchObject([
      {
        kind: 'payment',
        confidence: 'sure',
        outcome: 'pays',
        reasons: ['number', 'amount', 'name'],
        order: { number },
      },
    ])
    const both = await Promise.all([book(lineId, number), book(lineId, number, { by: olga })])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed-meanwhile' })
    expect(await findOrderById(database.db, id)).toMatchObject({ status: 'paid', receivedCents: 120_000 })
    expect(await findLine(database.db, lineId)).toMatchObject({
      state: 'booked',
      kind: 'payment',
      order: number,
    })
  })

  test('two who take one line for two orders: one of them gets it, and the other order nothing', async () => {
    const [one, other] = [await waiting(), await waiting()]
    const { id: lineId } = await oneLine(line('1200.00', 'ohne Nummer'))
    const both = await Promise.all([book(lineId, one.number), book(lineId, other.number, { by: olga })])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const received = await Promise.all(
      [one, other].map(async ({ id }) => (await findOrderById(database.db, id))?.receivedCents),
    )
    expect(received.toSorted()).toEqual([0, 120_000])
  })

  test('a part, and more than is open', async () => {
    const { number } = await waiting()
    const part = await oneLine(line('200.00', number))
    expect(await suggested(part.id)).toMatchObject([
      { confidence: 'likely', outcome: 'part', restCents: 100_000 },
    ])
    expect(await book(part.id, number)).toMatchObject({ ok: true, outcome: 'part', openCents: 100_000 })
    const much = await oneLine(line('1500.00', number))
    expect(await suggested(much.id)).toMatchObject([{ outcome: 'surplus', restCents: 50_000 }])
    expect(await book(much.id, number)).toEqual({ ok: false, reason: 'more-than-open', openCents: 100_000 })
    expect(await findLine(database.db, much.id)).toMatchObject({ state: 'open' })
    expect(await book(much.id, number, { confirmed: true })).toMatchObject({ ok: true, outcome: 'paid' })
  })

  test('taken back by a counter-entry, from wherever, the line is open and can be booked again', async () => {
    const { number, id } = await waiting()
    const { id: lineId } = await oneLine(line('1200.00', number))
    await book(lineId, number)
    const settings = await readSettings(database.db)
    const booking = (await findLine(database.db, lineId))?.booking ?? 0
    const undo = (reason: string) =>
      unbookLine(shop(), olga, { line: lineId, booking, reason, isConfirmed: false }, settings)
    expect(await undo('x')).toEqual({ ok: false, reason: 'reason-length' })
    expect(await undo('falscher Kunde')).toEqual({ ok: true, about: number })
    expect(await undo('noch einmal')).toEqual({ ok: false, reason: 'changed-meanwhile' })
    expect(await findOrderById(database.db, id)).toMatchObject({
      status: 'awaiting_payment',
      receivedCents: 0,
    })
    expect(await findLine(database.db, lineId)).toMatchObject({ state: 'open', booking: null, undone: 1 })
    expect(await book(lineId, number)).toMatchObject({ ok: true, outcome: 'paid' })
    expect(await lineHistory(database.db, lineId)).toMatchObject([
      { by: 'Berta', undoneBy: 'Olga', reason: 'falscher Kunde', about: number },
      { by: 'Berta', undoneAt: null },
    ])
  })

  test('what was counted by hand before is only noted', async () => {
    const { number, id } = await waiting()
    await order('money', number, '1.200', '--reference', 'Auszug 7')
    const given = line('1200.00', number, { day: new Date().toISOString().slice(0, 10) })
    const { id: lineId } = await oneLine(given)
    const [first] = await suggested(lineId)
    if (first?.kind !== 'counted') throw new Error('not found')
    const settings = await readSettings(database.db)
    const wish = { kind: 'counted', money: first.money.id } as const
    expect(await bookLine(shop(), berta, { line: lineId, wish }, settings)).toMatchObject({
      ok: true,
      about: number,
    })
    expect(await findOrderById(database.db, id)).toMatchObject({ receivedCents: 120_000 })
    const again = await oneLine(line('1200.00', `${number} nochmal`))
    expect(await bookLine(shop(), berta, { line: again.id, wish }, settings)).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    const booking = (await findLine(database.db, lineId))?.booking ?? 0
    await unbookLine(
      shop(),
      berta,
      { line: lineId, booking, reason: 'doch nicht', isConfirmed: false },
      settings,
    )
    expect(await findLine(database.db, lineId)).toMatchObject({ state: 'open' })
    expect(await findOrderById(database.db, id)).toMatchObject({ receivedCents: 120_000 })
  })

  test('the order has changed since it was seen', async () => {
    const { number } = await waiting()
    const { id: lineId } = await oneLine(line('1200.00', number))
    const wish = {
      kind: 'payment',
      order: number,
      seen: { status: 'awaiting_payment', openCents: 1 },
      confirmed: true,
    } as const
    expect(await bookLine(shop(), berta, { line: lineId, wish }, await readSettings(database.db))).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
  })
})

test('money out: a refund that is due is recorded, and due again when that is taken back', async () => {
  const { number, id } = await waiting()
  await book((await oneLine(line('1200.00', number))).id, number)
  await planRefund(database.db, { orderId: id, amountCents: 30_000, reason: 'surplus' })
  const { id: lineId } = await oneLine(line('-300.00', `Erstattung ${number}`))
  const [first] = await suggested(lineId)
  if (first?.kind !== 'refund') throw new Error('not found')
  expect(first).toMatchObject({ confidence: 'sure' })
  const settings = await readSettings(database.db)
  const wish = { kind: 'refund', refund: first.refund.refund } as const
  const other = await oneLine(line('-299.00', number))
  expect(await bookLine(shop(), berta, { line: other.id, wish }, settings)).toEqual({
    ok: false,
    reason: 'amount-differs',
  })
  const both = await Promise.all(
    [berta, olga].map((by) => bookLine(shop(), by, { line: lineId, wish }, settings)),
  )
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  const booking = (await findLine(database.db, lineId))?.booking ?? 0
  expect(
    await unbookLine(
      shop(),
      berta,
      { line: lineId, booking, reason: 'falsche Zeile', isConfirmed: false },
      settings,
    ),
  ).toMatchObject({ ok: true })
  expect(await suggested(lineId)).toMatchObject([{ kind: 'refund' }])
})

test('set aside with a reason, and taken back; what takes an earlier line back is never suggested', async () => {
  const { db } = database
  const { id: lineId } = await oneLine(line('-9.90', 'Kontoführung'))
  expect(await setAside(db, berta, { line: lineId, reason: '' })).toEqual({
    ok: false,
    reason: 'reason-length',
  })
  const both = await Promise.all(
    [berta, olga].map((by) => setAside(db, by, { line: lineId, reason: 'Gebühr der Bank' })),
  )
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  const list = (address: string) => listLines(db, readAsked(lineShape, new URLSearchParams(address)))
  const aside = await list(
    'state=aside&q=Kontof%C3%BChrung&direction=out&amount=9-10&booked=2026-11-01..2026-11-30&sort=-amount',
  )
  expect(aside.rows).toMatchObject([{ id: lineId, asideReason: 'Gebühr der Bank' }])
  expect((await list(`account=${ownAccount}&sort=name`)).total).toBeGreaterThan(3)
  await db.updateTable('bank_line').set({ iban: 'DE02120300000000202051' }).where('id', '=', lineId).execute()
  for (const written of ['DE02120300000000202051', 'DE02 1203 0000 0000 2020 51', '0300 0000 00'])
    expect([written, ...(await list(`q=${written}`)).rows.map(({ id }) => id)]).toEqual([written, lineId])
  expect((await list('q=00 00 0')).total).toBe(0)
  const exported = []
  for await (const rows of exportLines(db, readAsked(lineShape, new URLSearchParams())))
    exported.push(...rows)
  expect(exported.length).toBe((await list('')).counts.all)
  expect(await setAside(db, olga, { line: lineId, reason: null })).toEqual({ ok: true })
  expect(await findLine(db, lineId)).toMatchObject({ state: 'open' })
  const { number } = await waiting()
  const reversed = await oneLine(line('1200.00', number, { reversal: true }))
  expect(await suggested(reversed.id)).toEqual([])
  expect(await book(reversed.id, number)).toEqual({ ok: false, reason: 'is-reversal' })
})

test('who paid is erased when vouchers need not be kept any longer; the amount stays, and read again nothing is new', async () => {
  const { db } = database
  const file = camtFile([line('10.00', 'Uhr', { day: '2018-06-01' })])
  const [old] = await linesOf(file)
  const settings = await readSettings(db)
  const erase = (day: string) => eraseBankLines(db, { settings, now: new Date(day) })
  await erase('2026-12-31T12:00:00Z')
  expect(await findLine(db, old?.id ?? 0)).toMatchObject({ name: 'Clara Beispiel', purpose: 'Uhr' })
  expect(await erase('2027-01-01T12:00:00Z')).toBe(1)
  expect(await erase('2027-01-01T12:00:00Z')).toBe(0)
  expect(await findLine(db, old?.id ?? 0)).toMatchObject({ name: '', purpose: '', amountCents: 1_000 })
  expect(await read(file)).toMatchObject({ statements: [{ newLines: 0, knownLines: 1 }] })
})
