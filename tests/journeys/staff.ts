import type { Database } from '#app/platform/database/database.ts'
import { ownSecret } from '#app/platform/secrets.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { test as base, expect } from './shop.ts'
import { shopDatabase, shopDirectory } from './shop-database.ts'

export { expect }

/** What staff do behind the counter, on the running shop's own database. */
export type Counter = { db: Database; settings: Settings; secret: string; by: string }

export const test = base.extend<object, { counter: Counter }>({
  counter: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures are asked for by destructuring
    async ({}, use) => {
      const { db, close } = await shopDatabase()
      const secret = ownSecret(shopDirectory(), 'session-secret')
      await use({ db, settings: await readSettings(db), secret, by: 'Berta Einkauf' })
      await close()
    },
    { scope: 'worker' },
  ],
})
