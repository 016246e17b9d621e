import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { int4, integers, nullable, query, text, texts } from '#app/platform/database/statement.ts'
import { openSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { agreedRequest, ernaMuster, openBuyingShop, pieces, sellingSecret as secret } from '#tests/selling.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import { readSellRequest } from './find-sell-request.ts'
import { identifySeller } from './identification.ts'
import { meltPiece } from './ledger.ts'
import type { OfferLineInput } from './offer-lines.ts'
import { findPurchase, type Payout, paySeller } from './purchase.ts'
import { revealIdentity, revealSellSerial } from './reveal-sealed.ts'
import { stockPieces } from './stocking.ts'

const database = testDatabase()
let settings: Settings
const by = 'Berta Einkauf'

beforeAll(async () => {
  await openBuyingShop(database.db, new Date())
  settings = await readSettings(database.db)
})

const agreed = (lines: OfferLineInput[] = [pieces.chain]) => agreedRequest(database.db, settings, lines)
const identify = (id: number, changes = {}) =>
  identifySeller(database.db, { id }, { ...ernaMuster(), ...changes }, { by, secret })
const cash: Payout = { means: 'cash', reference: 'Kasse 1', declared: true }
const transfer: Payout = {
  means: 'transfer',
  reference: 'K-17',
  iban: 'DE89 3704 0044 0532 0130 00',
  holder: 'Erna Müster-Weiß',
  declared: true,
}
const pay = (id: number, payout: Payout, rules = settings) =>
  paySeller(database.db, { id }, payout, { by, secret, settings: rules })

describe('identification', () => {
  // Duty: seller-identification
  test('refuses an expired document and minors, and is sealed and masked', async () => {
    const id = await agreed()
    const document = { ...ernaMuster().document, validUntil: '2020-01-01' }
    expect(await identify(id, { document })).toEqual({ ok: false, reason: 'document-expired' })
    const year = new Date().getFullYear()
    expect(await identify(id, { birthDate: `${year - 17}-01-01` })).toEqual({
      ok: false,
      reason: 'under-age',
    })
    expect(await identify(id)).toMatchObject({ ok: true, status: 'identified', level: 'basic' })
    const row = await database.db
      .selectFrom('identification')
      .selectAll()
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.document_masked).toBe('••••••T22')
    for (const known of ['Erna', 'L01X00T22', '1961']) {
      expect(JSON.stringify({ ...row, sealed: row.sealed?.toString('latin1') })).not.toContain(known)
    }
    expect(await revealIdentity(database.db, row.id, { who: by, why: ' ', secret })).toEqual({
      ok: false,
      reason: 'why-missing',
    })
    expect(
      await revealIdentity(database.db, row.id, { who: by, why: 'Rückfrage der Behörde', secret }),
    ).toMatchObject({
      ok: true,
      value: { surname: 'Müster-Weiß', document: { number: 'L01X00T22' } },
    })
    const looks = await database.db
      .selectFrom('sealed_look')
      .select(['who', 'why'])
      .where('subject', '=', 'identification')
      .where('subject_id', '=', String(row.id))
      .execute()
    expect(looks).toEqual([{ who: by, why: 'Rückfrage der Behörde' }])
    await expect(database.db.deleteFrom('sealed_look').execute()).rejects.toThrow(/is a record/)
  })
})

