import { beforeAll, describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { costsOfPiece } from '#app/shop/ledger/piece-costs.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { ernaMuster, sellingSecret as secret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import { noteCompliance, readCompliance } from './compliance.ts'
import { counterPurchaseSchema, enterCounterPurchase, valueCounterLines } from './counter-purchase.ts'
import { readSellRequest, sellHistory } from './find-sell-request.ts'
import { identifySeller } from './identification.ts'
import { currentPrices, enterPayoutRate } from './metal-price.ts'
import { findKnownSellers, needsOf, paymentDue } from './payment-due.ts'
import { findPurchase, payPurchase } from './purchase.ts'
import { prepareReceipt } from './purchase-receipt.ts'
import { revealNewestIdentity } from './reveal-sealed.ts'
import { addSellPhoto, newUploadToken, sellPhotosByThing } from './sell-request-photos.ts'
import { signReceipt } from './sign-receipt.ts'
import { takeStaffStep } from './staff-steps.ts'
import { stockPieces } from './stocking.ts'

const shop = buyingShop()
const root = temporaryFolder()
let member = { id: 0, name: 'Berta Einkauf' }
const counter = { by: 'Berta Einkauf', secret }

beforeAll(async () => {
  const { db } = shop
  await enterPayoutRate(db, {
    name: 'gold-bullion',
    perMille: 970,
    validFrom: new Date(),
    enteredBy: member.name,
  })
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: member.name, email: 'berta@staff.example', role: 'buyer' })
    .returning('id')
    .executeTakeFirstOrThrow()
  member = { ...member, id }
})

const chain = {
  title: 'Kette 585',
  kind: 'scrap',
  item: 'gold-585',
  amount: '12,4',
  testMethod: 'xrf',
} as const
const coin = {
  title: 'Sovereign',
  kind: 'bullion',
  item: 'coin-sovereign',
  amount: '1',
  testMethod: 'density',
} as const
const watch = {
  ...{ title: 'Omega Constellation', kind: 'watch', item: null, brand: 'Omega', model: 'Constellation' },
  ...{ euros: '900', testMethod: 'movement', serial: '24911234', scope: 'papers' },
  register: { name: 'The Watch Register', result: 'clear' },
} as const

function purchaseOf(changes: object = {}) {
  return counterPurchaseSchema.parse({
    submission: crypto.randomUUID(),
    locale: 'de',
    branchId: 'koeln',
    upload: null,
    seller: {
      ...{ givenNames: 'Erna', surname: 'Müster', street: 'Domstraße 1', postalCode: '50668', city: 'Köln' },
      ...{ country: 'DE', phone: '', email: '' },
    },
    lines: [chain, coin, watch],
    agreedCents: 1,
    ...changes,
  })
}

async function enter(changes: object = {}) {
  const current = await currentPrices(shop.db, new Date())
  const purchase = purchaseOf(changes)
  const agreedCents =
    'agreedCents' in changes ? purchase.agreedCents : valueCounterLines(purchase.lines, current).totalCents
  return enterCounterPurchase(
    shop.db,
    { ...purchase, agreedCents },
    { member, secret, settings: shop.settings, current },
  )
}

async function entered(changes: object = {}) {
  const result = await enter(changes)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return { number: result.number }
}

const seenBefore = { by: counter.by, secret }
const drawn = { width: 1000, height: 400, strokes: [[10, 10, 300, 200, 500, 20]] }

/** From agreed to a receipt that is signed on the tablet. */
async function signed(which: { number: string }, who = ernaMuster()) {
  await identifySeller(shop.db, which, who, { ...seenBefore, seen: 0 })
  const receipt = await prepareReceipt(
    shop.db,
    which,
    { means: 'cash' },
    { ...counter, settings: shop.settings, seen: null },
  )
  if (!receipt.ok) throw new Error(receipt.reason)
  await signReceipt(shop.db, which, { receipt: receipt.number, how: 'tablet', signature: drawn, ...counter })
  return receipt.number
}

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

test('what is due is said before anything is paid, with the deals that count together', async () => {
  const settings = shop.settings
  const person = {
    ...ernaMuster(),
    surname: 'Zuviel',
    document: { ...ernaMuster().document, number: 'DUE000001' },
  }
  const first = await entered({ lines: [{ ...chain, amount: '30' }] })
  await identifySeller(shop.db, first, person, seenBefore)
  expect(await paymentDue(shop.db, first, { secret, settings })).toMatchObject({ cash: null, linked: [] })
  const made = await prepareReceipt(shop.db, first, { means: 'cash' }, { ...counter, settings })
  if (!made.ok) throw new Error(made.reason)
  await payPurchase(shop.db, first, { reference: '1', declared: true }, { ...counter, settings })
  const second = await entered({ lines: [chain] })
  await identifySeller(shop.db, second, person, seenBefore)
  expect(await paymentDue(shop.db, second, { secret, settings })).toMatchObject({
    cash: 'identification-incomplete',
    together: { total: 251_202, metals: 251_202 },
    linked: [{ direction: 'purchase', request: first.number, number: made.number, totalCents: 177_737 }],
  })
  const [rule] = settings.buying.cash
  if (!rule) throw new Error('no rule')
  expect(needsOf({ total: 100_000, metals: 100_000 }, rule)).toEqual({ cash: true, needs: 'basic' })
  expect(needsOf({ total: 200_000, metals: 200_000 }, rule)).toEqual({ cash: true, needs: 'complete' })
})

