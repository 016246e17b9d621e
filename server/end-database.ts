import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { readEnv } from '#app/platform/env.ts'
import { reportingFaults } from '#app/platform/report-fault.ts'

/** Run after an `npm run dev` that was killed: ends the database that outlived it, unless another process uses it. */
await reportingFaults(async () => {
  const env = readEnv(process.env)
  if (env.DATABASE_URL !== undefined) return
  // PostgreSQL takes a moment to notice that the process that was killed uses it no longer.
  for (let attempt = 0; attempt < 20 && findPostmaster(join(env.DATA_DIR, 'postgres')); attempt += 1) {
    if (attempt > 0) await wait(100)
    const server = await startEmbeddedPostgres(env.DATA_DIR)
    await server.stop()
  }
})
