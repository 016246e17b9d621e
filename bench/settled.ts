import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { notePhotosAsMade } from '#tests/setup/photos-as-made.ts'
import { cpuMicroseconds } from './processes.ts'

/**
 * Resolves when a shop that has just started with the demo does nothing more by itself, after `longest` seconds at the
 * latest; the copies of its photos are noted as made.
 */
export async function settled(
  { pid, dataDir }: { pid: number; dataDir: string },
  longest: number,
): Promise<void> {
  const server = await startEmbeddedPostgres(dataDir)
  const db = openDatabase(server.connectionString, { maxConnections: 1 })
  try {
    for (let seconds = 0, quiet = 0; seconds < longest && quiet < 3; seconds++) {
      const before = cpuMicroseconds(pid)
      await notePhotosAsMade(db)
      await wait(1_000)
      quiet = cpuMicroseconds(pid) - before < 50_000 ? quiet + 1 : 0
    }
  } finally {
    await db.destroy()
    await server.stop()
  }
}
