import { beforeAll, describe, expect, test } from 'vitest'
import type { Letter } from '#app/platform/mail.ts'
import { expireOrder } from '#app/shop/checkout/lapse-unpaid.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import type { OrderRequest } from '#app/shop/checkout/types.ts'
import { answerWithdrawal, declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addRings, backdate, claraBeispiel, orderRequest, passMinutes, placed } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { take, withdraw } from '#tests/returned-pieces.ts'
import { orderMailContent } from './order-mail-content.ts'
import { writeLetter } from './write-letter.ts'

const demo = demoContent()
let settings: Settings
let next = 56_001

beforeAll(async () => {
  settings = await readSettings(demo.app.db)
})

async function ordered(changes: Partial<OrderRequest> = {}, count = 1) {
  const pieces = Array.from({ length: count }, () => String(next++))
  await addRings(demo.app.db, pieces)
  const total = 120_000 * count + (changes.delivery?.kind === 'courier' ? 2_400 : 0)
  return { ...(await placed(demo.app.db, orderRequest(pieces, total, changes))), pieces }
}

const courier = { kind: 'courier', address: claraBeispiel } as const

const pay = (order: { id: number }, amountCents: number, reference = crypto.randomUUID()) =>
  settlePayment(
    demo.app.db,
    { orderId: order.id, channel: 'bank-transfer', reference, amountCents },
    settings,
  )

/** The newest mail of a kind that waits for something, as it would go out now. */
async function waiting(kind: string, about: object): Promise<Letter> {
  const [row] = (
    await demo.app.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .execute()
  ).filter(({ payload }) => Object.entries(about).every(([key, value]) => (payload as never)[key] === value))
  if (!row) throw new Error(`no ${kind}`)
  const mail = { ...row, payload: row.payload as object, createdAt: row.created_at }
  return writeLetter({ ...demo.app, siteUrl: 'https://rheingold.example' }, mail)
}

const plainly = ({ plain }: Letter) => plain.replace(/\s+/g, ' ')

