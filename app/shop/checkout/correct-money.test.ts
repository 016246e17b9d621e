import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addBranches } from '#tests/catalogue.ts'
import { passMinutes, statusOf } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'
import { formOf } from '#tests/requests.ts'
import { findInvoices } from './invoice.ts'
import { expireOrder } from './lapse-unpaid.ts'
import { findOrderById } from './order.ts'
import { staffNamed } from './order-actor.ts'
import { refundsOf } from './refund.ts'
import { settlePayment } from './settle-payment.ts'
import { declareWithdrawal, parseDeclaration } from './withdrawal.ts'

const database = testDatabase()
const { order, ordered, entries, mails, sendMails } = orderShop(database, 62_001)
let settings: Settings

beforeAll(async () => {
  await addBranches(database.db)
  settings = await readSettings(database.db)
})

const correct = (entry: string | undefined, reason: string, ...more: string[]) =>
  order('correct', entry ?? '', '--reason', reason, ...more)
const lapse = async (id: number, pieces: string[]) => {
  await passMinutes(database.db, 30 * 24 * 60, pieces)
  expect(await expireOrder(database.db, id, settings)).toBe(true)
}
const dueOf = async (number: string) =>
  (await order('refunds')).split('\n').filter((line) => line.includes(number))

describe('money that was booked by mistake', () => {
  test('is taken back unread: the order waits for its money again, its pieces with it', async () => {
    const { db } = database
    const { id, number, pieces } = await ordered(byCourier)
    await sendMails()
    await order('money', number, '1.249', '--reference', 'Auszug 1')
    expect(await statusOf(db, pieces[0] ?? '')).toBe('sold')
    await order('prepare', number)
    const [entry] = await entries(id)
    expect(await order('show', number)).toContain(`entry ${entry}: €1,249 in by bank-transfer, "Auszug 1"`)
    expect(await order('correct', entry ?? '')).toMatch(/^✗ --reason is missing/)
    expect(await correct(entry, ' \u0007x ')).toMatch(/^✗ --reason has 3 to 500/)
    expect(await correct(entry, 'x'.repeat(501))).toMatch(/^✗ --reason has 3 to 500/)
    const said = await correct(entry, 'Gehört zu einer\u0000 anderen Bestellung')
    expect(said).toContain(`€1,249 is taken back; ${number} is awaiting_payment. The buyer had not been told`)
    expect(await mails(id, 'withdrawn')).toEqual(['payment-received'])
    expect([await mails(id, 'due'), await mails(id, 'waiting')]).toEqual([[], []])
    expect(await statusOf(db, pieces[0] ?? '')).toBe('reserved')
    const view = await findOrderById(db, id)
    expect(view).toMatchObject({ status: 'awaiting_payment', receivedCents: 0 })
    expect(view?.payBy && view.payBy > new Date()).toBe(true)
    expect(view?.expiresAt && view.payBy && view.expiresAt > view.payBy).toBe(true)
    expect(await findInvoices(db, id)).toHaveLength(1)
    expect(await correct(entry, 'noch einmal')).toMatch(/^✗ Entry \d+ has been taken back already/)
    const [, counter] = await entries(id)
    expect(await correct(counter, 'zurück')).toMatch(/^✗ Entry \d+ takes another one back/)
    expect(await correct('9999999', 'gibt es nicht')).toMatch(/^✗ There is no entry/)
    const shown = await order('show', number)
    expect(shown).toContain('taken back (Gehört zu einer anderen Bestellung) by Berta Kasse')
    expect(shown).toContain('correct-payment by Berta Kasse')

    // The reference is free again: for the order that it belongs to, and for this one.
    const other = await ordered(byCourier)
    expect(await order('money', other.number, '1.249', '--reference', 'Auszug 1')).toContain('is paid')
    expect(await order('money', number, '1.249', '--reference', 'Auszug 2')).toContain('is paid')
    expect(await mails(id, 'waiting')).toEqual(['payment-received'])
    expect(await statusOf(db, pieces[0] ?? '')).toBe('sold')
    expect(await brokenRules(db)).toEqual([])
  })

  test('that the buyer had read of is corrected by a mail with the reason', async () => {
    const { id, number } = await ordered(byCourier)
    await order('money', number, '400', '--reference', 'Auszug 3')
    await order('mails', 'send', number)
    await sendMails()
    const [entry] = await entries(id)
    expect(await correct(entry, 'Falscher Auszug')).toContain('is told of the correction')
    expect(await mails(id, 'due')).toEqual(['payment-corrected'])
    const { payload } = await database.db
      .selectFrom('mail_outbox')
      .select('payload')
      .where('reason', '=', `order:${id}:payment-corrected:${entry}`)
      .executeTakeFirstOrThrow()
    expect(payload).toMatchObject({ amountCents: 40_000, reason: 'Falscher Auszug', outcome: 'open' })
  })

  test('too much of it is not sent back; what is still too much then, is', async () => {
    const { id, number } = await ordered(byCourier)
    await order('money', number, '1.249', '--reference', 'Auszug 5')
    await order('money', number, '1.300', '--reference', 'Auszug 6', '--surplus')
    expect(await dueOf(number)).toEqual([expect.stringContaining('€1,300')])
    const [first, second] = await entries(id)
    expect(await correct(first, 'Doppelt gebucht')).toContain(`${number} is paid`)
    expect(await dueOf(number)).toEqual([expect.stringContaining('€51')])
    expect(await correct(second, 'Auch das nicht')).toContain(`${number} is awaiting_payment`)
    expect(await dueOf(number)).toEqual([])
    expect(await brokenRules(database.db)).toEqual([])
  })

  test('cannot be taken back once money was sent back for it, until that is', async () => {
    const { id, number } = await ordered(byCourier)
    await order('money', number, '1.300', '--reference', 'Auszug 7', '--surplus')
    const [refund = ''] = (await dueOf(number))[0]?.split(' ') ?? []
    await order('refunded', refund, '--reference', 'Überweisung 1')
    const [entry, sent] = await entries(id)
    expect(await correct(entry, 'Irrtum')).toMatch(/^✗ Money of .* has been sent back since/)
    expect(await correct(sent, 'Nie überwiesen')).toContain('It is to be sent')
    expect(await mails(id, 'withdrawn')).toContain('refund-sent')
    expect(await dueOf(number)).toEqual([expect.stringContaining(`${refund} `)])
    await order('refunded', refund, '--reference', 'Überweisung 2')
    await order('mails', 'send', number)
    await sendMails()
    const again = (await entries(id)).at(-1)
    expect(await correct(again, 'Wieder nicht überwiesen')).toContain('is told of the correction')
    expect(await mails(id, 'due')).toEqual(['refund-corrected'])
    expect(await correct(entry, 'Irrtum')).toContain('awaiting_payment')
    expect(await brokenRules(database.db)).toEqual([])
  })

  test('had brought a lapsed order back: it has lapsed again, its pieces are on sale', async () => {
    const { db } = database
    const { id, number, pieces } = await ordered(byCourier)
    await lapse(id, pieces)
    expect(await order('money', number, '1.249', '--reference', 'Auszug 8')).toContain('is valid again')
    const [entry] = await entries(id)
    expect(await correct(entry, 'Falsche Bestellung')).toContain(`${number} is expired`)
    expect(await statusOf(db, pieces[0] ?? '')).toBe('listed')
    const kinds = (await findInvoices(db, id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['invoice', 'cancellation', 'invoice', 'cancellation'])
    expect(await mails(id, 'withdrawn')).toEqual(['confirmation'])
    expect(await brokenRules(db)).toEqual([])
    // The money does come in the end.
    expect(await order('money', number, '1.249', '--reference', 'Auszug 8')).toContain('is valid again')
    expect(await brokenRules(db)).toEqual([])
  })

  test('was to be sent back: it is not, and the order is what it was before', async () => {
    const { id, number } = await ordered(byCourier)
    await order('cancel', number, '--reason', 'Wunsch des Kunden', '--confirm')
    await order('money', number, '100', '--reference', 'Auszug 9', '--surplus')
    await order('money', number, '200', '--reference', 'Auszug 10', '--surplus')
    const [first, second] = await entries(id)
    expect(await correct(first, 'Irrtum')).toContain(`${number} is conflict_refunded`)
    expect(await correct(second, 'Irrtum')).toContain(`${number} is cancelled`)
    expect(await dueOf(number)).toEqual([])
    expect(await mails(id, 'withdrawn')).toEqual(['conflict-refunded', 'conflict-refunded'])
    expect(await brokenRules(database.db)).toEqual([])
  })

  test('leaves nothing behind with an order that has ended: what came besides goes back', async () => {
    for (const isLate of [false, true]) {
      const { id, number } = await ordered(byCourier)
      await order('money', number, '1.249', '--reference', `Eins ${number}`)
      await order('money', number, '700', '--reference', `Zwei ${number}`, '--surplus')
      await order('cancel', number, '--reason', 'Wunsch des Kunden', '--confirm')
      if (isLate) await order('money', number, '50', '--reference', `Drei ${number}`, '--surplus')
      const [first] = await entries(id)
      expect(await correct(first, 'Gehört zu einer anderen Bestellung')).toContain(
        `${number} is ${isLate ? 'conflict_refunded' : 'cancelled'}`,
      )
      expect((await dueOf(number)).join()).toContain('€700')
      expect(await brokenRules(database.db)).toEqual([])
    }
  })

  test('for goods that have left needs a second word; the order stays, with money missing', async () => {
    const { id, number } = await ordered(byCourier)
    await order('money', number, '1.249', '--reference', 'Auszug 11')
    await order('prepare', number)
    await order('ship', number, '--courier', 'Wertkurier', '--code', 'WK-1')
    const [entry] = await entries(id)
    expect(await correct(entry, 'Irrtum')).toMatch(/^✗ .* is shipped: .*€1,249 missing.*--confirm/)
    expect(await findOrderById(database.db, id)).toMatchObject({ receivedCents: 124_900 })
    expect(await correct(entry, 'Irrtum', '--confirm')).toContain(`${number} is shipped`)
    expect(await order()).toMatch(new RegExp(`${number}.*money €1,249 is missing, then deliver`))
    expect(await order('money', number, '1.249', '--reference', 'Auszug 12')).toContain('€0 still open')
    expect(await dueOf(number)).toEqual([])
  })

  test('is never what the provider reported; an online order paid otherwise by mistake has lapsed', async () => {
    const { db } = database
    const paid = await ordered({ payment: 'online' })
    const money = { orderId: paid.id, channel: 'online', reference: 'pi_9', amountCents: 120_000 } as const
    await settlePayment(db, money, settings)
    const [reported] = await entries(paid.id)
    expect(await correct(reported, 'Irrtum')).toMatch(/^✗ .* reported by the payment provider/)
    const { id, number, pieces } = await ordered({ payment: 'online' })
    await order('money', number, '1.200', '--reference', 'Kasse 9', '--channel', 'branch')
    const [entry] = await entries(id)
    expect(await correct(entry, 'Irrtum')).toContain(`${number} is expired`)
    expect(await statusOf(db, pieces[0] ?? '')).toBe('listed')
    expect(await mails(id, 'due')).not.toContain('confirmation')
    expect(await brokenRules(db)).toEqual([])
  })
})

describe('money for pieces that came back', () => {
  /** Two rings that were paid and sent, the first of which comes back, or both. */
  async function returned(back: 1 | 2) {
    const { id, number, token, pieces } = await ordered(byCourier, 2)
    const reference = `Auszug von ${number}`
    await order('money', number, '2.449', '--reference', reference)
    await order('prepare', number)
    await order('ship', number, '--courier', 'Wertkurier', '--code', 'WK-1')
    const parsed = parseDeclaration(
      formOf({
        ...{ name: 'Clara Beispiel', contract: number, email: 'clara@beispiel.example', comment: '' },
        ...{ submission: crypto.randomUUID(), order: token },
      }),
    )
    if (!parsed.ok) throw new Error('refused')
    await declareWithdrawal(
      database.db,
      { ...parsed.declaration, pieces: pieces.slice(0, back) },
      'de',
      settings,
    )
    await order('returned', number)
    await order('inspected', number)
    return { id, number, paid: (await entries(id))[0] }
  }
  const soleDue = (cents: number) => [expect.objectContaining({ reason: 'withdrawal', amountCents: cents })]

  test.each([
    [1, 120_000],
    [2, 244_900],
  ] as const)('is due again once a mistaken payment is booked aright: %i of two', async (back, cents) => {
    const { db } = database
    const { id, number, paid } = await returned(back)
    expect(await order('refund', number, '--confirm')).not.toMatch(/^✗/)
    expect(await refundsOf(db, id)).toEqual(soleDue(cents))
    expect(await correct(paid, 'Nummer vertippt', '--confirm')).not.toMatch(/^✗/)
    expect(await refundsOf(db, id)).toEqual([])
    expect(await brokenRules(db)).not.toContainEqual(expect.stringContaining('what came back'))
    const again = { orderId: id, channel: 'bank-transfer', amountCents: 244_900 } as const
    expect(await settlePayment(db, { ...again, reference: `Neu ${number}` }, settings)).toMatchObject({
      outcome: 'sent-back',
    })
    expect(await refundsOf(db, id)).toEqual(soleDue(cents))
    expect(await brokenRules(db)).toEqual([])
  })

  test('is promised only once it is there', async () => {
    const { db } = database
    const { id, number, paid } = await returned(2)
    await order('mails', 'send', number)
    await sendMails()
    expect(await correct(paid, 'Nummer vertippt', '--confirm')).not.toMatch(/^✗/)
    expect(await order('refund', number, '--confirm')).not.toMatch(/^✗/)
    expect(await refundsOf(db, id)).toEqual([])
    expect(await mails(id, 'due')).not.toContain('refund-planned')
    for (const [part, sum] of [
      [100_000, 100_000],
      [144_900, 244_900],
    ] as const) {
      const reference = `Neu ${number} ${part}`
      await settlePayment(
        db,
        { orderId: id, channel: 'bank-transfer', amountCents: part, reference },
        settings,
      )
      const due = await refundsOf(db, id)
      expect(due.reduce((all, { amountCents }) => all + amountCents, 0)).toBe(sum)
    }
    expect((await mails(id, 'due')).filter((kind) => kind === 'refund-planned')).toHaveLength(2)
    expect(await brokenRules(db)).toEqual([])
  })
})

test('entries are only ever added: the database changes none, and corrects each once', async () => {
  const { db } = database
  const { id } = await ordered(byCourier)
  const money = { orderId: id, channel: 'bank-transfer', reference: 'Auszug 20', amountCents: 1000 } as const
  await settlePayment(db, money, settings, staffNamed('Berta'))
  const entry = Number((await entries(id))[0])
  const counter = (changes: object) =>
    db
      .insertInto('money')
      .values({
        order_id: id,
        direction: 'in',
        channel: 'bank-transfer',
        reference: crypto.randomUUID(),
        amount_cents: -1000,
        corrects: entry,
        reason: 'Irrtum',
        ...changes,
      })
      .execute()
  await expect(counter({ amount_cents: -900 })).rejects.toThrow(/cannot be corrected/)
  await expect(counter({ direction: 'out' })).rejects.toThrow(/cannot be corrected/)
  await expect(counter({ reason: null })).rejects.toThrow(/correction_says_why/)
  await counter({})
  await expect(counter({})).rejects.toThrow(/cannot be corrected/)
  await expect(sql`delete from money where id = ${entry}`.execute(db)).rejects.toThrow(/is a record/)
  await expect(sql`update money set corrected_at = null where id = ${entry}`.execute(db)).rejects.toThrow(
    /is a record/,
  )
})