describe('paying a seller', () => {
  // Duty: seller-identification
  test('needs an agreement, an identification, a declaration and the seller’s own account', async () => {
    const id = await agreed()
    expect(await pay(id, transfer)).toEqual({ ok: false, reason: 'not-possible' })
    await identify(id)
    expect(await pay(id, { ...transfer, declared: false })).toEqual({
      ok: false,
      reason: 'declaration-missing',
    })
    expect(await pay(id, { ...transfer, iban: 'DE88370400440532013000' })).toEqual({
      ok: false,
      reason: 'iban-invalid',
    })
    expect(await pay(id, { ...transfer, holder: 'Karl Muster' })).toEqual({
      ok: false,
      reason: 'not-own-account',
    })
    const paid = await pay(id, transfer)
    expect(paid).toMatchObject({ ok: true, number: expect.stringMatching(/^AB-\d{4}-\d{5}$/) })
    expect(await pay(id, transfer)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await findPurchase(database.db, id, secret)).toMatchObject({
      seller: { surname: 'Müster-Weiß', iban: 'DE89370400440532013000' },
      content: { totalCents: 73_465, ibanMasked: 'DE•• •••• 3000', identification: { masked: '••••••T22' } },
    })
    const row = await database.db
      .selectFrom('purchase')
      .selectAll()
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row.content)).not.toMatch(/Müster|0532013000|L01X/)
    await expect(
      sql`update purchase set total_cents = 1 where id = ${row.id}`.execute(database.db),
    ).rejects.toThrow(/not changed afterwards/)
  })

  // Duty: linked-deals
  test('counts linked deals of one seller in cash together, also at the same moment', async () => {
    const person = { surname: 'Linkert', document: { ...ernaMuster().document, number: 'LINK000111' } }
    const ids = [await agreed(), await agreed(), await agreed()]
    for (const id of ids) await identify(id, person)
    // 734.65 each: the third reaches 2,000 EUR of precious metal.
    const results = await Promise.all(ids.map((id) => pay(id, cash)))
    const refused = results.filter((result) => !result.ok)
    expect(refused).toEqual([
      { ok: false, reason: 'identification-incomplete', together: { total: 220_395, metals: 220_395 } },
    ])
    const open = ids[results.findIndex((result) => !result.ok)] as number
    // Another document, the same person.
    const complete = {
      birthPlace: 'Köln',
      beneficialOwner: null,
      politicallyExposed: false,
      copy: 'Ordner 3',
    }
    await identify(open, { surname: 'LINKERT', complete })
    expect(await pay(open, cash)).toMatchObject({ ok: true, together: { metals: 220_395 } })
  })

  // Duty: cash-limits
  test('in cash is forbidden from the limit on, from the day it holds', async () => {
    const [rule] = settings.buying.cash
    if (!rule) throw new Error('no rule')
    const today = { ...rule, from: '2026-01-01', bannedFromCents: 73_465 }
    const strict = { ...settings, buying: { ...settings.buying, cash: [rule, today] } }
    const id = await agreed()
    await identify(id, { surname: 'Streng', document: { ...ernaMuster().document, number: 'STRENG1' } })
    expect(await pay(id, cash, strict)).toMatchObject({ ok: false, reason: 'cash-forbidden' })
    expect(await pay(id, { ...transfer, holder: 'Erna Streng' }, strict)).toMatchObject({ ok: true })
  })

  // Duty: purchase-receipts
  test('numbers have no gaps, whatever is refused in between', async () => {
    const rows = await query(database.db, { numbers: integers, ledger: integers })`
      select array(select right(number, 5)::int from purchase order by id) as numbers,
        array(select number from ledger order by number) as ledger
    `
    const [row] = rows
    expect(row?.numbers.toSorted((a, b) => a - b)).toEqual(row?.numbers.map((_, index) => index + 1))
    expect(row?.ledger).toEqual(row?.ledger.map((_, index) => index + 1))
    expect(row?.numbers.length).toBeGreaterThan(4)
  })
})

describe('stocking', () => {
  test('opens drafts with what is known, and sends scrap to the melt', async () => {
    const { db } = database
    const id = await agreed([pieces.chain, pieces.watch, pieces.krugerrand])
    await identify(id)
    await pay(id, transfer)
    const stocked = await stockPieces(db, { id }, { by })
    if (!stocked.ok) throw new Error(stocked.reason)
    const [chain, watch, coin] = stocked.pieces
    expect(chain?.product).toBe(null)
    expect((await readSellRequest(db, { id }))?.status).toBe('stocked')
    const draft = await db
      .selectFrom('product as p')
      .innerJoin('product_staff as s', 's.product_id', 'p.id')
      .leftJoin('brand as b', 'b.id', 'p.brand_id')
      .selectAll('p')
      .select(['s.cost_cents', 's.ledger_number', 's.serial_encrypted', 'b.name as brand'])
      .where('p.id', '=', watch?.product ?? '')
      .executeTakeFirstOrThrow()
    expect(draft).toMatchObject({
      status: 'draft',
      kind: 'watch',
      brand: 'Omega',
      tax_mode: 'margin_25a',
      cost_cents: 310_000,
      ledger_number: watch?.ledger,
      serial_masked: '24•••••',
    })
    expect(openSerial(draft.serial_encrypted as Buffer, secret)).toBe('2491234')
    const look = { who: by, why: 'Anfrage des Herstellers', secret }
    expect(await revealSellSerial(db, { requestId: id, position: 1 }, look)).toEqual({
      ok: true,
      value: '2491234',
    })
    const bullion = await db
      .selectFrom('product')
      .select(['tax_mode', 'metal', 'fine_grams'])
      .where('id', '=', coin?.product ?? '')
      .executeTakeFirstOrThrow()
    expect(bullion).toEqual({ tax_mode: 'investment_gold_25c', metal: 'fine-gold', fine_grams: '31.1036' })
    expect(
      await db.selectFrom('theft_check').select('result').where('product_id', '=', draft.id).execute(),
    ).toEqual([{ result: 'clear' }])
    expect(await stockPieces(db, { id }, { by })).toEqual({ ok: false, reason: 'not-possible' })

    const melted = { proceedsCents: 80_000, document: 'SA-1', day: '2026-12-01' }
    expect(await meltPiece(db, chain?.ledger ?? 0, melted)).toEqual({ ok: true })
    expect(await meltPiece(db, chain?.ledger ?? 0, melted)).toEqual({ ok: false, reason: 'melted-before' })
    expect(await meltPiece(db, coin?.ledger ?? 0, melted)).toEqual({ ok: true })
    const { status } = await db
      .selectFrom('product')
      .select('status')
      .where('id', '=', coin?.product ?? '')
      .executeTakeFirstOrThrow()
    expect(status).toBe('melted')
    expect(await meltPiece(db, 99_999, melted)).toEqual({ ok: false, reason: 'no-such-row' })
  })
})

