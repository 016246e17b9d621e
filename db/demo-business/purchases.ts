import { identifySeller } from '#app/shop/buying/identification.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { answerOffer, makeOffer } from '#app/shop/buying/offer.ts'
import { payPurchase } from '#app/shop/buying/purchase.ts'
import { prepareReceipt } from '#app/shop/buying/purchase-receipt.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import type { SellDetails, SellRequestForm } from '#app/shop/buying/sell-request-form.ts'
import { type Inspection, inspectGoods, takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { stockPieces } from '#app/shop/buying/stocking.ts'
import { linesSchema, valueStaffLines } from '#app/shop/buying/valued-line.ts'
import { done, type MadeUpDay } from './day.ts'
import { type MadeUpPerson, people } from './people.ts'

const chain: SellDetails = {
  kind: 'gold',
  lines: [{ item: 'gold-585', amount: '18,6' }],
  description: 'Eine Panzerkette, getragen.',
}
const mixedGold: SellDetails = {
  kind: 'gold',
  lines: [
    { item: 'gold-750', amount: '9,4' },
    { item: 'gold-333', amount: '12,1' },
  ],
  description: 'Zwei Ringe und ein Armband, das Schloss ist defekt.',
}
const necklace: SellDetails = {
  kind: 'jewellery',
  type: 'necklaces',
  description: 'Perlenkette, 45 cm, Schließe mit Saphir.',
  hallmark: '585',
}
const speedmaster: SellDetails = {
  kind: 'watch',
  ...{ brand: 'Omega', model: 'Speedmaster', reference: '3510.50', year: 2004, scope: 'box' },
  description: 'Läuft gut, Glas mit Kratzern.',
}
const datejust: SellDetails = {
  kind: 'watch',
  ...{ brand: 'Rolex', model: 'Datejust', reference: '16233', year: 1998, scope: 'full-set' },
  description: 'Ein Vorbesitzer, Service 2019.',
}

const goldLine = {
  title: 'Panzerkette 585',
  kind: 'scrap',
  item: 'gold-585',
  amount: '18,6',
  testMethod: 'xrf',
}
const watchLine = (title: string, euros: string) => ({ title, kind: 'watch', euros, testMethod: 'movement' })

/** Requests of sellers in the states of the board, one of them bought and taken into stock. Returns how many. */
export async function playPurchases(day: MadeUpDay): Promise<number> {
  const shop = requestSteps(day)
  await shop.submitted(people.paula, chain)
  await shop.submitted(people.james, speedmaster, {
    upload: await day.photo('w03-1.jpg'),
    way: 'shipment',
    branchId: null,
    locale: 'en',
  })

  const estimated = await shop.submitted(people.erna, necklace, { upload: await day.photo('j17-1.jpg') })
  await shop.offered(estimated, 'estimate', [
    { title: 'Perlenkette mit Saphir', kind: 'jewellery', from: '380', to: '520' },
  ])
  const onItsWay = await shop.submitted(people.otto, datejust, {
    upload: await day.photo('w05-1.jpg'),
    way: 'shipment',
    branchId: null,
  })
  const estimate = await shop.offered(onItsWay, 'estimate', [
    { title: 'Rolex Datejust 16233', kind: 'watch', from: '4800', to: '5600' },
  ])
  await shop.accepted(onItsWay, estimate)

  const inspected = await shop.received(await shop.submitted(people.emil, mixedGold))
  await shop.inspected(inspected, [
    { title: 'Zwei Ringe 750' },
    { title: 'Armband 333', findings: 'Schloss defekt' },
  ])

  const offered = await shop.received(await shop.submitted(people.frieda, speedmaster))
  await shop.inspected(offered, [found('Omega Speedmaster', '48301177')])
  await shop.offered(offered, 'final', [watchLine('Omega Speedmaster', '2650')])

  const agreed = await shop.received(await shop.submitted(people.max, datejust))
  await shop.inspected(agreed, [found('Rolex Datejust', 'T581204')])
  await shop.accepted(agreed, await shop.offered(agreed, 'final', [watchLine('Rolex Datejust', '5100')]))

  const bought = await shop.received(await shop.submitted(people.clara, chain))
  await shop.inspected(bought, [{ title: 'Panzerkette 585' }])
  await shop.accepted(bought, await shop.offered(bought, 'final', [goldLine]))
  await shop.paidInCash(bought, people.clara)

  const declined = await shop.received(await shop.submitted(people.ada, necklace, { locale: 'de' }))
  done(
    await takeStaffStep(
      day.db,
      declined,
      {
        event: 'turn-down',
        reason: 'Zuchtperlen, die Schließe ist vergoldet.',
        tell: 'Die Schließe ist vergoldet, nicht aus Gold.',
      },
      shop.staff,
    ),
  )
  return shop.count()
}

const found = (title: string, serial: string): Inspection['lines'][number] => ({
  ...{ title, serial, findings: 'Werk läuft, Gehäuse poliert.' },
  register: { name: 'Register', result: 'clear' },
})

function requestSteps(day: MadeUpDay) {
  const { db, settings, secret } = day
  const by = day.member.name
  const counter = { by, secret, settings }
  const staff = { by, settings }
  let requests = 0
  return {
    staff,
    count: () => requests,
    async submitted(seller: MadeUpPerson, details: SellDetails, changes: Partial<SellRequestForm> = {}) {
      const { name, email, phone, address } = seller
      const { street, postalCode, city, country } = address
      const form: SellRequestForm = {
        ...{ submission: crypto.randomUUID(), locale: 'de', details, way: 'branch', branchId: day.branch },
        contact: { name, email, phone, address: { street, postalCode, city, country } },
        upload: null,
        ...changes,
      }
      const sent = done(await submitSellRequest(db, form, { client: null, settings, now: new Date() }))
      requests += 1
      return { token: sent.token }
    },
    async received(which: { token: string }) {
      done(await takeStaffStep(db, which, { event: 'receive', branchId: day.branch }, staff))
      return which
    },
    async inspected(which: { token: string }, lines: Inspection['lines']) {
      done(await inspectGoods(db, which, { lines }, counter))
    },
    /** Lines as staff write them, reckoned with the prices of the day. Returns the offer's id. */
    async offered(which: { token: string }, kind: 'estimate' | 'final', lines: readonly object[]) {
      const current = await currentPrices(db, new Date())
      const valued = done(valueStaffLines(linesSchema.parse(lines), current))
      const note =
        kind === 'estimate' ? 'Nach Ihren Angaben; genau wissen wir es, wenn wir es gesehen haben.' : ''
      const offer = { kind, lines: valued.lines, note, by, settings, current }
      return done(await makeOffer(db, which, offer)).offer
    },
    async accepted(which: { token: string }, offer: number) {
      done(await answerOffer(db, which, { offer, answer: 'accepted', settings }))
    },
    async paidInCash(which: { token: string }, seller: MadeUpPerson) {
      const [givenNames = '', surname = ''] = seller.name.split(' ')
      const { street, postalCode, city, country } = seller.address
      const identity = {
        ...{ givenNames, surname, birthDate: '1968-05-14', nationality: 'DE' },
        address: { street, postalCode, city, country },
        document: { kind: 'id-card', number: 'L01X00T47', issuer: 'Stadt Köln', validUntil: '2099-01-01' },
      } as const
      done(await identifySeller(db, which, identity, counter))
      done(await prepareReceipt(db, which, { means: 'cash' }, counter))
      done(await payPurchase(db, which, { reference: 'Kasse, B-1041', declared: true }, counter))
      done(await stockPieces(db, which, { by }))
    },
  }
}
