import { expect, test } from 'vitest'
import deMails from '#app/language/messages/de/office/mails.json'
import deOrders from '#app/language/messages/de/office/orders.json'
import deToday from '#app/language/messages/de/office/today.json'
import enMails from '#app/language/messages/en/office/mails.json'
import enOrders from '#app/language/messages/en/office/orders.json'
import enToday from '#app/language/messages/en/office/today.json'
import { query, text } from '#app/platform/database/statement.ts'
import { mailKinds } from '#app/shop/mail-kinds.ts'
import { testDatabase } from '#tests/database.ts'

const database = testDatabase()

// Screens fall back on the key itself, for another release may know more: of this one every key has its words.
const languages = [
  { locale: 'de', mails: deMails, orders: deOrders, today: deToday },
  { locale: 'en', mails: enMails, orders: enOrders, today: enToday },
] as const

for (const { locale, mails, orders, today } of languages) {
  test(`every kind of mail has its name in the list of mails (${locale})`, () => {
    expect(Object.keys(mailKinds).filter((kind) => !(kind in mails.kinds))).toEqual([])
  })

  test(`every mail about an order has its name in the order's history (${locale})`, () => {
    const about = Object.entries(mailKinds)
      .filter(([, { shape }]) => 'order' in shape || 'withdrawal' in shape)
      .map(([kind]) => kind)
    expect(about).toContain('branch-sale')
    expect(about.filter((kind) => !(kind in orders.mailKinds))).toEqual([])
  })

  test(`every step of pieces, orders and purchases that Today tells of has its words (${locale})`, async () => {
    const steps = await query(database.db, { kind: text, event: text })`
      select distinct 'piece' as kind, event from product_step where event not in ('reserve', 'release')
      union select distinct 'order', event from order_step
      union select distinct 'purchase', event from sell_step`
    const words: Record<string, object> = {
      piece: today.events.piece,
      order: today.events.order,
      purchase: today.events.purchase,
    }
    expect(steps.length).toBeGreaterThan(30)
    expect(steps.filter(({ kind, event }) => !(event in (words[kind] ?? {})))).toEqual([])
  })
}
