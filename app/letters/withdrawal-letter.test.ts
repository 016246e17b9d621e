import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { type StaffStep, takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addRings, claraBeispiel, orderRequest, placed } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { writeLetter } from './write-letter.ts'

const demo = demoContent()
let settings: Settings
let next = 57_001

beforeAll(async () => {
  settings = await readSettings(demo.app.db)
})

const parcel = { event: 'ship', tracking: { carrier: 'Nord', code: 'WK-1', url: null } } as const
const sent: StaffStep[] = [{ event: 'prepare' }, parcel]

/** An order of two pieces, by courier unless it is collected. */
async function ordered({ paid = true, collected = false, steps = [] as StaffStep[] } = {}) {
  const { db } = demo.app
  const pieces = [String(next++), String(next++)]
  await addRings(db, pieces)
  const address = { ...claraBeispiel, country: 'AT', postalCode: '1010', city: 'Wien' }
  const delivery = { kind: 'courier' as const, address }
  const total = collected ? 240_000 : 244_900
  const order = await placed(db, orderRequest(pieces, total, collected ? {} : { delivery }))
  const money = {
    orderId: order.id,
    channel: 'bank-transfer' as const,
    reference: order.number,
    amountCents: total,
  }
  if (paid) await settlePayment(db, money, settings)
  for (const step of steps) await taken(order.id, step)
  return { ...order, pieces }
}

async function taken(order: number, step: StaffStep) {
  expect(await takeOrderStep(demo.app.db, order, step, settings), step.event).toMatchObject({ ok: true })
}

async function declare(
  said: { order?: string | null; contract?: string; pieces?: string[] },
  locale: 'de' | 'en' = 'de',
) {
  const declaration = {
    name: 'Clara Beispiel',
    contract: 'mein Ring',
    email: 'clara@beispiel.example',
    comment: '',
    submission: crypto.randomUUID(),
    pieces: [],
    order: null,
    ...said,
  }
  return (await declareWithdrawal(demo.app.db, declaration, locale, settings)).number
}

async function mail(kind: string, payload: Record<string, unknown>, locale: 'de' | 'en' = 'de') {
  const waiting = { id: 1, recipient: 'clara@beispiel.example', createdAt: new Date() }
  const sources = { ...demo.app, siteUrl: 'https://rheingold.example' }
  const { plain, html } = await writeLetter(sources, { ...waiting, kind, locale, payload })
  return { plain: plain.replace(/\s+/g, ' '), html }
}

const acknowledged = async (withdrawal: number, locale: 'de' | 'en' = 'de') =>
  (await mail('withdrawal-acknowledgement', { withdrawal }, locale)).plain

const papers = /allem, was für die Rücksendung nötig ist|everything needed for the return/
const nothingToSend = /nichts zurückzusenden|nothing to send back/

// Duty: withdrawal-acknowledgement
test.each(['de', 'en'] as const)(
  'papers for the return are promised of what was sent alone (%s)',
  async (locale) => {
    const shipped = await ordered({ steps: sent })
    expect(await acknowledged(await declare({ order: shipped.token }, locale), locale)).toMatch(papers)
    // Named by its number and its address, before staff have judged.
    const other = await ordered({ steps: sent })
    expect(await acknowledged(await declare({ contract: other.number }, locale), locale)).toMatch(papers)
    const unpaid = await ordered({ paid: false })
    const paid = await ordered()
    for (const { token } of [unpaid, paid]) {
      const said = await acknowledged(await declare({ order: token }, locale), locale)
      expect(said).not.toMatch(papers)
      expect(said).toMatch(nothingToSend)
    }
    const collected = await ordered({ collected: true, steps: [{ event: 'hand-over' }] })
    const stranger = await declare({ contract: 'RG-2026-99999' }, locale)
    for (const withdrawal of [await declare({ order: collected.token }, locale), stranger]) {
      const said = await acknowledged(withdrawal, locale)
      expect(said).not.toMatch(papers)
      expect(said).not.toMatch(nothingToSend)
    }
  },
)

test('nothing is promised for pieces that have come back, nor after the period', async () => {
  const { db } = demo.app
  const order = await ordered({ steps: [...sent, { event: 'deliver' }] })
  const [first = '', second = ''] = order.pieces
  expect(await acknowledged(await declare({ order: order.token, pieces: [first] }))).toMatch(papers)
  for (const event of ['receive-return', 'inspect'] as const) await taken(order.id, { event })
  await taken(order.id, { event: 'refund', deductionCents: 0 })
  const again = await acknowledged(await declare({ order: order.token, pieces: [first] }))
  expect(again).not.toMatch(papers)
  expect(again).not.toMatch(nothingToSend)
  expect(await acknowledged(await declare({ order: order.token, pieces: [second] }))).toMatch(papers)

  const late = await ordered({ steps: [...sent, { event: 'deliver' }] })
  await sql`alter table order_status_change disable trigger user`.execute(db)
  await sql`update order_status_change set at = at - interval '40 days' where order_id = ${late.id}`.execute(
    db,
  )
  await sql`alter table order_status_change enable trigger user`.execute(db)
  const said = await acknowledged(await declare({ order: late.token }))
  expect(said).not.toMatch(papers)
  expect(said).toContain('Wir prüfen')
})

const way = 'https://rheingold.example/de/vertrag-widerrufen'

// Duty: confirmed-agreements
test('mails of what has ended, and of money that goes back, do not offer withdrawal', async () => {
  const { db } = demo.app
  const order = await ordered()
  const payload = { order: order.id, amountCents: 100, arrivedCents: 100, openCents: 100 }
  for (const kind of ['acknowledgement', 'confirmation', 'payment-received', 'surplus-refunded']) {
    const { html, plain } = await mail(kind, payload)
    expect(html, kind).toContain(way)
    expect(plain, kind).toContain(way)
  }
  const ends = ['order-expired', 'order-cancelled', 'conflict-refunded', 'refund-planned', 'refund-sent']
  for (const kind of ends) {
    const { html, plain } = await mail(kind, payload)
    expect(html + plain, kind).not.toMatch(/vertrag-widerrufen|Vertrag widerrufen|14 Tage/)
    expect(html, kind).toContain(order.token)
  }
  // A mail that has waited until the order ended.
  await sql`update shop_order set status = 'cancelled' where id = ${order.id}`.execute(db)
  for (const kind of ['acknowledgement', 'payment-received', 'payment-reminder'])
    expect((await mail(kind, payload)).html, kind).not.toContain('vertrag-widerrufen')
})

test('who has sent back a part is told that the rest may follow', async () => {
  const { db } = demo.app
  const order = await ordered({ steps: [...sent, { event: 'deliver' }] })
  const [first = ''] = order.pieces
  const payload = { order: order.id, amountCents: 120_000 }
  const returned = async (pieces: string[]) => {
    await declare({ order: order.token, pieces })
    for (const event of ['receive-return', 'inspect'] as const) await taken(order.id, { event })
    await taken(order.id, { event: 'refund', deductionCents: 0 })
  }
  await returned([first])
  for (const kind of ['refund-planned', 'refund-sent'])
    expect((await mail(kind, payload)).html, kind).toContain(way)
  await returned([])
  expect((await findOrderById(db, order.id))?.status).toBe('refunded')
  for (const kind of ['refund-planned', 'refund-sent', 'surplus-refunded'])
    expect((await mail(kind, payload)).html, kind).not.toContain('vertrag-widerrufen')
})
