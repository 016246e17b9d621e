import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import type { SeenProcess } from './verdict.ts'

/** Where the figures of a running shop are found. `probes`: the folder of the sockets of `heap-probe.ts`. */
export type Watched = { pid: number; dataDir: string; probes: string; metricsPort: number; db: Database }

/** What `/proc`, the probes, the database and the shop's own metrics say now; bytes in MB. Linux alone. */
export async function look({ pid, dataDir, probes, metricsPort, db }: Watched) {
  const workers = childrenOf(pid).filter((child) => commandOf(child).includes('server/start.ts'))
  const named = [
    { name: 'primary', pid },
    ...workers.map((worker, at) => ({ name: `worker ${at + 1}`, pid: worker })),
  ]
  const processes: SeenProcess[] = []
  for (const each of named) {
    // First what it takes as it is, then what it needs.
    const resident = residentOf(each.pid)
    const files = readdirSync(`/proc/${each.pid}/fd`).length
    const heap = Number(await text(connect(join(probes, `${each.pid}.sock`)))) / 1e6
    processes.push({ ...each, resident, heap, files })
  }
  const [row] = await query(db, { connections: int4 })`
    select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend'`
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return {
    processes,
    connections: row?.connections ?? Number.NaN,
    disk: sizeOf(dataDir) / 1e6,
    cached: Number(/^shop_page_cache_answers (\d+)/m.exec(figures)?.[1]),
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number)
}

/** A process may end while one looks. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

const commandOf = (pid: number) => readOrNothing(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
const kilobytes = (said: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(said)?.[1] ?? 0)

function residentOf(pid: number): number {
  return (kilobytes(readOrNothing(`/proc/${pid}/status`), 'VmRSS') * 1024) / 1e6
}

/**
 * What each process of PostgreSQL has for itself, in MB, on average: how many there are is told by the connections, and
 * what they share are the buffers of the server. A query under way takes some MB for a moment: one look tells little.
 */
export function postgresEach(dataDir: string): number {
  const [postmaster = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const all = [Number(postmaster), ...childrenOf(Number(postmaster))]
  const own = all.map((pid) => kilobytes(readOrNothing(`/proc/${pid}/smaps_rollup`), 'Pss_Anon'))
  return (own.reduce((sum, each) => sum + each, 0) * 1024) / 1e6 / own.length
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) =>
        sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}
