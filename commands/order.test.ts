import { userInfo } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import type { OrderRequest } from '#app/shop/checkout/types.ts'
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { readSettings, type Settings, saveSetting } from '#app/shop/settings/settings.ts'
import { orderPageView } from '#app/storefront/order/order-view.ts'
import { addBranches } from '#tests/catalogue.ts'
import { addRings, claraBeispiel, orderRequest, placed, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { order as orderCommand } from './order.ts'

const database = testDatabase()
let db: Database
let settings: Settings
let next = 70_001

beforeAll(async () => {
  db = database.db
  await addBranches(db)
  settings = await readSettings(db)
})

/** What the command prints, or why it refuses. */
async function order(...words: string[]): Promise<string> {
  const env = { DATABASE_URL: database.connectionString, SITE_URL: 'https://shop.test' }
  const { code, out, err } = await typed(orderCommand, words, env)
  if (code === 0) return out.trimEnd()
  expect(err).not.toMatch(/^ {4}at /m)
  return err.split('\n')[0] ?? ''
}

async function ordered(changes: Partial<OrderRequest> = {}, count = 1) {
  const pieces = Array.from({ length: count }, () => String(next++))
  await addRings(db, pieces)
  const shipping = changes.delivery?.kind === 'courier' ? 4_900 : 0
  const request = orderRequest(pieces, 120_000 * count + shipping, changes)
  return { ...(await placed(db, request)), pieces }
}

const courier = { kind: 'courier', address: claraBeispiel } as const
const declaration = (order: string, pieces: string[]) => ({
  name: 'Clara Beispiel',
  contract: 'meine Bestellung',
  email: 'clara@beispiel.example',
  comment: '',
  submission: crypto.randomUUID(),
  order,
  pieces,
})

async function mailsAbout(id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('kind')
    .where((build) =>
      build.or([build('reason', 'like', `order:${id}:%`), build('reason', 'like', 'refund:%')]),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('the life of an order', () => {
  test('from the transfer in two parts to the refund of one piece, which is back with the shop', async () => {
    const { id, number, token, pieces } = await ordered({ delivery: courier }, 2)
    const [kept = '', returned = ''] = pieces
    expect(await order()).toMatch(new RegExp(`${number}.*money €2,449, lapses`))
    expect(await order('money', number, '1.000,00', '--reference', 'Auszug 1')).toContain('€1,449 still open')
    expect(await order('money', number, '1000', '--reference', 'Auszug 1')).toContain('nothing was changed')
    expect(await order('money', number, '2,000.00', '--reference', 'Auszug 2')).toMatch(/^✗ €2,000 is more/)
    expect(await order('money', number, '1,449.00', '--reference', 'Auszug 2')).toContain('the order is paid')
    expect(await order('prepare', number)).toContain('preparing')
    expect(await order('ship', number, '--courier', 'Wertkurier Nord', '--code', 'WK-77')).toContain(
      'shipped',
    )
    expect(await order('deliver', number)).toContain('delivered')
    await declareWithdrawal(db, declaration(token, [returned]), 'de', settings)
    expect(await order()).toMatch(new RegExp(`${number}.*withdrawal_requested.*returned, or no-return`))
    expect(await order('refund', number)).toMatch(/^✗ .* is withdrawal_requested and cannot take/)
    await order('returned', number)
    expect(await statusOf(db, returned)).toBe('returned')
    await order('inspected', number)
    const scratch = ['--reason', 'Neuer Kratzer']
    expect(await order('refund', number, '--deduct', '100,00')).toMatch(/^✗ --reason is missing/)
    expect(await order('refund', number, ...scratch)).toMatch(/^✗ --reason goes with --deduct/)
    expect(await order('refund', number, '--deduct', '9.999', ...scratch)).toMatch(
      /^✗ The deduction is higher/,
    )
    expect(await order('refund', number, '--deduct', '100,00', ...scratch)).toMatch(
      new RegExp(`^✗ For ${returned} of ${number} €1,100 of €1,200 goes back, €100 is kept.*Neuer Kratzer`),
    )
    expect(await order('show', number)).toContain('inspected')
    expect(await order('refund', number, '--deduct', '100,00', ...scratch, '--confirm')).toContain('refunded')
    expect([await statusOf(db, kept), await statusOf(db, returned)]).toEqual(['sold', 'intake'])
    const refunds = (await order('refunds')).split('\n').filter((line) => line.includes(number))
    expect(refunds).toEqual([expect.stringContaining('€1,100')])
    const refund = refunds[0]?.split(' ')[0] ?? ''
    expect(await order('refunded', refund, '--reference', 'Überweisung 17')).toContain('Recorded.')
    expect(await order('refunded', refund, '--reference', 'noch einmal')).toContain('recorded already')
    const shown = await order('show', number)
    for (const said of ['€2,449 by bank-transfer', 'Wertkurier Nord WK-77', `refund ${refund}: €1,100`]) {
      expect(shown).toContain(said)
    }
    expect(shown).toContain(`https://shop.test/de/bestellung/${token}`)
    expect(await mailsAbout(id)).toEqual([
      'acknowledgement',
      'staff-order',
      'confirmation',
      'payment-part',
      'payment-received',
      'order-shipped',
      'refund-planned',
      'refund-sent',
    ])
  })

  test('collected in a branch and paid there', async () => {
    const { number } = await ordered({ payment: 'in-branch' })
    expect(await order('ship', number, '--courier', 'x', '--code', 'y')).toMatch(/^✗ .*hand-over/)
    expect(await order('hand-over', number)).toMatch(/^✗ .* is awaiting_payment/)
    await order('money', number, '1200', '--reference', 'Kasse 12')
    expect(await order('ready', number)).toMatch(/hand-over$/m)
    expect(await order('ready', number)).toContain('told before')
    expect(await order('hand-over', number)).toContain('delivered')
    expect(await order('complete', number)).toMatch(/^✗ The buyer of .* may withdraw until \d{4}-/)
    expect(await order()).toMatch(new RegExp(`${number}.*completes by itself`))
    expect(await order('list', '--all')).toContain(number)
  })

  test('that the shop looks at before accepting it', async () => {
    await saveSetting(db, 'orders', { ...settings.orders, acceptance: 'by-staff' })
    const { number, pieces } = await ordered()
    await saveSetting(db, 'orders', settings.orders)
    expect(await order()).toMatch(new RegExp(`${number}.*accept$`, 'm'))
    expect(await order('accept', number, '--by', 'Anna Annahme')).toContain('money €1,200')
    expect(await order('show', number)).toContain('accepted by Anna Annahme')
    expect(await order('accept', number)).toMatch(/^✗ .* cannot be accepted/)
    expect(await order('cancel', number, '--reason', 'Doch verkauft', '--confirm')).toContain('cancelled')
    expect(await statusOf(db, pieces[0] ?? '')).toBe('listed')
  })

  test('paid too much, by a payment of another order, or through the provider', async () => {
    const [one, other] = [await ordered(), await ordered()]
    const online = await ordered({ payment: 'online' })
    await order('money', one.number, '1300', '--reference', 'Auszug 9', '--surplus')
    expect(await order()).toMatch(new RegExp(`${one.number}.*€100.*surplus`))
    expect(await order('money', other.number, '1200', '--reference', 'Auszug 9')).toMatch(
      new RegExp(`^✗ "Auszug 9" was counted for ${one.number}`),
    )
    expect(await order('money', online.number, '1200', '--reference', 'x')).toMatch(
      /^✗ .*--channel bank\|branch/,
    )
    expect(await order('money', online.number, '1200', '--reference', 'x', '--channel', 'branch')).toContain(
      'is paid',
    )
  })
})

test('histories name who did it, staff’s names only to staff', async () => {
  const { id, number, token } = await ordered({ delivery: courier })
  expect(await order('money', number, '1249', '--reference', 'Auszug 31', '--by', 'bank')).toMatch(
    /^✗ .*--channel bank/,
  )
  expect(await order('money', number, '1249', '--reference', 'Auszug 31', '--by', 'the shop\n')).toContain(
    'paid',
  )
  await order('prepare', number, '--by', 'Berta  Versand ')
  await order('ship', number, '--courier', 'Wertkurier', '--code', 'WK-1', '--by', 'Cem Lager')
  expect(await order('deliver', number, '--by', 'provider')).toMatch(/^✗ .*"provider" is not/)
  await order('deliver', number)
  await declareWithdrawal(db, declaration(token, []), 'de', settings)
  const shown = await order('show', number)
  for (const said of [
    'placed by the buyer',
    'accepted by the shop',
    '€1,249 in by the shop',
    'prepare by Berta Versand',
    'ship by Cem Lager',
    `deliver by account ${userInfo().username}`,
    'accepted by the shop, declared by the buyer',
    'request-withdrawal by the buyer',
  ]) {
    expect(shown).toContain(said)
  }
  const found = await findOrderById(db, id)
  if (!found) throw new Error('the order is gone')
  const history = (await orderHistory(db, id)).filter(
    (moment) => moment.kind !== 'step' || moment.event !== 'pay',
  )
  const facts = { order: found, history, invoices: [], refunds: [], pages: new Set<string>() }
  const page = orderPageView(facts, { settings, locale: 'de', apiUrl: '', now: new Date() })
  expect(JSON.stringify(page)).not.toMatch(/Berta|Cem/)
  for (const table of ['order_status_change', 'order_entry', 'money', 'withdrawal_answer'] as const) {
    await expect(
      db.updateTable(table).set({ actor: 'shop', actor_name: null }).execute(),
      table,
    ).rejects.toThrow(/is a record/)
  }
})

test('a declaration without the order’s link waits until staff say what it is', async () => {
  const { number, pieces } = await ordered({ payment: 'in-branch' }, 2)
  await order('money', number, '2400', '--reference', 'Kasse 13')
  const declare = async (contract: string) =>
    String(
      (await declareWithdrawal(db, { ...declaration('', []), order: null, contract }, 'de', settings)).number,
    )
  const known = await declare(`Bestellung ${number}`)
  const unknown = await declare('die Uhr vom Mai')
  expect(await order('withdrawals')).toMatch(new RegExp(`${known}.*${number} \\(paid\\)`))
  expect(await order('withdrawal', known, 'accept', '--pieces', '99999')).toMatch(/^✗ .* has no piece 99999/)
  expect(await order('withdrawal', known, 'accept', '--pieces', pieces[0] ?? '')).toContain('Accepted.')
  expect(await order('withdrawal', known, 'accept')).toMatch(
    /^✗ Declaration \d+ has been answered|^✗ There is/,
  )
  expect(await order('withdrawal', unknown, 'accept')).toMatch(/^✗ Say which order/)
  expect(await order('withdrawal', unknown, 'no-contract', '--note', 'Anderer Händler')).toContain(
    'Recorded.',
  )
  expect(await order('no-return', number)).toContain('inspected')
})

test('holds and mails are seen', async () => {
  await addRings(db, ['79999'])
  await holdProducts(db, { pieces: ['79999'], holder: 'somebody-at-the-checkout', client: null })
  expect(await order('holds')).toContain('79999')
  const { number } = await ordered()
  const mails = await order('mails')
  const line = mails.split('\n').findLast((each) => each.includes('confirmation')) ?? ''
  expect(line).toContain('clara@beispiel.example')
  expect(await order('mails', 'retry', line.split(' ')[0] ?? '')).toContain('sent again')
  expect(await order('mails', 'retry', '999999')).toMatch(/^✗ No mail 999999/)
  expect(number).toMatch(/^RG-/)
})

test.each([
  ['ship', 'RG-2026-00001'],
  ['show', '42'],
  ['money', 'RG-2026-00001', 'viel', '--reference', 'x'],
  ['money', 'RG-2026-00001', '0', '--reference', 'x'],
  ['money', 'RG-2026-00001', '5'],
  ['money', 'RG-2026-00001', '5', '--reference', ' '],
  ['ship', 'RG-2026-00001', '--courier', 'x', '--code', 'y', '--url', 'javascript:alert(1)'],
  ['show', 'RG-2026-00001', 'RG-2026-00002'],
  ['show', 'RG-2026-00001', '--all'],
  ['dance'],
  ['--what'],
  ['show', 'RG-1999-00001'],
])('nonsense is refused with a reason: %s %s %s %s', async (...words) => {
  expect(await order(...words)).toMatch(/^✗ .{10,}/)
})
