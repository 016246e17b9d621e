import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, query, seen } from '#app/platform/database/statement.ts'
import type { DB } from '#app/platform/database/tables.ts'

/** What happens at the same moment: each on a connection of its own. */
export type Simultaneous = (db: Database) => Promise<unknown>

export type Turns = {
  /**
   * Runs all at once, statement by statement, each next one by lot. Returns whose statements came in which order:
   * `0 1 1 0`, a `~` for one that had to wait for a lock.
   */
  play(acts: readonly Simultaneous[], random: () => number): Promise<string>
  close(): Promise<void>
}

/** `thinking`: between two statements. `ready`: has one to be sent. `blocked`: waits for a lock of another one. */
type State = 'thinking' | 'ready' | 'running' | 'blocked' | 'done'
type Lane = { db: Database; pid: number; state: State; statements: (() => void)[]; stop(): Promise<void> }

/**
 * Connections on which statements are sent one at a time, in an order that a seed decides: two transactions meet in
 * the same way whenever the seed is the same, on any machine.
 */
export async function openTurns(connectionString: string, lanes: number): Promise<Turns> {
  let tell = () => {}
  const isWaiting = (lane: Lane) => lane.state === 'blocked'
  const opened = await Promise.all(
    Array.from({ length: lanes }, () => openLane(connectionString, () => tell())),
  )
  const watcher = new pg.Client({ connectionString })
  await watcher.connect()

  const isBlocked = async (lane: Lane) => {
    const [row] = await query(watcher, { blocked: bool })`
      select cardinality(pg_blocking_pids(${lane.pid})) > 0 as blocked`
    return row?.blocked === true && ['running', 'blocked'].includes(lane.state)
  }
  /** Until a statement that was sent is answered, or known to wait for a lock. */
  async function settle(lane: Lane) {
    const before = lane.state
    const isSame = () => lane.state === before
    while (isSame()) {
      if (before === 'running') await Promise.race([new Promise<void>((done) => (tell = done)), wait(2)])
      if (!isSame()) return
      if (await isBlocked(lane)) {
        lane.state = 'blocked'
        return
      }
      if (before === 'blocked') await wait(1)
    }
  }
  const quiet = async (busy: Lane[]) => {
    while (busy.some(({ state }) => state === 'thinking')) await new Promise<void>((done) => (tell = done))
  }

  return {
    async play(acts, random) {
      const busy = opened.slice(0, acts.length)
      if (busy.length < acts.length) throw new Error('more at once than there are connections')
      const order: string[] = []
      for (const lane of busy) lane.state = 'thinking'
      const outcomes = Promise.allSettled(
        acts.map(async (act, index) => {
          const lane = busy[index] as Lane
          try {
            await act(lane.db)
          } finally {
            lane.state = 'done'
            tell()
          }
        }),
      )
      for (;;) {
        await quiet(busy)
        // Whoever let go of a lock woke others: they come to rest before the next one is chosen.
        for (const lane of busy) if (lane.state === 'blocked' && order.length > 0) await settle(lane)
        await quiet(busy)
        const ready = busy.filter(({ state }) => state === 'ready')
        if (ready.length === 0) {
          if (busy.every(({ state }) => state === 'done')) break
          // All wait for each other: the database ends one of them.
          await wait(1)
          continue
        }
        const lane = ready[Math.floor(random() * ready.length)] as Lane
        lane.state = 'running'
        lane.statements.shift()?.()
        await settle(lane)
        order.push(`${busy.indexOf(lane)}${isWaiting(lane) ? '~' : ''}`)
      }
      for (const outcome of await outcomes) if (outcome.status === 'rejected') throw outcome.reason
      return order.join(' ')
    },
    async close() {
      await watcher.end()
      await Promise.all(opened.map((lane) => lane.stop()))
    },
  }
}

async function openLane(connectionString: string, tell: () => void): Promise<Lane> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  // A deadlock is a fault to be found, soon.
  await client.query(`set deadlock_timeout = '50ms'`)
  const [backend] = await query(client, { pid: int4 })`select pg_backend_pid() as pid`
  const turn = <T>(statement: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const answered = (answer: () => void) => {
        lane.state = lane.statements.length > 0 ? 'ready' : 'thinking'
        answer()
        tell()
      }
      lane.statements.push(() =>
        statement().then(
          (result) => answered(() => resolve(result)),
          (error) => answered(() => reject(error)),
        ),
      )
      if (lane.state === 'thinking') lane.state = 'ready'
      tell()
    })
  // Two questions side by side become two in a row.
  const waiting: (() => void)[] = []
  let isTaken = false
  const connection = {
    query: (text: string, values: unknown[]) => turn(() => client.query(text, values).then(seen)),
    release() {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
  }
  const pool = {
    async connect() {
      if (isTaken) await new Promise<void>((free) => waiting.push(free))
      isTaken = true
      return connection
    },
    end: () => client.end(),
  }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
  const lane: Lane = {
    db,
    pid: backend?.pid ?? 0,
    state: 'done',
    statements: [],
    stop: () => db.destroy().then(() => client.end().catch(() => undefined)),
  }
  return lane
}
