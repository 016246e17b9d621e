import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { ownSecret } from '#app/platform/secrets.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { test as base, expect } from './shop.ts'

export { expect }

/** What staff do behind the counter, on the running shop's own database. */
export type Counter = {
  db: ReturnType<typeof openDatabase>
  settings: Settings
  secret: string
  by: string
}

export const test = base.extend<object, { counter: Counter }>({
  counter: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures are asked for by destructuring
    async ({}, use) => {
      const dataDir = process.env.SHOP_DATA_DIR
      if (!dataDir) throw new Error('SHOP_DATA_DIR names the data directory of the shop under test')
      // The running shop's server is found and left running.
      const postgres = await startEmbeddedPostgres(dataDir)
      const db = openDatabase(postgres.connectionString, { maxConnections: 2 })
      await use({
        db,
        settings: await readSettings(db),
        secret: ownSecret(dataDir, 'session-secret'),
        by: 'Berta Einkauf',
      })
      await db.destroy()
      await postgres.stop()
    },
    { scope: 'worker' },
  ],
})
