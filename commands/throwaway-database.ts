import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'

/** Lends `work` an empty database server that is gone afterwards. */
export async function onThrowawayDatabase(work: (connectionString: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'shop-throwaway-'))
  const server = await startEmbeddedPostgres(home, { durable: false })
  try {
    await work(server.connectionString)
  } finally {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
