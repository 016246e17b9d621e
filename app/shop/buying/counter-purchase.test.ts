import { describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { costsOfPiece } from '#app/shop/ledger/piece-costs.ts'
import { chain, coin, counterPurchases, drawn, purchaseOf, watch } from '#tests/counter-purchases.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { ernaMuster, sellingSecret as secret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import { readCompliance } from './compliance.ts'
import { valueCounterLines } from './counter-purchase.ts'
import { readSellRequest, sellHistory } from './find-sell-request.ts'
import { identifySeller } from './identification.ts'
import { currentPrices } from './metal-price.ts'
import { findPurchase, payPurchase } from './purchase.ts'
import { prepareReceipt } from './purchase-receipt.ts'
import { addSellPhoto, newUploadToken, sellPhotosByThing } from './sell-request-photos.ts'
import { signReceipt } from './sign-receipt.ts'
import { takeStaffStep } from './staff-steps.ts'
import { stockPieces } from './stocking.ts'

const { shop, member, counter, seenBefore, enter, entered, signed } = counterPurchases()
const root = temporaryFolder()

describe('a purchase at the counter', () => {
  test('is valued to the cent, and takes the steps of any request under the name of whoever enters it', async () => {
    const { values, totalCents } = valueCounterLines(
      purchaseOf().lines,
      await currentPrices(shop.db, new Date()),
    )
    // 12.4 g of 585 at 90 % of 3,500 EUR an ounce; 7.322 g of fine gold at 97 %.
    expect(values.map((value) => value.ok && value.cents)).toEqual([73_465, 79_921, 90_000])
    expect(totalCents).toBe(243_386)
    const which = await entered()
    const view = await readSellRequest(shop.db, which)
    expect(view).toMatchObject({
      status: 'agreed',
      here: true,
      enteredBy: member.name,
      contact: { name: 'Erna Müster', email: null },
      offer: { answer: 'accepted', cents: { low: 243_386, high: 243_386 } },
    })
    const steps = await sellHistory(shop.db, view?.id ?? 0)
    expect(steps.map(({ event, by }) => [event, by])).toEqual([
      ['receive', member.name],
      ['inspect', member.name],
      ['offer', member.name],
      ['accept', 'seller'],
    ])
    const mails = await shop.db
      .selectFrom('mail_outbox')
      .select('kind')
      .where('reason', 'like', `sell:${view?.id}:%`)
      .execute()
    expect(mails).toEqual([])
  })

  test('sent twice, also at once, is one', async () => {
    const submission = crypto.randomUUID()
    const both = await Promise.all([enter({ submission }), enter({ submission })])
    expect(new Set(both.map((each) => each.ok && each.number)).size).toBe(1)
    expect(await enter({ submission })).toMatchObject({ ok: true, repeated: true })
  })

  test('is refused, with the line, where something is missing or another price was told', async () => {
    const { testMethod: _, ...untested } = chain
    expect(await enter({ lines: [coin, untested] })).toEqual({ ok: false, reason: 'test-missing', line: 1 })
    expect(await enter({ lines: [{ ...chain, item: 'gold-unknown' }] })).toMatchObject({
      reason: 'not-exact',
    })
    expect(await enter({ lines: [{ ...chain, euros: '700' }] })).toMatchObject({ reason: 'why-missing' })
    expect(await enter({ lines: [chain], agreedCents: 70_000 })).toEqual({
      ok: false,
      reason: 'price-changed',
      totalCents: 73_465,
    })
    expect(await enter({ branchId: 'nirgends' })).toEqual({ ok: false, reason: 'no-such-branch' })
  })

  test('refuses what a register of stolen goods knows, buys the rest once that is decided, and says why to few', async () => {
    const { db, settings } = shop
    const register = { name: 'The Watch Register', result: 'hit', reference: 'TWR-99' }
    const { euros: _, testMethod: _tested, ...unpriced } = watch
    const which = await entered({ lines: [{ ...unpriced, register }, chain, coin] })
    const view = await readSellRequest(db, which)
    expect(view).toMatchObject({ status: 'compliance_hold', here: true, offer: { answer: 'accepted' } })
    expect(view?.offer?.lines.map(({ title }) => title)).toEqual(['Kette 585', 'Sovereign'])
    const id = view?.id ?? 0
    // The thing is kept behind those that are bought, with its number sealed.
    const serials = await db
      .selectFrom('sell_serial')
      .select(['position', 'masked'])
      .where('request_id', '=', id)
      .execute()
    expect(serials).toEqual([{ position: 2, masked: '24••••••' }])
    expect(JSON.stringify(await sellHistory(db, id))).not.toContain('TWR-99')
    const record = await readCompliance(db, id, { who: 'Ina Inhaberin', why: 'Treffer prüfen' })
    if (!record.ok) throw new Error(record.reason)
    expect(record.value.entries).toMatchObject([
      {
        event: 'hold',
        text: 'Nicht angekauft: Omega Constellation; Treffer in The Watch Register, Aktenzeichen TWR-99; Seriennummer versiegelt aufgenommen',
        by: member.name,
      },
    ])
    expect(record.value.dates.suspectedOn).toMatch(/^\d{4}-/)
    const seller = {
      ...ernaMuster(),
      surname: 'Treffer',
      document: { ...ernaMuster().document, number: 'L99T' },
    }
    expect(await identifySeller(db, which, seller, seenBefore)).toEqual({ ok: false, reason: 'not-possible' })
    const resume = { event: 'resume', reason: 'Gemeldet, Übriges unverdächtig' } as const
    await takeStaffStep(db, which, resume, { by: 'Ina Inhaberin', settings })
    const receipt = await signed(which, seller)
    const paid = await payPurchase(
      db,
      which,
      { reference: 'Kasse 12', declared: true, receipt },
      { ...counter, settings },
    )
    expect(paid).toMatchObject({ ok: true })
    const stocked = await stockPieces(db, which, { by: counter.by })
    expect(stocked.ok && stocked.pieces.map(({ title }) => title)).toEqual(['Kette 585', 'Sovereign'])
  })

  test('records what a register knows also where nothing else is there to be bought', async () => {
    const hit = { ...watch, register: { ...watch.register, result: 'hit' } }
    const which = await entered({ lines: [hit] })
    expect(await readSellRequest(shop.db, which)).toMatchObject({ status: 'compliance_hold', offer: null })
    const { settings } = shop
    const surrender = { event: 'surrender', reason: 'Der Polizei übergeben' } as const
    expect(await takeStaffStep(shop.db, which, surrender, { by: 'Ina Inhaberin', settings })).toMatchObject({
      ok: true,
      status: 'cancelled',
    })
    expect(await enter({ lines: [hit], agreedCents: 100 })).toMatchObject({ reason: 'price-changed' })
  })

  test('keeps why another price was paid, for staff alone', async () => {
    const which = await entered({ lines: [{ ...chain, euros: '700', why: 'Schließe fehlt' }] })
    const view = await readSellRequest(shop.db, which)
    expect(view?.offer?.cents.low).toBe(70_000)
    expect(JSON.stringify(view)).not.toContain('Schließe fehlt')
    const { inspection } = await shop.db
      .selectFrom('sell_request')
      .select('inspection')
      .where('number', '=', which.number)
      .executeTakeFirstOrThrow()
    expect(inspection).toMatchObject({
      lines: [{ priced: { calculatedCents: 73_465, why: 'Schließe fehlt' } }],
    })
  })

  test('is signed, paid once however often the answer is lost, and stocked', async () => {
    const which = await entered({ lines: [chain, watch] })
    const unsigned = { reference: 'Kasse 1', declared: true, receipt: 'AB-2026-99999' }
    const pay = (payout: object) =>
      payPurchase(shop.db, which, { ...unsigned, ...payout }, { ...counter, settings: shop.settings })
    await identifySeller(shop.db, which, ernaMuster(), seenBefore)
    const prepared = await prepareReceipt(
      shop.db,
      which,
      { means: 'cash' },
      { ...counter, settings: shop.settings },
    )
    if (!prepared.ok) throw new Error(prepared.reason)
    const { number: receipt } = prepared
    expect(await pay({})).toEqual({ ok: false, reason: 'receipt-changed' })
    expect(await pay({ receipt })).toEqual({ ok: false, reason: 'declaration-missing' })
    const touch = { ...drawn, strokes: [[1, 1, 2, 2]] }
    expect(
      await signReceipt(shop.db, which, { receipt, how: 'tablet', signature: touch, ...counter }),
    ).toEqual({
      ok: false,
      reason: 'too-short',
    })
    const sign = () => signReceipt(shop.db, which, { receipt, how: 'tablet', signature: drawn, ...counter })
    expect(await sign()).toEqual({ ok: true, again: false })
    expect(await sign()).toEqual({ ok: true, again: true })
    const answers = await Promise.all([pay({ receipt }), pay({ receipt }), pay({ receipt })])
    expect(answers.map((each) => each.ok && each.number)).toEqual([receipt, receipt, receipt])
    expect(answers.filter((each) => each.ok && each.again)).toHaveLength(2)
    const view = await readSellRequest(shop.db, which)
    const id = view?.id ?? 0
    expect(
      await shop.db.selectFrom('purchase').selectAll().where('request_id', '=', id).execute(),
    ).toHaveLength(1)
    expect(await findPurchase(shop.db, id, secret)).toMatchObject({
      content: { signed: { how: 'tablet', before: member.name } },
      seller: { signature: drawn },
    })
    const stocked = await stockPieces(shop.db, which, { by: counter.by })
    expect(await stockPieces(shop.db, which, { by: counter.by })).toEqual(stocked)
    if (!stocked.ok) throw new Error(stocked.reason)
    expect(stocked.pieces.map(({ product }) => product === null)).toEqual([true, false])
    const piece = stocked.pieces[1]?.product ?? ''
    expect(
      await shop.db
        .selectFrom('product')
        .select(['status', 'scope', 'serial_masked'])
        .where('id', '=', piece)
        .executeTakeFirst(),
    ).toEqual({ status: 'draft', scope: 'papers', serial_masked: '24••••••' })
  })

  test('brings photos and further costs of each thing to its draft, once', async () => {
    const { db } = shop
    const upload = newUploadToken()
    const files = openLocalFiles(root)
    const add = async (thing: number | null, seed: number) => {
      const stream = new Blob([(await honestJpeg({ seed })) as Uint8Array<ArrayBuffer>]).stream()
      const added = await addSellPhoto(db, files, { upload, thing }, { stream, client: null })
      if (!added.ok) throw new Error(added.reason)
      return added.photo.id
    }
    const [front, together, back, coinPhoto] = [
      await add(4, 1),
      await add(null, 2),
      await add(4, 3),
      await add(2, 4),
    ]
    // Of a thing that was taken off the counter again.
    await add(3, 5)
    expect(await sellPhotosByThing(db, { upload })).toHaveLength(5)
    const which = await entered({
      upload,
      lines: [
        { ...chain, key: 1 },
        { ...coin, key: 2 },
        { ...watch, key: 4 },
      ],
    })
    const view = await readSellRequest(db, which)
    expect(await sellPhotosByThing(db, { request: view?.token ?? '' })).toEqual([
      { id: together, thing: null },
      { id: coinPhoto, thing: 1 },
      { id: front, thing: 2 },
      { id: back, thing: 2 },
    ])
    const somebodyElse = {
      ...ernaMuster(),
      ...{ surname: 'Fotoreich', birthDate: '1971-01-02' },
      address: { ...ernaMuster().address, street: 'Am Hof 3' },
      document: { ...ernaMuster().document, number: 'L77777F01' },
    }
    const receipt = await signed(which, somebodyElse)
    const payout = { reference: 'Kasse 9', declared: true, receipt }
    await payPurchase(db, which, payout, { ...counter, settings: shop.settings })
    const costs = [
      { position: 2, kind: 'workshop', netCents: 8_000, vatCents: 1_520, note: 'Werk reinigen' },
    ] as const
    const stock = () => stockPieces(db, which, { costs, files, by: counter.by })
    expect(await stockPieces(db, which, { costs: [{ ...costs[0], position: 3 }], by: counter.by })).toEqual({
      ok: false,
      reason: 'no-such-line',
    })
    const stocked = await stock()
    expect(await stock()).toEqual(stocked)
    if (!stocked.ok) throw new Error(stocked.reason)
    const [, coinPiece, watchPiece] = stocked.pieces.map(({ product }) => product)
    const photosOf = (piece: string | null | undefined) =>
      db
        .selectFrom('photo')
        .select(['id', 'original', 'position', 'described'])
        .where('product_id', '=', piece ?? '')
        .orderBy('position')
        .execute()
    expect(await photosOf(watchPiece)).toEqual([
      { id: front, original: front, position: 0, described: false },
      { id: back, original: back, position: 1, described: false },
    ])
    expect((await photosOf(coinPiece)).map(({ id }) => id)).toEqual([coinPhoto])
    // The copies are the catalogue's own: they stay when the seller is forgotten.
    expect((await photoVariant(files, front, 160, 'jpg'))?.size).toBeGreaterThan(100)
    expect(await photoVariant(files, together, 160, 'jpg')).toBe(null)
    expect(await costsOfPiece(db, watchPiece ?? '')).toMatchObject([
      { netCents: 8_000, vatCents: 1_520, kind: 'workshop', by: counter.by },
    ])
    expect(await costsOfPiece(db, coinPiece ?? '')).toEqual([])
  })

  test('what another has done meanwhile is not written over', async () => {
    const which = await entered({ lines: [chain] })
    const receipt = await signed(which)
    const other = { ...ernaMuster(), givenNames: 'Emma' }
    expect(await identifySeller(shop.db, which, other, { ...seenBefore, seen: 0 })).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    // The same once more, after an answer was lost.
    expect(await identifySeller(shop.db, which, ernaMuster(), { ...seenBefore, seen: 0 })).toMatchObject({
      ok: true,
    })
    const transfer = {
      means: 'transfer',
      iban: 'DE89370400440532013000',
      holder: 'Erna Müster-Weiß',
    } as const
    const settings = shop.settings
    expect(await prepareReceipt(shop.db, which, transfer, { ...counter, settings, seen: null })).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    const reason = 'Falscher Betrag'
    expect(
      await cancelPurchase(shop.db, which, { reason, by: counter.by, settings, seen: 'AB-2026-99999' }),
    ).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    expect(
      await cancelPurchase(shop.db, which, { reason, by: counter.by, settings, seen: receipt }),
    ).toMatchObject({
      ok: true,
    })
  })
})
