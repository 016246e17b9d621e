import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { counterPurchaseSchema, enterCounterPurchase } from '#app/shop/buying/counter-purchase.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { payPurchase } from '#app/shop/buying/purchase.ts'
import { prepareReceipt } from '#app/shop/buying/purchase-receipt.ts'
import { signReceipt } from '#app/shop/buying/sign-receipt.ts'
import { takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { sellingSecret as secret } from '../selling.ts'
import { type BookCash, type BookDeal, type Bought, sum } from './books.ts'
import { cashLaw, identityOf, type Regular, regulars } from './people.ts'
import { stock } from './purchases.ts'
import { type Business, disagree } from './shop.ts'

/** A thing on the counter: what staff type, and what it comes to by hand. */
type Thing = { typed: object; bought: Bought }

/** Gold of 585 at 90 % of 3,500 EUR an ounce, a watch and a ring at what both agree on. */
function things({ below, oneOf, random }: Business): Thing[] {
  const watch = {
    ...{ title: 'Omega Seamaster', kind: 'watch', item: null, brand: 'Omega', model: 'Seamaster' },
    ...{ testMethod: 'movement', serial: '24911234', scope: 'papers' },
    register: { name: 'The Watch Register', result: 'clear' },
  }
  const ring = { title: 'Ring mit Rubin', kind: 'jewellery', item: null, testMethod: 'xrf' }
  const count = 1 + below(3)
  return Array.from({ length: count }, (): Thing => {
    const lot = random()
    if (lot < 0.4) {
      const hundredths = 300 + below(4_000)
      const cents = Math.round(((hundredths / 100) * 0.585 * 350_000 * 0.9) / 31.1034768)
      const amount = `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`
      const chain = { title: 'Kette 585', kind: 'scrap', item: 'gold-585', amount, testMethod: 'xrf' }
      return { typed: chain, bought: { kind: 'scrap', cents, hundredths } }
    }
    const cents = 9_000 + below(250_000)
    const euros = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
    const [kind, typed] =
      oneOf([['watch', watch] as const, ['jewellery', ring] as const]) ?? disagree('no lot')
    return { typed: { ...typed, euros }, bought: { kind, cents } }
  })
}

const drawn = { width: 1000, height: 400, strokes: [[10, 10, 300, 200, 500, 20]] }

/** Somebody sells at the counter: valued, entered, and held where something is strange; else paid. */
export async function buyOver(business: Business): Promise<string | null> {
  const { db, books, settings, member, oneOf, random } = business
  const brought = things(business)
  const cents = sum(brought.map(({ bought }) => bought.cents))
  const person = oneOf(regulars) as Regular
  const { givenNames, surname, street } = person
  const current = await currentPrices(db, new Date())
  const form = {
    submission: crypto.randomUUID(),
    ...{ locale: 'de', branchId: 'koeln', upload: null, agreedCents: cents },
    seller: {
      ...{ givenNames, surname, street, postalCode: '50667', city: 'Köln', country: 'DE' },
      ...{ phone: '', email: '' },
    },
    lines: brought.map(({ typed }) => typed),
  }
  const enter = (agreedCents: number) =>
    enterCounterPurchase(db, counterPurchaseSchema.parse({ ...form, agreedCents }), {
      ...{ member, secret, settings, current },
    })
  const refused = await enter(cents + 1)
  if (refused.ok || refused.reason !== 'price-changed' || refused.totalCents !== cents)
    disagree(`${cents} at the counter is ${JSON.stringify(refused)}`)
  const entered = await enter(cents)
  if (!entered.ok) disagree(`a purchase at the counter was refused: ${entered.reason}`)
  const again = await enter(cents)
  if (!again.ok || again.number !== entered.number) disagree('one purchase at the counter became two')
  const deal = { request: entered.number, person, bought: brought.map(({ bought }) => bought) }
  if (random() < (books.acts.has(endHold.name) ? 0.2 : 0.6)) {
    const dates = { suspectedOn: null, reportedOn: null, reportReference: null, heldUntil: null }
    const held = await takeStaffStep(
      db,
      { number: deal.request },
      { event: 'hold', reason: 'Herkunft unklar', dates },
      { by: member.name, settings },
    )
    if (!held.ok) disagree(`a purchase cannot be held: ${held.reason}`)
    books.held.push(deal)
    return `${deal.request}: ${cents} agreed on and held`
  }
  return payOver(business, deal)
}

/** A hold ends: the deal goes on, its goods go back, or to the authorities. */
export async function endHold(business: Business): Promise<string | null> {
  const { db, books, settings, member, oneOf } = business
  const deal = oneOf(books.held)
  if (!deal) return null
  const which = { number: deal.request }
  const early = await payPurchase(
    db,
    which,
    { reference: 'Kasse', declared: true },
    { by: member.name, secret, settings },
  )
  if (early.ok || early.reason !== 'not-possible') disagree(`${deal.request} was paid while it was held`)
  const event = oneOf(['resume', 'resume', 'turn-down', 'surrender'] as const) ?? 'resume'
  const ended = await takeStaffStep(db, which, { event, reason: 'Geprüft' }, { by: member.name, settings })
  if (!ended.ok) disagree(`a hold cannot end by ${event}: ${ended.reason}`)
  books.held.splice(books.held.indexOf(deal), 1)
  return event === 'resume' ? payOver(business, deal) : `${deal.request}: ${event}`
}

/** Identified, signed for and paid: in cash as far as the law lets it. */
async function payOver(business: Business, deal: BookDeal): Promise<string> {
  const { db, books, settings, member, random, below } = business
  const { person } = deal
  const which = { number: deal.request }
  const counter = { by: member.name, secret }
  const cents = sum(deal.bought.map((each) => each.cents))
  const metalCents = sum(deal.bought.filter(({ kind }) => kind === 'scrap').map((each) => each.cents))
  const identify = async (isComplete: boolean) => {
    const identified = await identifySeller(db, which, identityOf(person, { isComplete }), counter)
    if (!identified.ok) disagree(`a seller cannot be identified: ${identified.reason}`)
  }
  await identify(false)
  const law = cashLaw(books, person, { cents, metalCents })
  const isCash = random() < 0.7 && !law.isDoubtful
  const account = {
    means: 'transfer',
    iban: 'DE89 3704 0044 0532 0130 00',
    holder: `${person.givenNames} ${person.surname}`,
  } as const
  const prepare = (means: 'cash' | 'transfer') =>
    prepareReceipt(db, which, means === 'cash' ? { means } : account, { ...counter, settings })
  const refuse = async (reason: string) => {
    const refused = await prepare('cash')
    if (refused.ok || refused.reason !== reason)
      disagree(`${cents} in cash: ${refused.ok ? 'ok' : refused.reason}, not ${reason}`)
  }
  let means: 'cash' | 'transfer' = isCash ? 'cash' : 'transfer'
  if (isCash && law.isForbidden) {
    await refuse('cash-forbidden')
    means = 'transfer'
  } else if (isCash && law.isIdentified) {
    await refuse('identification-incomplete')
    await identify(true)
  }
  const prepared = await prepare(means)
  if (!prepared.ok) disagree(`a receipt of ${cents} cannot be printed: ${prepared.reason}`)
  const receipt = prepared.number
  const pay = () =>
    payPurchase(
      db,
      which,
      { reference: `K-${below(99_999)}`, declared: true, receipt },
      { ...counter, settings },
    )
  const unsigned = await pay()
  if (unsigned.ok || unsigned.reason !== 'declaration-missing') disagree('paid before it was signed')
  const how = random() < 0.5 ? ({ how: 'paper' } as const) : ({ how: 'tablet', signature: drawn } as const)
  const signed = await signReceipt(db, which, { ...counter, receipt, ...how })
  if (!signed.ok) disagree(`a receipt cannot be signed: ${signed.reason}`)
  const paid = await pay()
  if (!paid.ok) disagree(`a seller cannot be paid: ${paid.reason}`)
  const twice = await pay()
  if (!twice.ok || !twice.again) disagree('a seller was paid twice')
  const cash: BookCash | null =
    means === 'cash' ? { person, cents, metalCents, day: books.day, isUndone: false } : null
  if (cash) books.cash.push(cash)
  const purchase = {
    number: paid.number,
    request: deal.request,
    means,
    cents,
    paidOn: books.day,
    cancelled: false,
  }
  books.purchases.push(purchase)
  books.unstocked.push({ ...deal, purchase, cash })
  return `${paid.number}: ${cents} paid at the counter, ${means}`
}

/** What was bought at the counter is taken into stock, at once or days later. */
export async function stockLater(business: Business): Promise<string | null> {
  const { books, oneOf } = business
  const deal = oneOf(books.unstocked)
  if (!deal) return null
  books.unstocked.splice(books.unstocked.indexOf(deal), 1)
  await stock(business, { number: deal.request }, deal.bought)
  return `${deal.purchase.number}: stocked`
}

/** A purchase turns out to have been recorded by mistake, before its pieces are in stock. */
export async function cancelBought({ db, books, settings, member, oneOf }: Business): Promise<string | null> {
  const deal = oneOf(books.unstocked)
  if (!deal) return null
  const taken = await cancelPurchase(
    db,
    { number: deal.request },
    { reason: 'Falscher Betrag', by: member.name, settings, seen: deal.purchase.number },
  )
  if (!taken.ok) disagree(`a purchase cannot be taken back: ${taken.reason}`)
  books.unstocked.splice(books.unstocked.indexOf(deal), 1)
  deal.purchase.cancelled = true
  deal.purchase.cancelledOn = books.day
  if (deal.cash) deal.cash.isUndone = true
  return `${deal.purchase.number}: taken back`
}
