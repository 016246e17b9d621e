import { beforeAll, expect, test } from 'vitest'
import { sendDueMails, withdrawMails } from '#app/platform/mail-outbox.ts'
import { readSettings, saveSetting } from '#app/shop/settings/settings.ts'
import { addBranches } from '#tests/catalogue.ts'
import { passMinutes } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'
import { settlePayment } from './settle-payment.ts'

const database = testDatabase()
const { order, ordered, entries, mails, sendMails } = orderShop(database, 61_001)

beforeAll(() => addBranches(database.db))

test('mails about money that staff enter wait some minutes, or for a press; the provider’s do not', async () => {
  const { id, number } = await ordered(byCourier)
  await sendMails()
  const told = await order('money', number, '400', '--reference', 'Auszug 1')
  expect(told).toContain(`told in 5 minutes; at once: npm run order -- mails send ${number}`)
  expect([await mails(id, 'due'), await mails(id, 'waiting')]).toEqual([[], ['payment-part']])
  expect(await order('mails')).toMatch(/payment-part.*waits until \d{4}-/)
  expect(await order('mails', 'send', number.toLowerCase())).toBe('One mail goes out now.')
  expect(await order('mails', 'send', number)).toBe('No mail about it waits.')
  expect(await mails(id, 'due')).toEqual(['payment-part'])
  expect(await order('mails', 'send', 'RG-1999-00001')).toMatch(/^✗ There is no order/)

  await sendMails()
  await order('money', number, '1.000', '--reference', 'Auszug 2', '--surplus')
  expect(await mails(id, 'due')).toEqual(['staff-surplus'])
  expect(await mails(id, 'waiting')).toEqual(['payment-received', 'surplus-refunded'])
  await passMinutes(database.db, 6)
  expect(await mails(id, 'due')).toEqual(['payment-received', 'surplus-refunded', 'staff-surplus'])

  const online = await ordered({ payment: 'online' })
  const settings = await readSettings(database.db)
  const money = { orderId: online.id, channel: 'online', reference: 'pi_1', amountCents: 120_000 } as const
  await settlePayment(database.db, money, settings)
  expect(await mails(online.id, 'due')).toContain('confirmation')
})

test('how long is a setting, and a refund that was sent waits as well', async () => {
  const { id, number } = await ordered({ payment: 'in-branch' })
  const settings = await readSettings(database.db)
  await saveSetting(database.db, 'orders', { ...settings.orders, mailDelayMinutes: 0 })
  expect(await order('money', number, '1.300', '--reference', 'Kasse 1', '--surplus')).toContain(
    'The buyer is told.',
  )
  expect(await mails(id, 'due')).toContain('payment-received')
  await saveSetting(database.db, 'orders', { ...settings.orders, mailDelayMinutes: 30 })
  const [refund = ''] =
    (await order('refunds'))
      .split('\n')
      .find((line) => line.includes(number))
      ?.split(' ') ?? []
  expect(await order('refunded', refund, '--reference', 'Kasse 2')).toContain('told in 30 minutes')
  expect(await mails(id, 'waiting')).toEqual(['refund-sent'])
  await saveSetting(database.db, 'orders', settings.orders)
})

test('a mail that was taken back is never sent, but listed', async () => {
  const { db } = database
  const { id, number } = await ordered(byCourier)
  await order('money', number, '400', '--reference', 'Auszug 5')
  const [entry = ''] = await entries(id)
  expect(await withdrawMails(db, `money:${entry}`)).toEqual({ told: false })
  await passMinutes(db, 60)
  const written: string[] = []
  const options = {
    transport: { send: async () => undefined, close: () => undefined },
    write: async ({ kind }: { kind: string }) => {
      written.push(kind)
      return { subject: kind, html: '', plain: '', attachments: [] }
    },
    from: async () => 'shop@shop.test',
    log: { warn: () => undefined, error: () => undefined },
  }
  while ((await sendDueMails(db, options as never)) > 0);
  expect(written).toContain('confirmation')
  expect(await mails(id, 'withdrawn')).toEqual(['payment-part'])
  expect(await mails(id, 'sent')).not.toContain('payment-part')
  const line = (await order('mails', '--all')).split('\n').find((each) => each.includes('withdrawn')) ?? ''
  expect(line).toContain('payment-part')
  expect(await order('mails', 'retry', line.split(' ')[0] ?? '')).toMatch(/^✗ No mail/)
})
