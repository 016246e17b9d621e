import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings, countStatements } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { noStories } from '#tests/no-stories.ts'
import { receiveCheckout } from './checkout-action.ts'
import { enterCheckout } from './checkout-view.ts'

const database = testDatabase()

// A distance sale within the EU asks what was sold abroad before, and waits for others that count.
test.each([
  ['collected in a branch', '50001', { delivery: 'collection.koeln' }, '120000'],
  [
    'sent to a consumer in Austria',
    '50002',
    { delivery: 'courier', country: 'AT', postalCode: '1010' },
    '124900',
  ],
])(
  'from opening the page to the placed order there are at most twelve statements, none twice: %s',
  async (_, piece, way, total) => {
    await loadSettings(database.db, 'db/demo/settings.yaml')
    await addRings(database.db, [piece])
    await sql`update product set tax_mode = 'standard_19'`.execute(database.db)
    const { statements } = await countStatements(database.connectionString, async (db) => {
      const env = { SITE_URL: 'http://shop.test' }
      const app = { db, stories: noStories, payment: { payments: null }, env, now: () => new Date() } as App
      const address = 'http://shop.test/de/checkout'
      const open = new Request(address, { headers: { cookie: `cart=${piece}` } })
      const { holder, view } = await enterCheckout(app, open, 'somewhere')
      expect(view.lines).toHaveLength(1)
      const body = new URLSearchParams({
        intent: 'order',
        piece,
        submission: view.submission,
        total,
        email: 'clara@beispiel.example',
        name: 'Clara Beispiel',
        street: 'Domstraße 1',
        postalCode: '50668',
        city: 'Köln',
        country: 'DE',
        payment: 'bank-transfer',
        ...way,
      })
      const cookie = `cart=${piece}; checkout=${holder.token}.${holder.visit}`
      const request = new Request(address, { method: 'POST', headers: { cookie }, body })
      const answer = await receiveCheckout({ app, request, client: 'somewhere', locale: 'de' })
      expect(answer).toMatchObject({ status: 303 })
    })
    expect(new Set(statements).size).toBe(statements.length)
    expect(statements.length).toBeLessThanOrEqual(12)
  },
)
