import pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseUnavailable, isAway, isPassing, isReadOnly } from './database-unavailable.ts'
import { isStandby, lostLimits, type ServerLimits } from './server-session.ts'
import { seen } from './statement.ts'
import { timeLimit } from './time-limit.ts'

/** Every so many ms whatever waits is looked at, and a database that is away is asked again. */
const looksEvery = 250
/** In looks: how long nothing may be heard before the database is asked whether it is there, first and again. */
const quiet = { first: 3, again: 40 }
/** In looks: how long it may take to say so. */
const probedFor = 4

/** Something that is waited for. Counted by looks: a process that stood still has missed looks itself. */
type Wait = { looks: number; limit: number; end: () => void }

/**
 * A pool that waits for nobody for ever, and for a database that is away not at all. Each connection and statement is
 * given up after the limit of whoever waits (`time-limit.ts`). When nothing has come from the database for most of a
 * second though something is asked, or no connection is had, a question on a connection of its own tells whether it is
 * there; if not, all who wait are refused, and everybody who comes is, until it answers again. A standby, which takes
 * no writes and may lag behind, is none: no connection to one is used.
 */
export class WatchedPool extends pg.Pool {
  private readonly watch: Watch

  /** `usualLimit`: of whoever has none of his own, ms. `serverLimits` are asked of the server for each connection. */
  constructor(
    config: pg.PoolConfig & { connectionString: string },
    {
      log,
      usualLimit,
      serverLimits,
    }: { log: Log | undefined; usualLimit: number; serverLimits: ServerLimits },
  ) {
    const watch = new Watch({ connectionString: config.connectionString, log, usualLimit })
    let isTold = false
    const onConnect = async (client: pg.ClientBase) => {
      if (await isStandby(client)) throw new Standby()
      const lost = isTold ? [] : await lostLimits(client, serverLimits)
      isTold = true
      if (lost.length > 0)
        log?.warn(
          { limits: lost },
          'the database does not keep the time limits it was given: a pooler drops them (docs/database-cluster.md)',
        )
    }
    super({ ...config, ...serverLimits, Client: watched(watch), onConnect })
    this.watch = watch
    // An idle connection that breaks is replaced at the next query; unheard, it would end the process.
    this.on('error', (error) => {
      if (!watch.isAway) log?.warn({ err: error }, 'an idle database connection broke off')
    })
  }

  /** Whether everybody is refused, for the database does not answer. */
  get isAway(): boolean {
    return this.watch.isAway
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
    if (callback) return super.connect(callback)
    if (this.watch.isAway) return Promise.reject(new DatabaseUnavailable())
    const connected = super.connect()
    return this.watch.answerOf(connected, () => {
      // It comes too late for whoever wanted it, not for the next.
      connected.then(
        (client) => client.release(),
        () => undefined,
      )
    })
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): unknown {
    this.watch.stop()
    return callback ? super.end(callback) : super.end()
  }
}

/** As PostgreSQL itself says it to whoever writes there. */
class Standby extends Error {
  readonly code = '25006'
  constructor() {
    super('the database is a standby')
  }
}

/** Clients whose statements are watched. */
function watched(watch: Watch) {
  return class WatchedClient extends pg.Client {
    /** Whether a commit came back that no standby has confirmed: whoever relied on it may lose it. */
    private isUnconfirmed = false

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      watch.clients.add(this)
      this.once('end', () => watch.clients.delete(this))
      // Cut off between two statements of a transaction, it says so here; unheard, it would end the process. The next
      // statement fails and is told.
      this.on('error', () => undefined)
      // Only a warning to PostgreSQL: it was told to wait no longer, and answers as if all were well.
      this.on('notice', (notice) => {
        if ((notice as { routine?: string }).routine === 'SyncRepWaitForLSN') this.isUnconfirmed = true
      })
      const query = super.query.bind(this) as (...given: unknown[]) => unknown
      const told = (...given: unknown[]) => {
        const answer = query(...given)
        if (!(answer instanceof Promise)) return answer
        // What may still come of it is for nobody: the pool takes it back no more.
        const giveUp = () => void this.end().catch(() => undefined)
        const confirmed = answer.then(
          (result: pg.QueryResult) => {
            if (!this.isUnconfirmed) return result
            this.isUnconfirmed = false
            throw new DatabaseUnavailable({ cause: new Error('no standby has confirmed the commit') })
          },
          (error: unknown) => {
            // Behind a pooler or a proxy the next one may lead to the primary.
            if (isReadOnly(error)) giveUp()
            throw error
          },
        )
        return watch.answerOf(confirmed, giveUp).then(seen)
      }
      this.query = told as typeof this.query
    }
  }
}

