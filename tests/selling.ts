import type { Database } from '#app/platform/database/database.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { currentPrices, enterMetalPrice, enterPayoutRate } from '#app/shop/buying/metal-price.ts'
import { answerOffer, makeOffer } from '#app/shop/buying/offer.ts'
import type { OfferLineInput } from '#app/shop/buying/offer-lines.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import type { SellDetails, SellRequestForm } from '#app/shop/buying/sell-request-form.ts'
import { inspectGoods, takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { type Settings, saveBranch } from '#app/shop/settings/settings.ts'

/** A gold price of 3,500 EUR an ounce at 90 %, as in the shop's worked example, and a branch open every day. */
export async function openBuyingShop(db: Database, now: Date) {
  const enteredBy = 'Berta Einkauf'
  await enterMetalPrice(db, { metal: 'gold', centsPerOunce: 350_000, at: now, source: 'Test', enteredBy })
  await enterPayoutRate(db, { name: 'gold-scrap', perMille: 900, validFrom: now, enteredBy })
  await saveBranch(db, 0, {
    id: 'koeln',
    name: 'Rheingold Köln',
    street: 'Goldschmiedgasse 7',
    postalCode: '50667',
    city: 'Köln',
    phone: '0221 555 01 10',
    email: 'koeln@rheingold.example',
    hours: [{ days: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], opens: '10:00', closes: '18:00' }],
  })
}

export const goldChain: SellDetails = {
  kind: 'gold',
  lines: [{ item: 'gold-585', amount: '12,4' }],
  description: 'Eine Kette meiner Großmutter',
}

/** What Erna Muster sends in: a gold chain, to be brought to a branch unless told otherwise. */
export function sellForm(changes: Partial<SellRequestForm> = {}): SellRequestForm {
  return {
    submission: crypto.randomUUID(),
    locale: 'de',
    details: goldChain,
    way: 'branch',
    branchId: 'koeln',
    contact: { name: 'Erna Muster', email: 'erna@beispiel.example', phone: null, address: null },
    upload: null,
    ...changes,
  }
}

export const sellingSecret = 'a secret of at least thirty-two characters'

const scrap = {
  kind: 'scrap',
  metal: 'gold',
  fineness: 585,
  weightGrams: '12.40',
  testMethod: 'xrf',
  basis: { centsPerOunce: 350_000, perMille: 900 },
} as const

/** Pieces of a final offer; the chain is the worked example of 734.65 EUR. */
export const pieces = {
  chain: { ...scrap, title: 'Halskette 585', cents: { low: 73_465, high: 73_465 } },
  watch: {
    title: 'Omega Constellation',
    kind: 'watch',
    brand: 'Omega',
    model: 'Constellation',
    testMethod: 'movement',
    cents: { low: 310_000, high: 310_000 },
  },
  krugerrand: {
    ...scrap,
    title: 'Krügerrand 1 oz',
    kind: 'bullion',
    fineness: 916.7,
    weightGrams: '33.93',
    cents: { low: 339_500, high: 339_500 },
    basis: { centsPerOunce: 350_000, perMille: 970 },
  },
} satisfies Record<string, OfferLineInput>

/** Erna Müster-Weiß as her identity card has her. */
export const ernaMuster = () => ({
  givenNames: 'Erna Luise',
  surname: 'Müster-Weiß',
  birthDate: '1961-03-04',
  nationality: 'DE',
  address: { street: 'Domstraße 1', postalCode: '50668', city: 'Köln', country: 'DE' },
  document: { kind: 'id-card' as const, number: 'L01X00T22', issuer: 'Stadt Köln', validUntil: '2099-01-01' },
})

/** A request whose goods are here, inspected, and whose seller agreed to a final offer. Returns its id. */
export async function agreedRequest(
  db: Database,
  settings: Settings,
  lines: readonly OfferLineInput[] = [pieces.chain],
): Promise<number> {
  const by = 'Berta Einkauf'
  const contact = {
    name: 'Erna Müster-Weiß',
    email: `${crypto.randomUUID()}@beispiel.example`,
    phone: null,
    address: null,
  }
  const sent = await submitSellRequest(db, sellForm({ contact }), { client: null, settings, now: new Date() })
  if (!sent.ok) throw new Error(sent.reason)
  const which = { token: sent.token }
  await takeStaffStep(db, which, { event: 'receive', branchId: 'koeln' }, { by, settings })
  const found = lines.map((line) => ({
    title: line.title,
    ...(line.kind === 'watch'
      ? { serial: '2491234', register: { name: 'Register', result: 'clear' as const } }
      : {}),
  }))
  await inspectGoods(db, which, { lines: found }, { by, secret: sellingSecret })
  const current = await currentPrices(db, new Date())
  const made = await makeOffer(db, which, { kind: 'final', lines, by, settings, current })
  if (!made.ok) throw new Error(made.reason)
  await answerOffer(db, which, { offer: made.offer, answer: 'accepted', settings, recordedBy: by })
  const view = await readSellRequest(db, which)
  if (view?.status !== 'agreed') throw new Error(`it is ${view?.status}`)
  return view.id
}
