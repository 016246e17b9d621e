import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { holdProducts, pieceStates } from '#app/shop/checkout/hold.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addStaff } from '#app/shop/staff/accounts.ts'
import { guessLimit } from '#app/shop/staff/guesses.ts'
import { createLink, setPasswordByLink } from '#app/shop/staff/links.ts'
import { addRings, orderFields, orderRequest } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { demoContent } from '#tests/demo-content.ts'
import { startFakeStripe } from '#tests/fakes/stripe.ts'
import { type Get, servedPages } from '#tests/served-pages.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'

/** One person's requests come to either of two machines, as a proxy without sticky sessions sends them. */
const content = demoContent()
const home = temporaryFolder()
const password = 'ein langer Satz'
const machines: { app: App; ask: Get }[] = []

beforeAll(async () => {
  await loadAllMessages()
  for (const name of ['a', 'b']) {
    const { app, connectionString } = content
    const db = openDatabase(connectionString, { maxConnections: 4 })
    const env = { ...app.env, DATA_DIR: join(home, name) }
    const own = { ...app, db, env, payment: { ...app.payment, db } }
    machines.push({ app: own, ask: servedPages(own) })
  }
})
afterAll(async () => {
  for (const { app } of machines) await app.db.destroy()
})

function two() {
  const [a, b] = machines
  if (!a || !b) throw new Error('The machines exist only inside tests')
  return { a, b }
}

const act = (ask: Get, name: string, input: unknown, cookie = '') =>
  ask(
    `/office/act/accounts.${name}`,
    { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    { method: 'POST', body: JSON.stringify(input) },
  )

const account = async (ask: Get, cookie: string) => (await ask('/office/data/account', { cookie })).status

async function member(email: string) {
  const { db } = content.app
  const added = await addStaff(db, { name: 'Ada', email, role: 'owner', locale: 'de' })
  if (!added.ok) throw new Error(added.reason)
  const token = await createLink(db, { staffId: added.id, purpose: 'invitation' })
  expect(await setPasswordByLink(db, { siteUrl: 'https://shop.example', token, password })).toMatchObject({
    ok: true,
  })
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

async function signedIn(ask: Get, email: string): Promise<string> {
  const answer = await act(ask, 'sign-in', { email, password, code: null })
  expect(answer.status).toBe(200)
  return cookiesOf(answer)
}

test('who signed in at one machine works at the other, until signing out at the first', async () => {
  const { a, b } = two()
  await member('ada@laden.example')
  const cookie = await signedIn(a.ask, 'ada@laden.example')
  expect([await account(b.ask, cookie), await account(a.ask, cookie)]).toEqual([200, 200])
  expect((await act(a.ask, 'sign-out', {}, cookie)).status).toBe(200)
  expect([await account(b.ask, cookie), await account(a.ask, cookie)]).toEqual([401, 401])
})

test('a password changed at one machine ends the other sessions at both', async () => {
  const { a, b } = two()
  await member('berta@laden.example')
  const [here, there] = [
    await signedIn(a.ask, 'berta@laden.example'),
    await signedIn(b.ask, 'berta@laden.example'),
  ]
  expect(await account(b.ask, there)).toBe(200)
  const changed = await act(a.ask, 'change-password', { password: 'ein anderer langer Satz' }, here)
  expect(await changed.json()).toMatchObject({ ok: true })
  expect([await account(b.ask, there), await account(a.ask, there)]).toEqual([401, 401])
  expect(await account(b.ask, cookiesOf(changed))).toBe(200)
})

test('wrong passwords tried at both machines in turn count together', async () => {
  const { a, b } = two()
  const wrong = { email: 'nobody@laden.example', password: 'falsch geraten', code: null }
  const reasons: string[] = []
  for (let guess = 0; guess < guessLimit.most + 2; guess += 1) {
    const answer = await act(guess % 2 === 0 ? a.ask : b.ask, 'sign-in', wrong)
    reasons.push(((await answer.json()) as { reason: string }).reason)
  }
  expect(reasons).toEqual([...Array(guessLimit.most).fill('wrong'), 'too-many', 'too-many'])
})

test('a hold made at one machine is kept at the other, and one form sent to both is one order', async () => {
  const { a, b } = two()
  const piece = '73001'
  await addRings(a.app.db, [piece])
  const hold = (app: App, holder: string) => holdProducts(app.db, { pieces: [piece], holder, client: null })
  const [me, another] = ['m'.repeat(32), 'a'.repeat(32)]
  await hold(a.app, me)
  const states = (app: App, holder: string) => pieceStates(app.db, { pieces: [piece], holder })
  expect((await states(b.app, me)).get(piece)).toBe('yours')
  expect((await states(b.app, another)).get(piece)).toBe('reserved')
  await hold(b.app, another)
  expect((await states(a.app, me)).get(piece)).toBe('yours')
  const settings = await readSettings(b.app.db)
  const taking = { holder: me, client: null, online: true, settings }
  const request = orderRequest([piece], 120_000)
  const [one, other] = await Promise.all([
    placeOrder(a.app.db, request, taking),
    placeOrder(b.app.db, request, taking),
  ])
  if (!one.ok || !other.ok) throw new Error(JSON.stringify([one, other]))
  expect(one.order.number).toBe(other.order.number)
  const orders = await b.app.db
    .selectFrom('order_line')
    .select('order_id')
    .where('product_id', '=', piece)
    .execute()
  expect(orders).toHaveLength(1)
  expect(await brokenRules(b.app.db)).toEqual([])
})

const site = 'http://localhost:3000'
const send = (ask: Get, address: string, fields: Record<string, string>, cookie = '') =>
  ask(address, { origin: site, cookie }, { method: 'POST', body: new URLSearchParams(fields) })
const placeOf = (answer: Response) => [answer.status, answer.headers.get('location')] as const

test('a checkout goes on at the other machine, and its form sent to both at once is one order', async () => {
  const { a, b } = two()
  const piece = '73002'
  await addRings(a.app.db, [piece])
  const opened = async (ask: Get, cookie: string) => {
    const answer = await ask('/de/checkout', { cookie })
    return { html: await answer.text(), cookie: `${cookie}; ${cookiesOf(answer)}` }
  }
  const submissionIn = (html: string) => /name="submission" value="([^"]+)"/.exec(html)?.[1]
  const begun = await opened(a.ask, `cart=${piece}`)
  expect(submissionIn(begun.html)).toBeTruthy()
  expect(submissionIn((await opened(b.ask, `cart=${piece}`)).html)).toBeUndefined()
  const goneOn = await opened(b.ask, begun.cookie)
  const fields = orderFields(piece, { submission: submissionIn(goneOn.html) ?? '' })
  const answers = await Promise.all(
    [a, b].map(({ ask }) => send(ask, '/de/checkout', fields, goneOn.cookie).then(placeOf)),
  )
  expect(answers[0]).toEqual([303, expect.stringMatching(/^\/de\/checkout\/success\?order=/)])
  expect(answers[1]).toEqual(answers[0])
  const orders = await a.app.db
    .selectFrom('order_line')
    .innerJoin('shop_order', 'shop_order.id', 'order_line.order_id')
    .select('shop_order.number')
    .where('product_id', '=', piece)
    .execute()
  expect(orders).toHaveLength(1)
  for (const { ask } of [a, b])
    expect(await (await ask(String(answers[0]?.[1]))).text()).toContain(orders[0]?.number)
  expect(await brokenRules(b.app.db)).toEqual([])
})

