import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'

const program = resolve(import.meta.dirname, 'keep-ordering.ts')

/**
 * Kills the built-in PostgreSQL, and the process that places orders with it, at a moment by lot; then starts it again
 * and looks whether everything that was acknowledged is there. The database is as durable as a shop's.
 */
export async function cutThePower(
  runs: number,
  random: () => number,
  heard: (run: number, outcome: { summary: string; wrong: string[] }) => void,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'shop-power-'))
  try {
    for (let run = 1; run <= runs; run++) heard(run, await cutOnce(home, run, random()))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function cutOnce(home: string, run: number, lot: number) {
  const before = await startEmbeddedPostgres(home)
  await migrate(before.connectionString, { directory: resolve('db/migrations') })
  const db = openDatabase(before.connectionString, { maxConnections: 2 })
  const pieces = Array.from({ length: 400 }, (_, index) => String(1_000_000 + run * 1_000 + index))
  await addRings(db, pieces)
  await db.destroy()

  const child = spawn(process.execPath, [program, before.connectionString, pieces[0] ?? '', '400'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const told: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => told.push(line))
  await once(lines, 'line')
  await wait(20 + lot * 600)
  const postmaster = findPostmaster(join(home, 'postgres'))
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'close')
  // It would start a new server by itself; letting go of it first leaves that to the next start.
  await before.stop()

  const since = performance.now()
  const after = await startEmbeddedPostgres(home)
  const back = performance.now() - since
  const again = openDatabase(after.connectionString, { maxConnections: 2 })
  const orders = await again.selectFrom('shop_order').select(['number', 'status']).execute()
  const statusOf = new Map(orders.map(({ number, status }) => [number, status]))
  const wrong = await brokenRules(again)
  for (const line of told) {
    const [what, number = ''] = line.split(' ')
    const status = statusOf.get(number)
    if (status === undefined) wrong.push(`order ${number} was acknowledged and is lost`)
    if (what === 'paid' && status !== 'paid') wrong.push(`order ${number} was paid and is ${status}`)
  }
  await again.destroy()
  await after.stop()
  const summary = `${told.length} acknowledged, back after ${Math.round(back)} ms`
  return { summary, wrong }
}
