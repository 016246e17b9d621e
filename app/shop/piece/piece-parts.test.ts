import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { asStaff, type StaffActor, versionOf } from '#app/shop/staff/change-record.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { pieceMargin, piecePrices } from './piece-money.ts'
import { type PieceEvent, pieceSteps, takePieceStep } from './piece-steps.ts'
import {
  addTheftCheck,
  revealPieceSerial,
  sealPieceSerial,
  theftCertificate,
  theftChecks,
} from './provenance.ts'
import { readPieceRow } from './read-piece.ts'
import { factsOfReference, suggestNames } from './suggestions.ts'

const database = testDatabase()
const folder = temporaryFolder()
let db: Database
let anna: StaffActor
const watch = cast.availableSubmariner
const secret = 'a secret of at least thirty-two characters'

beforeAll(async () => {
  db = database.db
  await loadCast(db)
  anna = await db
    .insertInto('staff_member')
    .values({ name: 'Anna', email: 'anna@shop.example', role: 'owner' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
})

const rowOf = async (id: string) => {
  const row = await readPieceRow(db, id)
  if (!row) throw new Error(`no piece ${id}`)
  return row
}

const version = (id: string) => versionOf(db, { subject: 'piece', id })
const step = async (id: string, event: PieceEvent) =>
  takePieceStep(db, anna, id, { event, version: await version(id) })
const seal = async (id: string, serial: string) =>
  sealPieceSerial(db, anna, id, { version: await version(id), serial, secret })
/** Another member than Anna. */
const bert = async (): Promise<StaffActor> =>
  db
    .insertInto('staff_member')
    .values({ name: 'Bert', email: `${crypto.randomUUID()}@shop.example`, role: 'owner' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()

describe('suggestions', () => {
  test('come from the own catalogue, those that begin so first', async () => {
    expect(await suggestNames(db, { of: 'brand', typed: 'ro', brand: '' })).toContain('Rolex')
    expect(await suggestNames(db, { of: 'model', typed: '', brand: 'rolex' })).toContain('Submariner')
    expect(await suggestNames(db, { of: 'model', typed: '', brand: 'Cartier' })).not.toContain('Submariner')
    expect(await suggestNames(db, { of: 'reference', typed: '116', brand: 'Rolex' })).toEqual(['116610LN'])
    expect(await suggestNames(db, { of: 'brand', typed: '%', brand: '' })).toEqual([])
  })

  test('a reference brings the facts in which all own pieces of it agree, and none of one copy', async () => {
    const wanted = {
      piece: '99999',
      kind: 'watch',
      brand: 'Rolex',
      reference: '116610ln',
      locale: 'de',
    } as const
    const found = await factsOfReference(db, wanted)
    expect(found).toMatchObject({
      pieces: 1,
      model: 'Submariner',
      facts: { movement: 'automatic', case_material: 'steel' },
    })
    for (const key of ['year_from', 'condition', 'scope', 'polished', 'serviced_on'])
      expect(found.facts).not.toHaveProperty(key)
    expect(await factsOfReference(db, { ...wanted, piece: watch })).toEqual({
      pieces: 0,
      model: null,
      facts: {},
    })
    expect(await factsOfReference(db, { ...wanted, kind: 'jewellery' })).toMatchObject({ pieces: 0 })
  })
})

describe('money', () => {
  test('the price with its history, and the lowest of 30 days', async () => {
    const row = await rowOf(watch)
    const prices = await piecePrices(db, row, new Date())
    expect(prices.history[0]).toEqual({ since: prices.since, cents: row.price_cents })
    await db.updateTable('product').set({ price_cents: 1_200_000 }).where('id', '=', watch).execute()
    const later = await piecePrices(db, await rowOf(watch), new Date())
    // Raised, it is no reduction, nor cut to more than was asked before; then what was asked is the lowest.
    expect(later.lowestCents).toBeNull()
    const cut = async (price_cents: number) => {
      await db.updateTable('product').set({ price_cents }).where('id', '=', watch).execute()
      return (await piecePrices(db, await rowOf(watch), new Date())).lowestCents
    }
    expect(await cut(1_100_000)).toBeNull()
    expect(await cut(700_000)).toBe(row.price_cents)
    expect(later.history.length).toBe(prices.history.length + 1)
  })

  test('the margin is that of the ledger', () => {
    const at = (tax_mode: 'margin_25a' | 'standard_19' | 'investment_gold_25c') =>
      pieceMargin({ tax_mode, cost_cents: 710_000, price_cents: 890_000 }, '2026-11-23')
    expect(at('margin_25a')).toEqual({ marginCents: 180_000, vatCents: 28_739, netCents: 151_261 })
    expect(at('standard_19')).toMatchObject({ marginCents: 180_000, vatCents: 142_101 })
    expect(at('investment_gold_25c')).toMatchObject({ vatCents: 0, netCents: 180_000 })
    expect(pieceMargin({ tax_mode: 'margin_25a', cost_cents: null, price_cents: 1 }, '2026-11-23')).toBeNull()
  })
})

describe('serial numbers', () => {
  test('are sealed, shown for a reason alone, and every look is written down', async () => {
    expect(await revealPieceSerial(db, anna, cast.krugerrand, { why: 'Frage', secret })).toEqual({
      ok: false,
      reason: 'no-serial',
    })
    expect(await seal(watch, ' ')).toMatchObject({
      reason: 'missing',
    })
    expect(await seal('99999', 'X')).toMatchObject({
      reason: 'no-such-piece',
    })
    expect(await seal(watch, '6A2K1943')).toEqual({
      ok: true,
      masked: '6A••••••',
      same: [],
    })
    expect((await findProduct(db, watch, null))?.watch?.serialMasked).toBe('6A••••••')
    expect(await seal(cast.reservedSpeedmaster, '6a2k-1943')).toMatchObject({
      same: [watch],
    })
    expect(await revealPieceSerial(db, anna, watch, { why: ' ', secret })).toMatchObject({
      reason: 'why-missing',
    })
    const looks = () => db.selectFrom('sealed_look').select(['subject', 'subject_id', 'who', 'why']).execute()
    expect(await looks()).toEqual([])
    expect(await revealPieceSerial(db, anna, watch, { why: 'Anruf der Polizei', secret })).toEqual({
      ok: true,
      serial: '6A2K1943',
    })
    expect(await looks()).toEqual([
      { subject: 'piece-serial', subject_id: watch, who: 'Anna', why: 'Anruf der Polizei' },
    ])
    const records = await db.selectFrom('change_record').selectAll().where('subject_id', '=', watch).execute()
    expect(JSON.stringify(records)).not.toContain('6A2K1943')
  })

  test('that somebody else sealed meanwhile are not replaced unseen', async () => {
    const seen = await version(cast.reservedSpeedmaster)
    const other = await bert()
    const at = { version: seen, secret }
    expect(
      await sealPieceSerial(db, other, cast.reservedSpeedmaster, { ...at, serial: 'B-1' }),
    ).toMatchObject({ ok: true })
    expect(await sealPieceSerial(db, anna, cast.reservedSpeedmaster, { ...at, serial: 'A-1' })).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
      by: 'Bert',
    })
    const why = 'Vergleich'
    expect(await revealPieceSerial(db, anna, cast.reservedSpeedmaster, { why, secret })).toMatchObject({
      serial: 'B-1',
    })
    expect(await seal(cast.reservedSpeedmaster, 'A-1')).toMatchObject({ ok: true })
  })

  test('wait for a sale of the same piece instead of each waiting for the other', async () => {
    let sealing: ReturnType<typeof seal> | undefined
    await db.transaction().execute(async (sale) => {
      await sql`select from claim c join product p on p.id = c.product_id where p.id = ${watch} for update of c, p`.execute(
        sale,
      )
      sealing = seal(watch, '6A2K1944')
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              db,
            )
          return rows.length
        })
        .toBeGreaterThan(0)
      await sale.updateTable('product').set({ updated_at: new Date() }).where('id', '=', watch).execute()
    })
    expect(await sealing).toMatchObject({ ok: true, masked: '6A••••••' })
  })
})