class Watch {
  /** Refused until it answers again. */
  isAway = false
  readonly clients = new Set<pg.Client>()
  private readonly options: { connectionString: string; log: Log | undefined; usualLimit: number }
  private readonly waits = new Set<Wait>()
  private looking: NodeJS.Timeout | undefined
  /** Looks since something was last heard, and how many of them are too many. */
  private quietLooks = 0
  private suspiciousFrom = quiet.first
  private probing = false
  private stopped = false

  constructor(options: Watch['options']) {
    this.options = options
  }

  stop(): void {
    this.stopped = true
    clearInterval(this.looking)
  }

  /** What `asked` comes to, in time; `giveUp` ends it where it does not. @throws {DatabaseUnavailable} */
  answerOf<T>(asked: Promise<T>, giveUp: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const limit = timeLimit() ?? this.options.usualLimit
      const wait: Wait = {
        looks: 0,
        limit: limit / looksEvery,
        end: () => {
          this.waits.delete(wait)
          giveUp()
          const cause = new Error(this.isAway ? 'the database is away' : `no answer within ${limit} ms`)
          reject(new DatabaseUnavailable({ cause }))
        },
      }
      this.begin(wait)
      asked.then(
        (answer) => {
          this.waits.delete(wait)
          this.heard()
          resolve(answer)
        },
        (error: unknown) => {
          this.waits.delete(wait)
          if (isPassing(error) || isReadOnly(error)) void this.suspect()
          else this.heard()
          reject(isAway(error) ? new DatabaseUnavailable({ cause: error }) : error)
        },
      )
    })
  }

  private begin(wait: Wait): void {
    this.waits.add(wait)
    if (this.stopped) return
    this.looking ??= setInterval(() => this.look(), looksEvery).unref()
  }

  private heard(): void {
    this.quietLooks = 0
    this.suspiciousFrom = quiet.first
  }

  private look(): void {
    this.quietLooks += 1
    let longest = 0
    for (const wait of this.waits) {
      wait.looks += 1
      longest = Math.max(longest, wait.looks)
      if (wait.looks > wait.limit) wait.end()
    }
    if (longest >= quiet.first && this.quietLooks >= this.suspiciousFrom) void this.suspect()
    if (this.waits.size > 0 || this.isAway) return
    clearInterval(this.looking)
    this.looking = undefined
  }

  /** Finds out whether the database is there, and what follows. */
  private async suspect(): Promise<void> {
    if (this.probing || this.isAway || this.stopped) return
    const isThere = await this.probe()
    if (this.stopped) return
    if (isThere) {
      this.quietLooks = 0
      this.suspiciousFrom = quiet.again
      return
    }
    this.isAway = true
    this.options.log?.error('the database does not answer: everybody is refused until it does')
    for (const wait of [...this.waits]) wait.end()
    for (const client of this.clients) client.connection.stream.destroy()
    await this.awaitReturn()
  }

  private async awaitReturn(): Promise<void> {
    while (!(await this.probe())) {
      await this.afterLooks(1)
      if (this.stopped) return
    }
    this.isAway = false
    this.heard()
    this.options.log?.info('the database answers again')
  }

  /**
   * Whether it answers on a new connection, and is no standby: whatever it answers else, that it has no room for one
   * included.
   */
  private async probe(): Promise<boolean> {
    this.probing = true
    const client = new pg.Client({ connectionString: this.options.connectionString })
    client.on('error', () => undefined)
    const asked = client
      .connect()
      .then(() => isStandby(client))
      .then(
        (standby) => !standby,
        (error: unknown) => error instanceof pg.DatabaseError && !isPassing(error),
      )
    const isThere = await Promise.race([asked, this.afterLooks(probedFor).then(() => false)])
    if (isThere) client.end().catch(() => undefined)
    else client.connection.stream.destroy()
    this.probing = false
    return isThere
  }

  private afterLooks(limit: number): Promise<void> {
    return new Promise((resolve) => {
      const wait: Wait = {
        looks: 0,
        limit: limit - 1,
        end: () => {
          this.waits.delete(wait)
          resolve()
        },
      }
      this.begin(wait)
    })
  }
}
