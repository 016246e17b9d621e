import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { reconcilePayments } from '#app/shop/checkout/payment-page.ts'
import { refundsOf } from '#app/shop/checkout/refund.ts'
import { declareWithdrawal, openWithdrawals } from '#app/shop/checkout/withdrawal.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { openPaymentShop } from '#tests/payment-shop.ts'
import { typed } from '#tests/run-typed-command.ts'
import { order as orderCommand } from './order.ts'

const database = testDatabase()
let till: Awaited<ReturnType<typeof openPaymentShop>>

beforeAll(async () => {
  till = await openPaymentShop(database.db, { firstPiece: 64_001 })
})
afterAll(() => till.stripe.stop())

/** What staff read; without a provider it cannot be asked. */
async function staff(given: string[], { asked = true } = {}) {
  const { secretKey, webhookSecret, apiBase } = till.stripe
  const provider = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
  }
  const env = {
    DATABASE_URL: database.connectionString,
    SITE_URL: 'http://shop.test',
    ...(asked && provider),
  }
  const { code, out, err } = await typed(orderCommand, [...given, '--by', 'Berta Kasse'], env)
  return code === 0 ? out : err
}

const cancel = (number: string, words: string[] = [], options = {}) =>
  staff(['cancel', number, '--reason', 'Doch verkauft', ...words], options)

const money = (number: string, amount: string, words: string[] = [], options = {}) =>
  staff(['money', number, amount, '--reference', `Auszug ${number}`, '--channel', 'bank', ...words], options)

/** A declaration that waits for staff: nobody has made it on the order's own page. */
async function declared(number: string) {
  const declaration = {
    name: 'Clara Beispiel',
    contract: number,
    email: 'clara@beispiel.example',
    comment: '',
    submission: crypto.randomUUID(),
    pieces: [],
    order: null,
  }
  const settings = await readSettings(database.db)
  return String((await declareWithdrawal(database.db, declaration, 'de', settings)).number)
}

const pageOf = (order: { session: string }) => till.stripe.sessions.get(order.session)?.status
const totalOf = async (id: number) => String(((await findOrderById(database.db, id))?.totalCents ?? 0) / 100)

/** What arrived, less what goes back. */
async function keptOf(id: number) {
  const order = await findOrderById(database.db, id)
  const back = (await refundsOf(database.db, id)).reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (order?.receivedCents ?? 0) - back
}

const statusOfOrder = async (id: number) => (await findOrderById(database.db, id))?.status

test('staff cancel an order that may be paid online once its page is closed', async () => {
  const order = await till.started()
  expect(await cancel(order.number)).toMatch(/^✗ .*Its payment page is closed first\. Nothing was changed/)
  expect(till.stripe.sessions.get(order.session)?.status).toBe('open')
  expect(await cancel(order.number, ['--confirm'])).toContain('cancelled')
  expect(till.stripe.sessions.get(order.session)?.status).toBe('expired')
  expect(await till.stripe.pay(order.session)).toBe(false)
  expect(await statusOfOrder(order.id)).toBe('cancelled')
})

test('what the buyer has paid meanwhile is not cancelled, and counts', async () => {
  const order = await till.started()
  await till.stripe.pay(order.session)
  expect(await cancel(order.number)).toContain('The buyer has paid, or the money is on its way')
  expect(await cancel(order.number, ['--confirm'])).toMatch(/^✗ .*has paid.*Nothing was cancelled/)
  expect(await statusOfOrder(order.id)).toBe('paid')
})

test('where the provider cannot be asked that is said, and it needs the second word', async () => {
  const order = await till.started()
  expect(await cancel(order.number, [], { asked: false })).toMatch(/^✗ .*provider cannot be asked.*--confirm/)
  expect(await statusOfOrder(order.id)).toBe('awaiting_payment')
  expect(await cancel(order.number, ['--confirm'], { asked: false })).toContain('could not be asked')
  expect(await statusOfOrder(order.id)).toBe('cancelled')
  // Nobody was sent to a page of this one.
  const never = await till.ordered()
  expect(await cancel(never.number, [], { asked: false })).not.toContain('provider')
  expect(await cancel(never.number, ['--confirm'], { asked: false })).not.toContain('could not')
  expect(await statusOfOrder(never.id)).toBe('cancelled')
})

test('a withdrawal that staff accept closes the page of its unpaid order', async () => {
  const order = await till.started()
  const number = await declared(order.number)
  expect(await staff(['withdrawal', number, 'accept'])).toContain('Accepted')
  expect(await statusOfOrder(order.id)).toBe('cancelled')
  expect(pageOf(order)).toBe('expired')
  expect(await till.stripe.pay(order.session)).toBe(false)
})

test('a withdrawal of what was paid in that moment is left unanswered, then accepted of the paid order', async () => {
  const order = await till.started()
  const number = await declared(order.number)
  await till.stripe.pay(order.session)
  expect(await staff(['withdrawal', number, 'accept'])).toMatch(/^✗ .*has paid.*was not accepted/)
  expect(await statusOfOrder(order.id)).toBe('paid')
  expect((await openWithdrawals(database.db)).map(({ id }) => String(id))).toContain(number)
  expect(await staff(['withdrawal', number, 'accept'])).toContain('Accepted')
  expect(await statusOfOrder(order.id)).toBe('withdrawal_requested')
})