test('a withdrawal sent to both machines at once is declared once', async () => {
  const { a, b } = two()
  const fields = {
    submission: crypto.randomUUID(),
    name: 'Anna Beispiel',
    contract: 'Ring vom Samstag',
    email: 'anna@beispiel.example',
    step: 'confirm',
  }
  const answers = await Promise.all(
    [a, b].map(({ ask }) => send(ask, '/de/vertrag-widerrufen', fields).then(placeOf)),
  )
  expect(answers).toEqual(Array(2).fill([302, `/de/vertrag-widerrufen?received=${fields.submission}`]))
  const shown = async (ask: Get) => (await ask(String(answers[0]?.[1]))).text()
  expect(await shown(b.ask)).toContain(fields.contract)
  expect(await shown(a.ask)).toContain(fields.contract)
  const declared = await a.app.db
    .selectFrom('withdrawal')
    .select('id')
    .where('contract', '=', fields.contract)
    .execute()
  expect(declared).toHaveLength(1)
})

test('a payment that the provider tells both machines of at once, and again, is one', async () => {
  const stripe = await startFakeStripe()
  onTestFinished(() => stripe.stop())
  const asks = await Promise.all(
    machines.map(async ({ app }) =>
      servedPages({ ...app, payment: { ...app.payment, payments: await openStripe(stripe) } }),
    ),
  )
  const [here, there] = asks as [Get, Get]
  const { db } = content.app
  const piece = '73003'
  await addRings(db, [piece])
  const opened = await here('/de/checkout', { cookie: `cart=${piece}` })
  const cookie = `cart=${piece}; ${cookiesOf(opened)}`
  await opened.arrayBuffer()
  const ordered = await send(here, '/de/checkout', orderFields(piece, { payment: 'online' }), cookie)
  const page = String(ordered.headers.get('location'))
  expect([ordered.status, page]).toEqual([303, expect.stringMatching(/&payment=start\b/)])
  const ways = await Promise.all([here, there].map(async (ask) => (await ask(page, { cookie })).text()))
  // Both lead to the one page of the provider.
  const [session = ''] = stripe.sessions.keys()
  expect(stripe.sessions.size).toBe(1)
  for (const html of ways) expect(html).toContain(`${stripe.apiBase}/pay/${session}`)
  await stripe.pay(session)
  const body = JSON.stringify(stripe.events[0])
  const notice = (ask: Get) =>
    ask('/api/webhooks/stripe', { 'stripe-signature': stripe.sign(body) }, { method: 'POST', body })
  const answers = await Promise.all([here, there, here, there].map((ask) => notice(ask)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const order = await db
    .selectFrom('shop_order')
    .innerJoin('order_line', 'order_line.order_id', 'shop_order.id')
    .select(['shop_order.id', 'status'])
    .where('product_id', '=', piece)
    .executeTakeFirstOrThrow()
  expect([order.status, stripe.captures]).toEqual(['paid', 1])
  const mails = await db
    .selectFrom('mail_outbox')
    .select('kind')
    .where('reason', 'like', `order:${order.id}:%`)
    .execute()
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['acknowledgement', 'confirmation', 'staff-order'])
  expect(await brokenRules(db)).toEqual([])
})
