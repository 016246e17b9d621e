import { resolve } from 'node:path'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { type Env, readEnv } from '#app/platform/env.ts'
import { runCommand } from './command.ts'

/**
 * Runs a command on the shop's database, beside a running shop or alone. What `read` makes of the words is known before
 * any database is started.
 */
export function runOnShop<Words>(
  read: () => Words,
  work: (words: Words, db: Database, env: Env) => Promise<void>,
): Promise<void> {
  return runCommand(async () => {
    const words = read()
    const env = readEnv(process.env)
    const server = env.DATABASE_URL ? null : await startEmbeddedPostgres(env.DATA_DIR)
    const connectionString = env.DATABASE_URL ?? (server?.connectionString as string)
    try {
      await migrate(connectionString, { directory: resolve('db/migrations') })
      const db = openDatabase(connectionString, { maxConnections: 2 })
      try {
        await work(words, db, env)
      } finally {
        await db.destroy()
      }
    } finally {
      await server?.stop()
    }
  })
}