test('a withdrawal while money is on its way, or nobody can say so, needs the second word', async () => {
  const pending = await till.started()
  const first = await declared(pending.number)
  await till.stripe.pay(pending.session, { delayed: true })
  expect(await staff(['withdrawal', first, 'accept'])).toMatch(/^✗ .*on its way.*--confirm/)
  expect(await statusOfOrder(pending.id)).toBe('awaiting_payment')
  expect(await staff(['withdrawal', first, 'accept', '--confirm'])).toContain('goes back')
  expect(await statusOfOrder(pending.id)).toBe('cancelled')
  await till.stripe.finish(pending.session, true)
  await till.waitSeconds(3600)
  await reconcilePayments(till.shop)
  expect(await statusOfOrder(pending.id)).toBe('conflict_refunded')
  expect(await keptOf(pending.id)).toBe(0)

  const unasked = await till.started()
  const second = await declared(unasked.number)
  expect(await staff(['withdrawal', second, 'accept'], { asked: false })).toMatch(
    /^✗ .*provider cannot be asked.*--confirm/,
  )
  expect(await statusOfOrder(unasked.id)).toBe('awaiting_payment')
  expect(await staff(['withdrawal', second, 'accept', '--confirm'], { asked: false })).toContain(
    'could not be asked',
  )
  expect(await statusOfOrder(unasked.id)).toBe('cancelled')
})

test.each(['bank', 'branch'])('money by %s that pays an online order closes its page', async (channel) => {
  const order = await till.started()
  if (channel === 'branch') {
    const said = ['--channel', channel, '--reference', 'Teil']
    expect(await money(order.number, '100', said)).toMatch(/^✗ .*is sent: say in which branch.*--branch/)
    expect(await money(order.number, '100', [...said, '--branch', 'mond'])).toMatch(
      /^✗ There is no branch mond/,
    )
  }
  const how = ['--channel', channel, ...(channel === 'branch' ? ['--branch', 'koeln'] : [])]
  expect(await money(order.number, '100', [...how, '--reference', 'Teil'])).toContain(
    'its payment page asks for the whole sum',
  )
  expect(pageOf(order)).toBe('open')
  const rest = String(Number(await totalOf(order.id)) - 100)
  expect(await money(order.number, rest, how)).toContain('the order is paid')
  expect(pageOf(order)).toBe('expired')
  expect(await till.stripe.pay(order.session)).toBe(false)
  expect(await keptOf(order.id)).toBe(Math.round(Number(await totalOf(order.id)) * 100))
})

test('money for what the buyer has paid online in that moment is not counted but as too much', async () => {
  const order = await till.started()
  await till.stripe.pay(order.session)
  const total = await totalOf(order.id)
  expect(await money(order.number, total)).toMatch(/^✗ .*has paid.*--surplus/)
  expect(await statusOfOrder(order.id)).toBe('paid')
  expect(await money(order.number, total, ['--surplus'])).toContain('goes back')
  expect(await keptOf(order.id)).toBe(Math.round(Number(total) * 100))
})

test('money for what is being paid online needs the second word; what comes later goes back', async () => {
  const order = await till.started()
  const total = await totalOf(order.id)
  await till.stripe.pay(order.session, { delayed: true })
  expect(await money(order.number, total)).toMatch(/^✗ .*on its way.*--confirm/)
  expect(await statusOfOrder(order.id)).toBe('awaiting_payment')
  expect(await keptOf(order.id)).toBe(0)
  expect(await money(order.number, total, ['--confirm'])).toContain('the order is paid')
  await till.stripe.finish(order.session, true)
  await till.waitSeconds(3600)
  await reconcilePayments(till.shop)
  expect(await keptOf(order.id)).toBe(Math.round(Number(total) * 100))

  const unasked = await till.started()
  expect(await money(unasked.number, total, [], { asked: false })).toMatch(/^✗ .*cannot be asked.*--confirm/)
  expect(await money(unasked.number, total, ['--confirm'], { asked: false })).toContain('could not be asked')
  expect(await statusOfOrder(unasked.id)).toBe('paid')
  // The running shop closes it as soon as the provider answers again.
  await till.waitSeconds(3600)
  await reconcilePayments(till.shop)
  expect(pageOf(unasked)).toBe('expired')
})

test('an order that lapses as its money was booked by mistake has no open page either', async () => {
  const order = await till.started()
  await money(order.number, await totalOf(order.id), ['--confirm'], { asked: false })
  expect(pageOf(order)).toBe('open')
  const shown = await staff(['show', order.number])
  const entry = /entry (\d+)/.exec(shown)?.[1] ?? ''
  expect(await staff(['correct', entry, '--reason', 'Gehört woandershin'])).toContain('is expired')
  expect(pageOf(order)).toBe('expired')
})

test('a payment that comes as the booked money is taken back makes the order paid by it', async () => {
  const order = await till.started()
  const total = await totalOf(order.id)
  await money(order.number, total, ['--confirm'], { asked: false })
  const entry = /entry (\d+)/.exec(await staff(['show', order.number]))?.[1] ?? ''
  await till.stripe.pay(order.session)
  expect(await staff(['correct', entry, '--reason', 'Gehört woandershin'])).toContain('paid online')
  expect(await statusOfOrder(order.id)).toBe('paid')
  expect(await keptOf(order.id)).toBe(Math.round(Number(total) * 100))
})

test('a paid order whose page was left open is cancelled with its page', async () => {
  const order = await till.started()
  await money(order.number, await totalOf(order.id), ['--confirm'], { asked: false })
  expect(await cancel(order.number, ['--confirm'])).toContain('cancelled')
  expect(pageOf(order)).toBe('expired')
})
