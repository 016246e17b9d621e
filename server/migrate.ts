import { resolve } from 'node:path'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { readEnv } from '#app/platform/env.ts'
import { runCommand } from './command.ts'
import { step } from './progress.mjs'

/** `npm run migrate`: brings the database to this release, without starting the shop. */
await runCommand(async () => {
  const env = readEnv(process.env)
  const server = env.DATABASE_URL ? null : await startEmbeddedPostgres(env.DATA_DIR)
  try {
    const applied = await migrate(env.DATABASE_URL ?? (server?.connectionString as string), {
      directory: resolve('db/migrations'),
      onApply: (file) => step(file),
    })
    step(applied.length > 0 ? `${applied.length} migrations applied` : 'The database is up to date')
  } finally {
    await server?.stop()
  }
})
