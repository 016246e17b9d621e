import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { int4, integers, nullable, query, text, texts } from '#app/platform/database/statement.ts'
import { openSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { buyingShop, byTransfer, inCash } from '#tests/buying-shop.ts'
import { ernaMuster, pieces, sellingSecret as secret } from '#tests/selling.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import { readSellRequest } from './find-sell-request.ts'
import { meltPiece } from './ledger.ts'
import { findPurchase } from './purchase.ts'
import { revealIdentity, revealSellSerial } from './reveal-sealed.ts'
import { stockPieces } from './stocking.ts'

const shop = buyingShop()
const by = 'Berta Einkauf'

describe('identification', () => {
  // Duty: seller-identification
  test('refuses an expired document and minors, and is sealed and masked', async () => {
    const id = await shop.agreed()
    const document = { ...ernaMuster().document, validUntil: '2020-01-01' }
    expect(await shop.identify(id, { document })).toEqual({ ok: false, reason: 'document-expired' })
    const year = new Date().getFullYear()
    expect(await shop.identify(id, { birthDate: `${year - 17}-01-01` })).toEqual({
      ok: false,
      reason: 'under-age',
    })
    expect(await shop.identify(id)).toMatchObject({ ok: true, status: 'identified', level: 'basic' })
    const row = await shop.db
      .selectFrom('identification')
      .selectAll()
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.document_masked).toBe('••••••T22')
    for (const known of ['Erna', 'L01X00T22', '1961']) {
      expect(JSON.stringify({ ...row, sealed: row.sealed?.toString('latin1') })).not.toContain(known)
    }
    expect(await revealIdentity(shop.db, row.id, { who: by, why: ' ', secret })).toEqual({
      ok: false,
      reason: 'why-missing',
    })
    expect(
      await revealIdentity(shop.db, row.id, { who: by, why: 'Rückfrage der Behörde', secret }),
    ).toMatchObject({
      ok: true,
      value: { surname: 'Müster-Weiß', document: { number: 'L01X00T22' } },
    })
    const looks = await shop.db
      .selectFrom('sealed_look')
      .select(['who', 'why'])
      .where('subject', '=', 'identification')
      .where('subject_id', '=', String(row.id))
      .execute()
    expect(looks).toEqual([{ who: by, why: 'Rückfrage der Behörde' }])
    await expect(shop.db.deleteFrom('sealed_look').execute()).rejects.toThrow(/is a record/)
  })
})

describe('paying a seller', () => {
  // Duty: seller-identification
  test('needs an agreement, an identification, a declaration and the seller’s own account', async () => {
    const id = await shop.agreed()
    expect(await shop.pay(id, byTransfer)).toEqual({ ok: false, reason: 'not-possible' })
    await shop.identify(id)
    expect(await shop.pay(id, { ...byTransfer, declared: false })).toEqual({
      ok: false,
      reason: 'declaration-missing',
    })
    expect(await shop.pay(id, { ...byTransfer, iban: 'DE88370400440532013000' })).toEqual({
      ok: false,
      reason: 'iban-invalid',
    })
    expect(await shop.pay(id, { ...byTransfer, holder: 'Karl Muster' })).toEqual({
      ok: false,
      reason: 'not-own-account',
    })
    const paid = await shop.pay(id, byTransfer)
    expect(paid).toMatchObject({ ok: true, number: expect.stringMatching(/^AB-\d{4}-\d{5}$/) })
    expect(await shop.pay(id, byTransfer)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await findPurchase(shop.db, id, secret)).toMatchObject({
      seller: { surname: 'Müster-Weiß', iban: 'DE89370400440532013000' },
      content: { totalCents: 73_465, ibanMasked: 'DE•• •••• 3000', identification: { masked: '••••••T22' } },
    })
    const row = await shop.db
      .selectFrom('purchase')
      .selectAll()
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row.content)).not.toMatch(/Müster|0532013000|L01X/)
    await expect(
      sql`update purchase set total_cents = 1 where id = ${row.id}`.execute(shop.db),
    ).rejects.toThrow(/not changed afterwards/)
  })

  // Duty: linked-deals
  test('counts linked deals of one seller in cash together, also at the same moment', async () => {
    const person = { surname: 'Linkert', document: { ...ernaMuster().document, number: 'LINK000111' } }
    const ids = [await shop.agreed(), await shop.agreed(), await shop.agreed()]
    for (const id of ids) await shop.identify(id, person)
    // 734.65 each: the third reaches 2,000 EUR of precious metal.
    const results = await Promise.all(ids.map((id) => shop.pay(id, inCash)))
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
    await shop.identify(open, { surname: 'LINKERT', complete })
    expect(await shop.pay(open, inCash)).toMatchObject({ ok: true, together: { metals: 220_395 } })
  })

  // Duty: cash-limits
  test('in cash is forbidden from the limit on, from the day it holds', async () => {
    const [rule] = shop.settings.buying.cash
    if (!rule) throw new Error('no rule')
    const today = { ...rule, from: '2026-01-01', bannedFromCents: 73_465 }
    const strict = { ...shop.settings, buying: { ...shop.settings.buying, cash: [rule, today] } }
    const id = await shop.agreed()
    await shop.identify(id, { surname: 'Streng', document: { ...ernaMuster().document, number: 'STRENG1' } })
    expect(await shop.pay(id, inCash, strict)).toMatchObject({ ok: false, reason: 'cash-forbidden' })
    expect(await shop.pay(id, { ...byTransfer, holder: 'Erna Streng' }, strict)).toMatchObject({ ok: true })
  })

  // Duty: purchase-receipts
  test('numbers have no gaps, whatever is refused in between', async () => {
    const rows = await query(shop.db, { numbers: integers, ledger: integers })`
      select array(select right(number, 5)::int from purchase_receipt
          union all select right(end_number, 5)::int from purchase_receipt where end_number is not null) as numbers,
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
    const { db } = shop
    const id = await shop.agreed([pieces.chain, pieces.watch, pieces.krugerrand])
    await shop.identify(id)
    await shop.pay(id, byTransfer)
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
    expect(await stockPieces(db, { id }, { by })).toEqual(stocked)

    const melted = { by: 'Berta Einkauf', proceedsCents: 80_000, document: 'SA-1', day: '2026-12-01' }
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
    cancelPurchase(shop.db, { id }, { reason, by, settings: shop.settings })

  test('is taken back by a document of its own, leaves the ledger, and the seller is paid anew', async () => {
    const { db } = shop
    const id = await shop.agreed([pieces.chain])
    await shop.identify(id, {
      surname: 'Ohnegleichen',
      document: { ...ernaMuster().document, number: 'L09X99T99' },
    })
    expect(await cancel(id)).toEqual({ ok: false, reason: 'not-possible' })
    const first = await shop.pay(id, inCash)
    if (!first.ok) throw new Error(first.reason)
    expect(await cancel(id, ' ')).toEqual({ ok: false, reason: 'why-missing' })
    const taken = await cancel(id)
    if (!taken.ok) throw new Error(taken.reason)
    expect(await cancel(id)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await readSellRequest(db, { id })).toMatchObject({ status: 'identified', receipt: null })
    expect(await findPurchase(db, id, secret)).toBeNull()

    const second = await shop.pay(id, { ...inCash, reference: 'Kasse 2' })
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
    const melted = { by: 'Berta Einkauf', proceedsCents: 100, document: 'S-1', day: '2026-11-20' }
    expect(await meltPiece(db, old[0]?.number ?? 0, melted)).toEqual({ ok: false, reason: 'not-possible' })
  })
})
