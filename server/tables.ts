import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { writeTablesSource } from '#app/platform/database/tables-source.ts'
import { runCommand } from './command.ts'
import { step } from './progress.mjs'

/** `npm run tables`: migrates a throwaway database and writes its types to `tables.ts`. */
await runCommand(async () => {
  const home = mkdtempSync(join(tmpdir(), 'shop-tables-'))
  const server = await startEmbeddedPostgres(home, { durable: false })
  try {
    await migrate(server.connectionString, { directory: resolve('db/migrations') })
    writeFileSync('app/platform/database/tables.ts', await writeTablesSource(server.connectionString))
    step('app/platform/database/tables.ts written')
  } finally {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
})