describe('a purchase that was recorded by mistake', () => {
  const cancel = (id: number, reason = 'Falsche Kasse') =>
    cancelPurchase(database.db, { id }, { reason, by, settings })

  test('is taken back by a document of its own, leaves the ledger, and the seller is paid anew', async () => {
    const { db } = database
    const id = await agreed([pieces.chain])
    await identify(id, {
      surname: 'Ohnegleichen',
      document: { ...ernaMuster().document, number: 'L09X99T99' },
    })
    expect(await cancel(id)).toEqual({ ok: false, reason: 'not-possible' })
    const first = await pay(id, cash)
    if (!first.ok) throw new Error(first.reason)
    expect(await cancel(id, ' ')).toEqual({ ok: false, reason: 'why-missing' })
    const taken = await cancel(id)
    if (!taken.ok) throw new Error(taken.reason)
    expect(await cancel(id)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await readSellRequest(db, { id })).toMatchObject({ status: 'identified', receipt: null })
    expect(await findPurchase(db, id, secret)).toBeNull()

    const second = await pay(id, { ...cash, reference: 'Kasse 2' })
    if (!second.ok) throw new Error(second.reason)
    // What was taken back counts neither as cash nor as a receipt, and leaves no hole in the numbers.
    expect(second.together.total).toBe(pieces.chain.cents.low)
    const number = (text: string) => Number(text.slice(-5))
    expect([number(taken.number), number(second.number)]).toEqual([
      number(first.number) + 1,
      number(first.number) + 2,
    ])
    expect(await findPurchase(db, id, secret)).toMatchObject({ number: second.number, cancellation: null })
    const rows = await query(db, { receipt: text, exits: texts, document: nullable(text) })`
      select b.number as receipt, array_remove(array_agg(e.kind), null) as exits, max(e.document) as document
      from ledger l join purchase b on b.id = l.purchase_id left join ledger_exit e on e.ledger_number = l.number
      where b.request_id = ${id} group by b.number order by b.number`
    expect(rows).toEqual([
      { receipt: first.number, exits: ['cancelled'], document: taken.number },
      { receipt: second.number, exits: [], document: null },
    ])
    await expect(
      sql`update purchase set cancelled_at = null where number = ${first.number}`.execute(db),
    ).rejects.toThrow(/not changed afterwards/)

    const stocked = await stockPieces(db, { id }, { by })
    expect(stocked.ok && stocked.pieces).toHaveLength(1)
    expect(await cancel(id)).toEqual({ ok: false, reason: 'not-possible' })
    // The row that was taken back is not sold to a refinery either.
    const old = await query(db, { number: int4 })`
      select l.number from ledger l join purchase b on b.id = l.purchase_id where b.number = ${first.number}`
    const melted = { proceedsCents: 100, document: 'S-1', day: '2026-11-20' }
    expect(await meltPiece(db, old[0]?.number ?? 0, melted)).toEqual({ ok: false, reason: 'not-possible' })
  })
})