describe.each(['de', 'en'] as const)('a mail (%s)', (locale) => {
  const says = (de: RegExp, en: RegExp) => (locale === 'de' ? de : en)

  test('about money that comes too late says why it goes back', async () => {
    const gone = says(/nicht mehr zu haben/, /no longer available/)
    const cancelled = await ordered({ locale })
    await cancelOrder(demo.app.db, cancelled.id, settings)
    await pay(cancelled, 120_000)
    const first = plainly(await waiting('conflict-refunded', { order: cancelled.id }))
    expect(first).toMatch(says(/storniert war/, /had been cancelled/))
    expect(first).not.toMatch(gone)
    // More of it, for an order that has ended long since.
    await pay(cancelled, 500)
    const second = plainly(await waiting('conflict-refunded', { order: cancelled.id }))
    expect(second).toMatch(says(/nicht mehr besteht/, /no longer exists/))
    const lapsed = await ordered({ locale })
    await passMinutes(demo.app.db, 60 * 24 * 40, lapsed.pieces)
    expect(await expireOrder(demo.app.db, lapsed.id, settings)).toBe(true)
    await pay(lapsed, 100)
    const part = plainly(await waiting('conflict-refunded', { order: lapsed.id }))
    expect(part).toMatch(says(/deckt den Gesamtbetrag nicht/, /does not cover the total/))
    expect(part).not.toMatch(gone)
    const late = await ordered({ locale })
    await passMinutes(demo.app.db, 60 * 24 * 40, late.pieces)
    await expireOrder(demo.app.db, late.id, settings)
    await demo.app.db
      .updateTable('product')
      .set({ status: 'withdrawn' })
      .where('id', 'in', late.pieces)
      .execute()
    await pay(late, 120_000)
    expect(plainly(await waiting('conflict-refunded', { order: late.id }))).toMatch(gone)
  })

  test('about a refund tells nothing of an examination of what was never sent', async () => {
    const order = await ordered({ locale, delivery: courier })
    await pay(order, order.totalCents)
    await withdraw(demo.app.db, order, [])
    await take(demo.app.db, order, 'waive-return', 'refund')
    const letter = await waiting('refund-planned', { order: order.id })
    expect(plainly(letter)).not.toMatch(/geprüft|examined/)
    expect(plainly(letter)).toMatch(says(/Die Stornorechnung liegt bei/, /cancellation invoice is attached/))
    expect(letter.attachments).toHaveLength(1)
  })

  test('about a part of a sale that was taken back speaks of no withdrawal', async () => {
    const { id } = await ordered({ locale })
    const order = await findOrderById(demo.app.db, id)
    if (!order) throw new Error('no order')
    const about = { order: id, amountCents: 120_000, deductionCents: 0, reason: 'Passt nicht' }
    const said = (cause: 'taken' | 'withdrawn') => {
      const mail = { kind: 'refund-planned' as const, locale, payload: { ...about, cause } }
      const given = { settings, address: 'https://rheingold.example', isTakenBack: true }
      return orderMailContent(mail, order, given).text.join(' ')
    }
    expect(said('taken')).toMatch(
      says(/Einkaufs in unserer Filiale .* 1\.200\s€/, /bought at our branch.* €1,200/),
    )
    expect(said('taken')).not.toMatch(/Widerruf|withdrawal/)
    expect(said('withdrawn')).toMatch(/Widerruf|withdrawal/)
  })

  test('about a lapsed order ends a contract only where there was one, and names what is attached', async () => {
    const rescinds = says(/treten vom Vertrag zurück/, /rescind the contract/)
    const attached = says(/Stornorechnung liegt bei/, /cancellation invoice is attached/)
    const transfer = await ordered({ locale })
    const online = await ordered({ locale, payment: 'online' })
    for (const order of [transfer, online]) {
      await passMinutes(demo.app.db, 60 * 24 * 40, order.pieces)
      await expireOrder(demo.app.db, order.id, settings)
    }
    const ended = await waiting('order-expired', { order: transfer.id })
    expect(plainly(ended)).toMatch(rescinds)
    expect(plainly(ended)).toMatch(attached)
    const never = await waiting('order-expired', { order: online.id })
    expect(plainly(never)).not.toMatch(rescinds)
    expect(plainly(never)).toMatch(says(/Vertrag ist nicht zustande gekommen/, /No contract/))
    expect(plainly(never)).not.toMatch(attached)
    expect(never.attachments).toEqual([])
    const cancelled = await ordered({ locale })
    await cancelOrder(demo.app.db, cancelled.id, settings)
    expect(plainly(await waiting('order-cancelled', { order: cancelled.id }))).toMatch(attached)
  })

  test('about a part of the money asks for the rest where it is due, and only while it is', async () => {
    const transfers = says(/überweisen Sie den Rest/, /transfer the rest/)
    const atBranch = await ordered({ locale, payment: 'in-branch' })
    await pay(atBranch, 20_000)
    const here = plainly(await waiting('payment-part', { order: atBranch.id }))
    expect(here).toMatch(says(/Den Rest zahlen Sie bei der Abholung/, /pay the rest when you collect/))
    expect(here).not.toMatch(transfers)
    const order = await ordered({ locale })
    await pay(order, 20_000)
    expect(plainly(await waiting('payment-part', { order: order.id }))).toMatch(transfers)
    // Staff counted two payments before the first mail left.
    await pay(order, 100_000)
    const both = plainly(await waiting('payment-part', { order: order.id }))
    expect(both).not.toMatch(transfers)
    expect(both).toMatch(says(/Inzwischen ist auch der Rest/, /in the meantime/))
  })

  test('offers to withdraw as long as that is possible', async () => {
    const order = await ordered({ locale, delivery: courier })
    await pay(order, order.totalCents)
    await take(demo.app.db, order, 'prepare', 'ship', 'deliver')
    await pay(order, 1_000)
    const offer = says(/vertrag-widerrufen/, /withdraw-from-contract/)
    expect((await waiting('surplus-refunded', { order: order.id })).plain).toMatch(offer)
    await backdate(demo.app.db, order.id, 30)
    expect((await waiting('surplus-refunded', { order: order.id })).plain).not.toMatch(offer)
    const done = await takeOrderStep(demo.app.db, order.id, { event: 'complete' }, settings)
    expect(done.ok).toBe(true)
    expect((await waiting('surplus-refunded', { order: order.id })).plain).not.toMatch(offer)
  })

  test('to whoever declares or asks begins with a greeting, and each sentence with a capital', async () => {
    const { db } = demo.app
    const order = await ordered({ locale })
    const declared = (email: string, contract: string) =>
      declareWithdrawal(
        db,
        {
          name: 'Clara Beispiel',
          contract,
          email,
          comment: '',
          submission: crypto.randomUUID(),
          pieces: [],
          order: null,
        },
        locale,
        settings,
      )
    const own = await declared('clara@beispiel.example', order.number)
    const stranger = await declared('fremd@beispiel.example', 'ein Ring')
    await answerWithdrawal(
      demo.app.payment,
      stranger.number,
      { outcome: 'no-contract', note: 'Ohne Nummer.' },
      settings,
    )
    const message = await receiveMessage(
      db,
      {
        name: 'Clara',
        email: `gruss-${locale}@beispiel.example`,
        phone: null,
        subject: 'question',
        message: 'Hallo?',
        piece: null,
      },
      { locale, client: null, settings },
    )
    if (!message.ok) throw new Error(message.reason)
    for (const letter of [
      await waiting('withdrawal-acknowledgement', { withdrawal: own.number }),
      await waiting('withdrawal-acknowledgement', { withdrawal: stranger.number }),
      await waiting('withdrawal-answer', { withdrawal: stranger.number }),
      await waiting('contact-acknowledgement', { message: message.id }),
    ]) {
      const [, , greeting = '', first = '', ...others] = letter.plain.split(/\n\n+/)
      expect(greeting).toMatch(says(/^Guten Tag.*,$/, /^(Hello|Dear Clara Beispiel),$/))
      // After the comma German goes on with a small letter.
      expect(first).toMatch(says(/^(?!Guten Tag)\p{L}/u, /^(?!Hello)\p{Lu}/u))
      for (const paragraph of others) expect(paragraph).toMatch(/^[\p{Lu}\d-]|^clara@/u)
      // A list of mails shows how it begins, without the greeting.
      expect(/data-skip-in-text="true"[^>]*>\s*([^<]*)/.exec(letter.html)?.[1]).not.toContain(greeting)
    }
  })
})

