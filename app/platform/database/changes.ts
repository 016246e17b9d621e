import pg from 'pg'
import type { Log } from '../log.ts'
import { type Channel, channels } from './channels.ts'

/** Every so many ms the database is asked whether everything has been heard. */
const heartbeat = 250
/** So old the last such answer may be, ms, before whoever needs certainty asks for one of his own. */
export const trustedFor = 1_000
/** Every so many ms is seen whether this process still takes turns; one that stood still for so long asks first. */
const looked = 20
const stoodStill = 80
/** So long somebody waits for such an answer, ms, and so much longer for one on a new connection. */
const answerTimeout = 1_500
const reconnectTimeout = 500
/** A connection that has not answered for so long, ms, is given up. */
const givenUpAfter = 5_000
/** Between two attempts to connect, ms. */
const pauses = { first: 200, longest: 2_000 }

export type Changes = {
  /**
   * Has `onMessage` called with every message of a channel, in the order of the transactions, at the latest before
   * `confirm` answers. `onConnect` is called whenever listening begins, also again: what was said meanwhile is lost.
   * Nobody is told that he is up to date before it has settled.
   */
  follow(channel: Channel, onMessage: (text: string) => void, onConnect?: () => unknown): void
  /**
   * Whether all that was committed more than a second ago has been heard, and all that was said until less than 100 ms
   * ago: a process that stood still reads what came meanwhile in any order.
   */
  readonly isCurrent: boolean
  /** Until when all that was committed has been heard, by the process's steady clock, ms; 0 where nothing was yet. */
  readonly heardUntil: number
  /**
   * Waits until all has been heard that was committed before. False where the database does not say so in time: then
   * `isCurrent` is false as well.
   */
  confirm(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Hears what the triggers and publications of the database tell (`channels.ts`), on one connection of its own that is
 * opened again when it breaks. PostgreSQL sends a session the notifications of all earlier commits before it answers
 * its next statement, so that the answer to an empty one confirms that all has been heard.
 */
export function followChanges(options: { connectionString: string; log: Log }): Changes {
  type Follower = { onMessage: (text: string) => void; onConnect: () => unknown }
  const followers = new Map<string, Follower[]>()
  let connection: { client: pg.Client; lose: (error: unknown) => void } | null = null
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  let pause = pauses.first
  let opening: Promise<void> | null = null
  /** When the last question left whose answer has come, by the process's steady clock. */
  let confirmedAt = Number.NEGATIVE_INFINITY
  /** The same, kept when the connection is lost. */
  let heardUntil = 0
  let asking: { done: Promise<boolean>; next: Promise<boolean> | null } | null = null
  /** Since when an answer is overdue: nobody else waits for it. */
  let overdue = false

  /** One attempt at a time. */
  function open(): Promise<void> {
    clearTimeout(retry)
    opening ??= connect().finally(() => {
      opening = null
    })
    return opening
  }

  async function connect(): Promise<void> {
    const { connectionString } = options
    const limits = { connectionTimeoutMillis: givenUpAfter, query_timeout: givenUpAfter }
    const fresh = new pg.Client({ connectionString, keepAlive: true, ...limits })
    let over = false
    const again = (error?: unknown) => {
      if (over) return
      over = true
      if (connection?.client === fresh) connection = null
      confirmedAt = Number.NEGATIVE_INFINITY
      fresh.end().catch(() => undefined)
      if (stopped) return
      options.log.warn({ err: error }, 'not listening to the database; trying again')
      retry = setTimeout(() => void open(), pause).unref()
      pause = Math.min(pause * 2, pauses.longest)
    }
    fresh.on('error', again)
    fresh.on('end', () => again())
    fresh.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of followers.get(channel) ?? []) onMessage(payload ?? '')
    })
    try {
      await fresh.connect()
      if (stopped) return again()
      const listening = channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join(';')
      const since = performance.now()
      await fresh.query(listening)
      for (const each of [...followers.values()].flat()) await each.onConnect()
      if (over || stopped) return
      connection = { client: fresh, lose: again }
      confirmedAt = since
      heardUntil = since
      pause = pauses.first
    } catch (error) {
      again(error)
    }
  }

  /** One question at a time; who comes while one is under way waits for the next, which leaves after he came. */
  function ask(): Promise<boolean> {
    if (asking) {
      asking.next ??= asking.done.then(() => ask())
      return asking.next
    }
    const mine = { done: question(), next: null }
    asking = mine
    return mine.done
  }

  async function question(): Promise<boolean> {
    const since = performance.now()
    const asked = connection
    try {
      if (asked === null) await open()
      else {
        await asked.client.query('')
        if (connection === asked) {
          confirmedAt = since
          heardUntil = since
        }
      }
      return confirmedAt >= since
    } catch (error) {
      asked?.lose(error)
      return false
    } finally {
      asking = null
    }
  }

  async function confirm(): Promise<boolean> {
    if (overdue || stopped) return false
    const asked = connection
    let answer = ask()
    let inTime = await Promise.race([answer, later(answerTimeout)])
    if (inTime === 'late' && asked !== null) {
      // It may be this connection alone that has fallen silent: others write, and we would not hear of it.
      asked.lose(new Error(`no answer within ${answerTimeout} ms`))
      answer = answer.then((answered) => answered || ask())
      inTime = await Promise.race([answer, later(reconnectTimeout)])
    }
    if (inTime !== 'late') return inTime
    confirmedAt = Number.NEGATIVE_INFINITY
    overdue = true
    void answer.finally(() => {
      overdue = false
    })
    return false
  }

  const beating = setInterval(() => {
    if (connection && !asking) void ask()
  }, heartbeat).unref()
  /** When it was last certain that whatever lay ready had been read, by the steady clock. */
  let readAt = performance.now()
  const looking = setInterval(() => {
    // After the reading that follows.
    setImmediate(() => {
      readAt = performance.now()
    }).unref()
  }, looked).unref()
  void open()

  return {
    follow(channel, onMessage, onConnect = () => undefined) {
      const known = followers.get(channel) ?? []
      followers.set(channel, [...known, { onMessage, onConnect }])
    },
    get isCurrent() {
      const now = performance.now()
      return now - confirmedAt <= trustedFor && now - readAt <= stoodStill
    },
    get heardUntil() {
      return heardUntil
    },
    confirm,
    async stop() {
      stopped = true
      clearInterval(beating)
      clearInterval(looking)
      clearTimeout(retry)
      await opening
      await connection?.client.end()
    },
  }
}

function later(milliseconds: number): Promise<'late'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('late'), milliseconds).unref()
  })
}
