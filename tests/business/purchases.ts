import { sql } from 'kysely'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { meltPiece } from '#app/shop/buying/ledger.ts'
import type { OfferLineInput } from '#app/shop/buying/offer-lines.ts'
import { payPurchase } from '#app/shop/buying/purchase.ts'
import { prepareReceipt } from '#app/shop/buying/purchase-receipt.ts'
import type { RequestKey } from '#app/shop/buying/sell-request-steps.ts'
import { stockPieces } from '#app/shop/buying/stocking.ts'
import { relistPiece } from '#app/shop/catalogue/relist-piece.ts'
import { agreedRequest, ernaMuster, pieces, sellingSecret } from '../selling.ts'
import { type BookPiece, type BookPurchase, type Bought, sum } from './books.ts'
import { type Business, disagree } from './shop.ts'

const counter = { by: 'Berta Einkauf', secret: sellingSecret }

/** Offers: a chain by its weight, a watch, a ring, a coin. */
function lines({ below, oneOf, random }: Business): OfferLineInput[] {
  const ring = {
    title: 'Ring mit Saphir',
    kind: 'jewellery',
    metal: 'gold',
    fineness: 750,
    testMethod: 'xrf',
  } as const
  return Array.from({ length: 1 + below(3) }, (): OfferLineInput => {
    const cents = 8_000 + below(180_000)
    const asked = { low: cents, high: cents }
    return oneOf([
      pieces.chain,
      pieces.krugerrand,
      { ...pieces.watch, cents: asked },
      { ...ring, weightGrams: '5.10', cents: asked },
    ]) as OfferLineInput
  }).filter((_, at) => at === 0 || random() < 0.7)
}

/** A seller is paid for what they brought; sometimes it was a mistake, and the purchase is taken back. */
export async function buy(business: Business): Promise<string | null> {
  const { db, books, settings, random, below } = business
  const offered = lines(business)
  const cents = sum(offered.map((line) => line.cents.low))
  const id = await agreedRequest(db, settings, offered)
  const erna = ernaMuster()
  // Somebody else each time: what one seller brings counts together.
  const nth = books.purchases.length
  const number = `L01X${String(10_000 + nth)}`
  const person = {
    ...erna,
    givenNames: `Erna ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[nth % 26]}`,
    birthDate: `19${String(50 + (nth % 40))}-0${1 + (nth % 9)}-04`,
    document: { ...erna.document, number },
  }
  const identified = await identifySeller(db, { id }, person, counter)
  if (!identified.ok) disagree(`a seller cannot be identified: ${identified.reason}`)
  const unprinted = await payPurchase(
    db,
    { id },
    { reference: 'Kasse', declared: true },
    { ...counter, settings },
  )
  if (unprinted.ok || unprinted.reason !== 'receipt-missing')
    disagree('money was handed over before the receipt')
  const account = {
    means: 'transfer',
    iban: 'DE89 3704 0044 0532 0130 00',
    holder: 'Erna Müster-Weiß',
  } as const
  const wish = random() < 0.5 ? ({ means: 'cash' } as const) : account
  let prepared = await prepareReceipt(db, { id }, wish, { ...counter, settings })
  const isMuchCash = wish.means === 'cash' && !prepared.ok && prepared.reason === 'identification-incomplete'
  if (isMuchCash) prepared = await prepareReceipt(db, { id }, account, { ...counter, settings })
  if (!prepared.ok) disagree(`a receipt cannot be printed: ${prepared.reason}`)
  const paid = await payPurchase(
    db,
    { id },
    { reference: `E-${below(9_999)}`, declared: true },
    { ...counter, settings },
  )
  if (!paid.ok) disagree(`a seller cannot be paid: ${paid.reason}`)
  const means = isMuchCash ? 'transfer' : wish.means
  const purchase: BookPurchase = {
    number: paid.number,
    means,
    cents,
    paidOn: books.day,
    cancelled: false,
    request: String(id),
  }
  books.purchases.push(purchase)
  if (random() < 0.15) {
    const taken = await cancelPurchase(db, { id }, { reason: 'Falscher Betrag', by: counter.by, settings })
    if (!taken.ok) disagree(`a purchase cannot be taken back: ${taken.reason}`)
    purchase.cancelled = true
    purchase.cancelledOn = books.day
    return `${paid.number}: ${cents} paid and taken back`
  }
  await stock(
    business,
    { id },
    offered.map((line) => ({ kind: line.kind, cents: line.cents.low, hundredths: 1_240 })),
  )
  return `${paid.number}: ${cents} paid by ${means}`
}

/** What was bought is taken into stock: scrap is melted, the rest described and put on sale. */
export async function stock(
  { db, books, calendarDay: day, below, random }: Business,
  which: RequestKey,
  bought: readonly Bought[],
): Promise<void> {
  const stocked = await stockPieces(db, which, { by: counter.by })
  if (!stocked.ok) disagree(`bought pieces cannot be taken into stock: ${stocked.reason}`)
  for (const [at, { ledger, product }] of stocked.pieces.entries()) {
    const line = bought[at] as Bought
    if (product === null) {
      const waiting = { ledger, hundredths: line.hundredths ?? 0, lot: null, meltedCents: null }
      if (random() < 0.7) {
        books.scrap.push(waiting)
        continue
      }
      const proceedsCents = Math.floor(line.cents * 1.1)
      const melted = await meltPiece(db, ledger, {
        proceedsCents,
        document: `S-${ledger}`,
        day,
        by: counter.by,
      })
      if (!melted.ok) disagree(`row ${ledger} cannot be melted: ${melted.reason}`)
      books.scrap.push({ ...waiting, meltedCents: proceedsCents })
      continue
    }
    const listedCents = Math.floor(line.cents * (1 + below(80) / 100)) + below(100)
    const piece: BookPiece = {
      id: product,
      listedCents,
      taxMode: line.kind === 'bullion' ? 'investment_gold_25c' : 'margin_25a',
      costCents: line.cents,
      status: 'listed',
      keptAway: false,
      isBought: true,
    }
    const early = await relistPiece(db, product, { priceCents: listedCents, by: counter.by })
    if (early.ok || early.reason !== 'incomplete')
      disagree(`${product} is put on sale without photo and description`)
    await completeDraft(db, product)
    const listed = await relistPiece(db, product, { priceCents: listedCents, by: counter.by })
    if (!listed.ok) disagree(`${product} cannot be put on sale: ${JSON.stringify(listed)}`)
    books.pieces.set(product, piece)
  }
}

/** What staff add to a draft before it is sold. */
async function completeDraft(db: Business['db'], id: string): Promise<void> {
  await sql`
    update product set description = '{"de": "Geprüft.", "en": "Examined."}', condition = 'very-good',
      movement = case kind when 'watch' then 'automatic' end, case_material = case kind when 'watch' then 'steel' end,
      jewellery_type = case kind when 'jewellery' then 'rings' end,
      metal = case kind when 'jewellery' then 'yellow-gold' else metal end
    where id = ${id}`.execute(db)
  await db
    .insertInto('photo')
    .values({
      product_id: id,
      id: id.padStart(32, '0'),
      position: 0,
      alt: '{"de": "Stück", "en": "Piece"}',
      width: 800,
      height: 1000,
      placeholder: 'data:,',
      bytes: 1,
    })
    .execute()
}