test('news of a wish for a maker that is no longer known names the department, in the mail’s language', async () => {
  const written = (locale: 'de' | 'en') =>
    writeLetter(
      { ...demo.app, siteUrl: 'https://rheingold.example' },
      {
        id: 1,
        kind: 'alert-arrivals',
        locale,
        recipient: 'clara@beispiel.example',
        payload: { token: 'a-token', path: '/en/watches/forgotten-maker', pieces: [], total: 2 },
        createdAt: new Date(),
      },
    )
  const german = await written('de')
  expect(german.subject).toBe('2 neue Stücke: Uhren')
  expect(german.plain).not.toMatch(/watches/i)
  expect((await written('en')).subject).toBe('2 new pieces: Watches')
})

test('the text of a mail writes its headings as the mail does', async () => {
  const order = await ordered()
  const { plain } = await waiting('confirmation', { order: order.id })
  expect(plain).toContain('Ihre Bestellung ist angenommen')
  expect(plain).toContain('Bankverbindung')
  expect(plain).not.toMatch(/BESTELLUNG|BANKVERBINDUNG/)
})

test('a mail wraps a name without a space', async () => {
  const name = 'W'.repeat(90)
  const order = await ordered({ invoiceAddress: { ...claraBeispiel, name } })
  for (const kind of ['acknowledgement', 'staff-order']) {
    const { html } = await waiting(kind, { order: order.id })
    // What is hidden, the beginning for a list of mails, is not laid out.
    const around = [...html.matchAll(/<(\w+)[^>]*style="([^"]*)"[^>]*>(?:<!-- -->|<div>)*[^<]*W{90}/g)]
    const shown = around.filter(([, , style = '']) => !style.includes('display:none'))
    expect(shown.length).toBeGreaterThan(1)
    for (const [, , style] of shown) expect(style).toMatch(/word-break:break-word/)
  }
})