test('an earlier seller is found by parts of the name, with what is known of them', async () => {
  const seller = {
    ...purchaseOf().seller,
    givenNames: 'Kunigunde',
    surname: 'Wiederkehr',
    email: null,
    phone: null,
  }
  await entered({ lines: [chain], seller: { ...seller, email: '', phone: '0221 1' } })
  const last = await entered({ lines: [chain], seller: { ...seller, email: '', phone: '0221 2' } })
  const found = await findKnownSellers(shop.db, 'wieder kuni')
  expect(found).toMatchObject([
    { number: last.number, name: 'Kunigunde Wiederkehr', phone: '0221 2', city: 'Köln' },
  ])
  expect(await findKnownSellers(shop.db, 'w')).toEqual([])
  expect(await findKnownSellers(shop.db, '%_')).toEqual([])
})

describe('a deal that is held', () => {
  const dates = {
    suspectedOn: '2026-11-20',
    reportedOn: null,
    reportReference: null,
    heldUntil: '2026-12-01',
  }

  test('says why in the restricted record alone, where every look is written down', async () => {
    const which = await entered({ lines: [chain] })
    const { id = 0 } = (await readSellRequest(shop.db, which)) ?? {}
    const settings = shop.settings
    const step = { event: 'hold', reason: 'Herkunft unglaubwürdig', dates } as const
    expect(await takeStaffStep(shop.db, which, step, { by: counter.by, settings })).toMatchObject({
      ok: true,
    })
    expect(JSON.stringify(await sellHistory(shop.db, id))).not.toContain('unglaubwürdig')
    expect(JSON.stringify(await readSellRequest(shop.db, which))).not.toContain('unglaubwürdig')
    const first = await readCompliance(shop.db, id, { who: 'Ina Inhaberin', why: 'Meldung prüfen' })
    expect(first).toMatchObject({
      ok: true,
      value: {
        entries: [{ event: 'hold', text: 'Herkunft unglaubwürdig', by: counter.by }],
        dates,
        looks: [],
      },
    })
    const seen = first.ok ? (first.value.entries.at(-1)?.id ?? 0) : 0
    const reported = { ...dates, reportedOn: '2026-11-21', reportReference: 'GA-4711' }
    const note = { text: 'Gemeldet.', dates: reported, seen, by: 'Ina Inhaberin' }
    expect(await noteCompliance(shop.db, which, note)).toEqual({ ok: true })
    expect(await noteCompliance(shop.db, which, note)).toEqual({ ok: true })
    expect(await noteCompliance(shop.db, which, { ...note, text: 'Anders.' })).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    await takeStaffStep(
      shop.db,
      which,
      { event: 'resume', reason: 'Beleg gesehen' },
      { by: 'Ina Inhaberin', settings },
    )
    expect(await readCompliance(shop.db, id, { who: 'Ina Inhaberin', why: 'Abschluss' })).toMatchObject({
      ok: true,
      value: {
        entries: [{ event: 'hold' }, { event: 'note' }, { event: 'resume', text: 'Beleg gesehen' }],
        dates: reported,
        looks: [{ who: 'Ina Inhaberin', why: 'Meldung prüfen' }],
      },
    })
    expect(await readCompliance(shop.db, id, { who: 'Ina Inhaberin', why: ' ' })).toMatchObject({ ok: false })
  })

  test('of which nothing is recorded has no record to be read, and none to be added to', async () => {
    const which = await entered({ lines: [chain] })
    const { id = 0 } = (await readSellRequest(shop.db, which)) ?? {}
    expect(await readCompliance(shop.db, id, { who: 'Ina', why: 'sehen' })).toMatchObject({
      reason: 'not-found',
    })
    const note = { text: 'Nichts', dates, seen: 0, by: 'Ina' }
    expect(await noteCompliance(shop.db, which, note)).toMatchObject({ reason: 'not-possible' })
    expect(await revealNewestIdentity(shop.db, id, { who: 'Ina', why: 'sehen', secret })).toMatchObject({
      reason: 'not-found',
    })
  })
})
