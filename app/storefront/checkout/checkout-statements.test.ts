import { expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { addRings, countStatements } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { receiveCheckout } from './checkout-action.ts'
import { enterCheckout } from './checkout-view.ts'

const database = testDatabase()

test('from opening the page to the placed order there are at most twelve statements, none twice', async () => {
  await addRings(database.db, ['50001'])
  const { statements } = await countStatements(database.connectionString, async (db) => {
    const app = { db, payment: { payments: null }, env: { SITE_URL: 'http://shop.test' } } as App
    const address = 'http://shop.test/de/checkout'
    const open = new Request(address, { headers: { cookie: 'cart=50001' } })
    const { holder, view } = await enterCheckout(app, open, 'somewhere')
    expect(view.lines).toHaveLength(1)
    const body = new URLSearchParams({
      intent: 'order',
      piece: '50001',
      submission: view.submission,
      total: '120000',
      email: 'clara@beispiel.example',
      name: 'Clara Beispiel',
      street: 'Domstraße 1',
      postalCode: '50668',
      city: 'Köln',
      country: 'DE',
      delivery: 'collection.koeln',
      payment: 'bank-transfer',
    })
    const cookie = `cart=50001; checkout=${holder.token}.${holder.visit}`
    const request = new Request(address, { method: 'POST', headers: { cookie }, body })
    const answer = await receiveCheckout({ app, request, client: 'somewhere', locale: 'de' })
    expect(answer).toMatchObject({ status: 303 })
  })
  expect(new Set(statements).size).toBe(statements.length)
  expect(statements.length).toBeLessThanOrEqual(12)
})