describe('theft checks', () => {
  const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)
  const check = (given: object = {}) => ({
    piece: watch,
    register: 'The Watch Register',
    result: 'clear' as const,
    checkedOn: '2026-11-20',
    note: null,
    number: 'WR-26-1',
    certificate: null,
    today: '2026-11-23',
    ...given,
  })

  test('keep their certificate as it came', async () => {
    const files = openLocalFiles(folder)
    const name = '../../Zertifikat "1".pdf'
    const added = await addTheftCheck(db, files, anna, check({ certificate: { name, bytes: pdf('one') } }))
    expect(added).toMatchObject({ ok: true })
    const [first] = await theftChecks(db, watch)
    expect(first).toMatchObject({
      register: 'The Watch Register',
      by: 'Anna',
      number: 'WR-26-1',
      certificate: '....Zertifikat 1.pdf',
    })
    const found = await theftCertificate(db, files, { piece: watch, check: first?.id ?? 0 })
    expect(Buffer.from((await found?.file.bytes()) ?? [])).toEqual(pdf('one'))
    expect(await theftCertificate(db, files, { piece: cast.krugerrand, check: first?.id ?? 0 })).toBeNull()
  })

  test.each([
    ['without a register', { register: ' ' }, 'register-missing'],
    ['from tomorrow', { checkedOn: '2026-11-24' }, 'in-the-future'],
    ['of no piece', { piece: '99999' }, 'no-such-piece'],
    [
      'with HTML',
      { certificate: { name: 'a.pdf', bytes: Buffer.from('<html>%PDF-1.7 %%EOF') } },
      'not-a-pdf',
    ],
    [
      'with half a file',
      { certificate: { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 cut off') } },
      'not-a-pdf',
    ],
    ['with a huge file', { certificate: { name: 'a.pdf', bytes: Buffer.alloc(10_000_001) } }, 'too-large'],
  ])('%s is refused', async (_, given, reason) => {
    expect(await addTheftCheck(db, openLocalFiles(folder), anna, check(given))).toEqual({
      ok: false,
      reason,
    })
  })
})

describe('steps', () => {
  const ring = cast.availableRing

  test('follow the table, and say why not', async () => {
    expect(await pieceSteps(db, ring)).toEqual([
      { event: 'unlist', refusal: null },
      { event: 'withdraw', refusal: null },
    ])
    expect(await step(ring, 'prepare')).toEqual({
      ok: false,
      reason: 'not-from-here',
      status: 'listed',
    })
    expect(await step(ring, 'unlist')).toEqual({ ok: true, status: 'preparing' })
    await db
      .updateTable('product')
      .set({ description: null, branch_id: null })
      .where('id', '=', ring)
      .execute()
    expect(await pieceSteps(db, ring)).toContainEqual({
      event: 'list',
      refusal: { reason: 'incomplete', missing: ['description', 'branch'] },
    })
    expect(await step(ring, 'list')).toMatchObject({ ok: false, reason: 'incomplete' })
    await db
      .updateTable('product')
      .set({ description: '{"de":"Ein Ring.","en":"A ring."}', branch_id: 'koeln' })
      .where('id', '=', ring)
      .execute()
    expect(await step(ring, 'list')).toEqual({ ok: true, status: 'listed' })
    const steps = await db
      .selectFrom('product_status_change')
      .select(['event', 'actor'])
      .where('product_id', '=', ring)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(steps.reverse()).toEqual([
      { event: 'unlist', actor: 'staff:Anna' },
      { event: 'list', actor: 'staff:Anna' },
    ])
    expect(await pieceSteps(db, '99999')).toEqual([])
    expect(await step('99999', 'withdraw')).toEqual({ ok: false, reason: 'no-such-piece' })
  })

  test('are not taken with a price that changed since it was seen', async () => {
    const seen = await version(ring)
    await asStaff(db, await bert(), (transaction) =>
      transaction.updateTable('product').set({ price_cents: 99_900 }).where('id', '=', ring).execute(),
    )
    const wish = { event: 'unlist', version: seen } as const
    expect(await takePieceStep(db, anna, ring, wish)).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
      by: 'Bert',
    })
    expect((await rowOf(ring)).status).toBe('listed')
    expect(await step(ring, 'unlist')).toMatchObject({ ok: true })
    // Steps that were taken meanwhile have their own rules.
    expect(
      await takePieceStep(db, anna, ring, { event: 'list', version: await version(ring) }),
    ).toMatchObject({ ok: true })
  })

  test('are taken although the page has not read anew what one changed oneself a moment ago', async () => {
    const seen = await version(ring)
    await asStaff(db, anna, (transaction) =>
      transaction.updateTable('product').set({ weight_grams: 4.3 }).where('id', '=', ring).execute(),
    )
    expect(await version(ring)).toBeGreaterThan(seen)
    expect(await takePieceStep(db, anna, ring, { event: 'unlist', version: seen })).toMatchObject({
      ok: true,
    })
    expect(await step(ring, 'list')).toMatchObject({ ok: true })
  })

  test('wait while somebody holds the piece in a cart', async () => {
    await db
      .updateTable('claim')
      .set({
        holder: crypto.randomUUID(),
        held_since: new Date(),
        held_until: new Date(Date.now() + 60_000),
      })
      .where('product_id', '=', ring)
      .execute()
    expect(await pieceSteps(db, ring)).toContainEqual({ event: 'unlist', refusal: { reason: 'held' } })
    expect(await step(ring, 'withdraw')).toEqual({ ok: false, reason: 'held' })
  })
})
