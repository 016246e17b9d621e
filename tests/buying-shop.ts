import { beforeAll } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { answerOffer, makeOffer } from '#app/shop/buying/offer.ts'
import type { OfferLineInput } from '#app/shop/buying/offer-lines.ts'
import { payPurchase } from '#app/shop/buying/purchase.ts'
import { prepareReceipt, type ReceiptWish } from '#app/shop/buying/purchase-receipt.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import type { SellRequestForm } from '#app/shop/buying/sell-request-form.ts'
import type { RequestKey } from '#app/shop/buying/sell-request-steps.ts'
import { takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { testDatabase } from './database.ts'
import { agreedRequest, ernaMuster, openBuyingShop, pieces, sellForm, sellingSecret } from './selling.ts'

/**
 * A shop that buys, in a database of the test file's own or in the given one, and what its counter does again and
 * again. Call it once at the top level of the file and use what it returns inside tests and hooks.
 */
export function buyingShop(database: { readonly db: Database } = testDatabase()) {
  let settings: Settings | undefined
  beforeAll(async () => {
    await openBuyingShop(database.db, new Date())
    settings = await readSettings(database.db)
  })
  const counter = { by: 'Berta Einkauf', secret: sellingSecret }
  const settled = () => {
    if (!settings) throw new Error('The shop is open only inside tests and hooks')
    return settings
  }

  async function see(which: RequestKey) {
    const view = await readSellRequest(database.db, which)
    if (!view) throw new Error('not found')
    return view
  }

  /** A request that was sent in, from an address of its own unless told otherwise. */
  async function submitted(changes: Partial<SellRequestForm> = {}) {
    const form = sellForm(changes)
    if (!changes.contact) form.contact.email = `${crypto.randomUUID()}@beispiel.example`
    const taking = { client: null, settings: settled(), now: new Date() }
    const sent = await submitSellRequest(database.db, form, taking)
    if (!sent.ok) throw new Error(sent.reason)
    return see(sent)
  }

  /** Makes an estimate or an offer, of the chain unless told otherwise. */
  async function offer(which: RequestKey, kind: 'estimate' | 'final', changes: OfferChanges = {}) {
    const { lines = [pieces.chain], note = '', settings = settled() } = changes
    const current = await currentPrices(database.db, new Date())
    return makeOffer(database.db, which, { kind, lines, note, by: counter.by, settings, current })
  }

  const answer = (which: RequestKey, offer: number, said: 'accepted' | 'declined') =>
    answerOffer(database.db, which, { offer, answer: said, settings: settled() })
  const step = (which: RequestKey, given: Parameters<typeof takeStaffStep>[2]) =>
    takeStaffStep(database.db, which, given, { by: counter.by, settings: settled() })
  const agreed = (lines?: readonly OfferLineInput[]) => agreedRequest(database.db, settled(), lines)
  const identify = (id: number, changes: object = {}) =>
    identifySeller(database.db, { id }, { ...ernaMuster(), ...changes }, counter)
  const receipt = (id: number, wish: ReceiptWish = inCash, settings = settled()) =>
    prepareReceipt(database.db, { id }, wish, { ...counter, settings })
  /** Pays on the open receipt alone. */
  const payReceipt = (id: number, payout: object = {}, settings = settled()) => {
    const said = { reference: 'Kasse 1', declared: true, ...payout }
    return payPurchase(database.db, { id }, said, { ...counter, settings })
  }
  /** Prints the receipt, has it signed and pays. */
  async function pay(id: number, payout: Signed = inCash, settings = settled()) {
    const prepared = await receipt(id, payout, settings)
    return prepared.ok ? payReceipt(id, payout, settings) : prepared
  }

  /** What was agreed to, from an identified seller, paid for in cash. Returns its id. */
  async function bought(lines?: readonly OfferLineInput[]) {
    const id = await agreed(lines)
    await identify(id)
    const paid = await pay(id)
    if (!paid.ok) throw new Error(paid.reason)
    return id
  }

  return {
    get db() {
      return database.db
    },
    get settings() {
      return settled()
    },
    see,
    submitted,
    offer,
    answer,
    step,
    agreed,
    identify,
    receipt,
    payReceipt,
    pay,
    bought,
  }
}

type Signed = ReceiptWish & { reference: string; declared: boolean }
type OfferChanges = { lines?: readonly OfferLineInput[]; note?: string; settings?: Pick<Settings, 'buying'> }

export const inCash = { means: 'cash', reference: 'Kasse 1', declared: true } satisfies Signed
export const byTransfer = {
  means: 'transfer',
  reference: 'K-17',
  iban: 'DE89 3704 0044 0532 0130 00',
  holder: 'Erna Müster-Weiß',
  declared: true,
} satisfies Signed
