import { describe, expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { pieces, sellingSecret as secret, sellForm } from '#tests/selling.ts'
import { freeSlots } from '../appointments/free-times.ts'
import { bookAppointment } from './appointments.ts'
import { sellHistory } from './find-sell-request.ts'
import { listSellRequests } from './list-sell-requests.ts'
import { currentPrices } from './metal-price.ts'
import { lapseSellRequests } from './offer.ts'
import { writeAsSeller, writeAsStaff } from './sell-messages.ts'
import { reportParcel, sendLabel, shippingAdvice } from './sell-parcels.ts'
import { submitSellRequest } from './sell-request.ts'
import { endBySeller, endRequest, inspectGoods, mayEnd } from './staff-steps.ts'
import { linesSchema, valuedLine } from './valued-line.ts'

const shop = buyingShop()
const by = 'Berta Einkauf'
const answer = async (token: string, said: 'accepted' | 'declined') =>
  shop.answer({ token }, (await shop.see({ token })).offer?.id ?? 0, said)

describe('selling in a branch', () => {
  test('from the form to the final offer', async () => {
    const { db } = shop
    const { token } = await shop.submitted()
    expect(
      await writeAsStaff(db, { token }, { text: 'Ist ein Stempel zu sehen?', by, settings: shop.settings }),
    ).toEqual({
      ok: true,
      repeated: false,
    })
    expect((await shop.see({ token })).status).toBe('info_needed')
    const reply = { text: 'Ja, 585', submission: crypto.randomUUID(), settings: shop.settings }
    expect(await writeAsSeller(db, token, reply)).toEqual({ ok: true, repeated: false })
    expect(await writeAsSeller(db, token, reply)).toEqual({ ok: true, repeated: true })
    expect(await shop.offer({ token }, 'estimate')).toMatchObject({ ok: true })
    expect(await answer(token, 'accepted')).toMatchObject({ ok: true, status: 'accepted', repeated: false })
    expect(await answer(token, 'accepted')).toMatchObject({ ok: true, repeated: true })
    expect(await answer(token, 'declined')).toMatchObject({ ok: false, reason: 'answered' })
    const [branch] = shop.settings.branches
    const [slot] = branch ? await freeSlots(db, branch, shop.settings.buying, new Date()) : []
    if (!slot) throw new Error('no slot')
    const booking = { branchId: 'koeln', startsAt: slot.startsAt, settings: shop.settings }
    expect(await bookAppointment(db, { token }, booking)).toMatchObject({ ok: true, repeated: false })
    expect(await bookAppointment(db, { token }, booking)).toMatchObject({ ok: true, repeated: true })
    expect(await shop.see({ token })).toMatchObject({ status: 'appointment', appointment: slot })
    await shop.step({ token }, { event: 'receive', branchId: 'koeln' })
    expect(await shop.offer({ token }, 'final')).toEqual({ ok: false, reason: 'not-possible' })
    await inspectGoods(db, { token }, { lines: [{ title: 'Halskette 585' }] }, { by, secret })
    expect(await shop.offer({ token }, 'final')).toMatchObject({ ok: true })
    expect(await answer(token, 'accepted')).toMatchObject({ ok: true, status: 'agreed' })
    const view = await shop.see({ token })
    expect(view.messages.map(({ sender }) => sender)).toEqual(['staff', 'seller'])
    expect(view.history.map(({ event, by: actor }) => `${event} ${actor}`)).toEqual([
      'ask staff',
      'answer seller',
      'estimate staff',
      'accept seller',
      'book seller',
      'receive staff',
      'inspect staff',
      'offer staff',
      'accept seller',
    ])
  })
})

describe('selling by parcel', () => {
  test('a label within the declared values, a number, and the parcel back', async () => {
    const { db } = shop
    const address = { street: 'Ring 1', postalCode: '50667', city: 'Köln', country: 'DE' }
    const { token } = await shop.submitted({
      way: 'shipment',
      branchId: null,
      contact: { ...sellForm().contact, address },
    })
    await shop.offer({ token }, 'estimate')
    await answer(token, 'accepted')
    expect(shippingAdvice(await shop.see({ token }), shop.settings)).toEqual({
      ok: true,
      method: 'value-courier',
      declaredCents: 73_465,
      limitCents: 2_500_000,
    })
    const label = { carrier: 'Wertkurier Nord', code: 'WK-7', declaredCents: 73_465 }
    expect(await reportParcel(db, token, { carrier: 'Post', code: '1' })).toMatchObject({ ok: false })
    const over = { ...label, declaredCents: 2_500_001 }
    expect(await sendLabel(db, { token }, { label: over, by, settings: shop.settings })).toEqual({
      ok: false,
      reason: 'above-limit',
      limitCents: 2_500_000,
    })
    const refused = async (changes: object) =>
      sendLabel(db, { token }, { label: { ...label, ...changes }, by, settings: shop.settings })
    for (const nothing of [{ code: null }, { code: ' \u0000 ' }, { code: undefined, url: null }]) {
      expect(await refused(nothing)).toEqual({ ok: false, reason: 'label-missing' })
    }
    expect(await refused({ method: 'insured-parcel' })).toMatchObject({
      reason: 'above-limit',
      limitCents: 50_000,
    })
    // Declaring less does not make the goods fit.
    expect(await refused({ declaredCents: 50_000 })).toEqual({
      ok: false,
      reason: 'worth-more',
      worthCents: 73_465,
      limitCents: 50_000,
    })
    expect(await shop.see({ token })).toMatchObject({ status: 'accepted', label: null })
    expect(await sendLabel(db, { token }, { label, by, settings: shop.settings })).toEqual({ ok: true })
    expect(await reportParcel(db, token, { carrier: 'Wertkurier Nord', code: 'WK-77' })).toEqual({ ok: true })
    // A label that was mistyped is sent again; the limits stay.
    expect(await refused({ declaredCents: 50_000 })).toMatchObject({ reason: 'worth-more' })
    expect(await refused({ code: 'WK-8' })).toEqual({ ok: true })
    expect(await shop.see({ token })).toMatchObject({ label: { code: 'WK-8', method: 'value-courier' } })
    expect(await shop.see({ token })).toMatchObject({ status: 'label_sent', parcelIn: { code: 'WK-77' } })
    await shop.step({ token }, { event: 'receive', branchId: 'koeln' })
    expect(await endBySeller(db, token, { settings: shop.settings })).toEqual({
      ok: true,
      status: 'declined',
    })
    const parcel = { carrier: 'Wertkurier Nord', code: 'WK-78' }
    expect(await shop.step({ token }, { event: 'return', parcel })).toEqual({
      ok: true,
      status: 'returned',
    })
    expect(await shop.see({ token })).toMatchObject({ here: false, parcelOut: parcel })
    expect(await lapseSellRequests(db)).toBe(0)
  })
})

test('a seller who calls to say that they do not want to sell is written down by staff', async () => {
  const { db, settings } = shop
  const recordedBy = by
  const { token } = await shop.submitted()
  await shop.offer({ token }, 'estimate')
  // What is offered is answered by its offer.
  expect(mayEnd(await shop.see({ token }))).toBe(false)
  expect(await endRequest(db, { token }, { settings, recordedBy })).toEqual({
    ok: false,
    reason: 'not-possible',
  })
  await answer(token, 'accepted')
  expect(mayEnd(await shop.see({ token }))).toBe(true)
  expect(await endRequest(db, { token }, { settings, recordedBy })).toEqual({ ok: true, status: 'cancelled' })
  // Said once more, it changes nothing.
  expect(await endRequest(db, { token }, { settings, recordedBy })).toEqual({ ok: true, status: 'cancelled' })
  const { id, history } = await shop.see({ token })
  expect(history.map(({ event }) => event)).toEqual(['estimate', 'accept', 'cancel'])
  const written = (await sellHistory(db, id)).at(-1)
  expect(written).toMatchObject({ event: 'cancel', by: 'seller', note: `recorded by ${by}` })

  const here = await shop.submitted()
  await shop.step({ token: here.token }, { event: 'receive', branchId: 'koeln' })
  const ended = await endRequest(db, { token: here.token }, { settings, recordedBy })
  expect(ended).toEqual({ ok: true, status: 'declined' })
})

test('lines of staff are reckoned with the prices that hold, or are their word', async () => {
  const current = await currentPrices(shop.db, new Date())
  const line = (given: object) => {
    const [parsed] = linesSchema.parse([{ title: 'Kette', kind: 'scrap', ...given }])
    if (!parsed) throw new Error('no line')
    return valuedLine(parsed, current)
  }
  expect(line({ item: 'gold-585', amount: 12.4, testMethod: 'xrf' })).toMatchObject({
    line: { ...pieces.chain, title: 'Kette' },
  })
  expect(line({ item: 'gold-585', amount: '12,4', euros: '700' })).toMatchObject({
    line: { cents: { low: 70_000, high: 70_000 }, weightGrams: '12.40' },
  })
  expect(line({ kind: 'watch', from: 3000, to: 3200 })).toMatchObject({
    line: { cents: { low: 300_000, high: 320_000 } },
  })
  expect(line({})).toEqual({ ok: false, reason: 'amount-missing' })
  expect(line({ item: 'silver-925', amount: '5' })).toEqual({ ok: false, reason: 'no-price' })
  expect(await listSellRequests(shop.db, 'stocked', new Date())).toEqual([])
})

test('staff see who has waited for them longer than was promised', async () => {
  const { db } = shop
  const now = new Date()
  const sent = await submitSellRequest(db, sellForm(), { client: null, settings: shop.settings, now })
  if (!sent.ok) throw new Error(sent.reason)
  const at = async (days: number) => {
    const rows = await listSellRequests(db, null, new Date(now.getTime() + days * 86_400_000))
    const row = rows.find(({ number }) => number === sent.number)
    return row && [row.status, row.overdue]
  }
  expect(await at(0)).toEqual(['submitted', false])
  expect(await at(5)).toEqual(['submitted', true])
  await writeAsStaff(db, sent, {
    text: 'Sehen Sie einen Stempel?',
    by: 'Berta Einkauf',
    settings: shop.settings,
  })
  expect(await at(5)).toEqual(['info_needed', false])
})
