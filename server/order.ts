import { resolve } from 'node:path'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { readEnv } from '#app/platform/env.ts'
import { runCommand } from './command.ts'
import { runOrderCommand } from './office/order-command.ts'
import { parseOrderWords } from './office/order-words.ts'

/** `npm run order`: what staff do with orders, also while the shop runs. Without words it shows what waits. */
await runCommand(async () => {
  // What is not understood is told before a database is started for it.
  const wish = parseOrderWords(process.argv.slice(2))
  const env = readEnv(process.env)
  const server = env.DATABASE_URL ? null : await startEmbeddedPostgres(env.DATA_DIR)
  const connectionString = env.DATABASE_URL ?? (server?.connectionString as string)
  try {
    await migrate(connectionString, { directory: resolve('db/migrations') })
    const db = openDatabase(connectionString, { maxConnections: 2 })
    try {
      const lines = await runOrderCommand(db, wish, { siteUrl: env.SITE_URL })
      process.stdout.write(`${lines.join('\n')}\n`)
    } finally {
      await db.destroy()
    }
  } finally {
    await server?.stop()
  }
})
