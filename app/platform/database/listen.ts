import pg from 'pg'
import type { Log } from '../log.ts'

/**
 * Hears what `pg_notify` says on a channel, on a connection of its own that is opened again when it breaks.
 * `onConnect` is called whenever it begins to hear, for what was said meanwhile is lost.
 */
export function listen(options: {
  connectionString: string
  channel: string
  log: Log
  onMessage: (text: string) => void
  onConnect?: () => void
}): { stop(): Promise<void> } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let pause = 200
  let opening = open()

  async function open(): Promise<void> {
    const fresh = new pg.Client({ connectionString: options.connectionString, keepAlive: true })
    let over = false
    const again = (error?: unknown) => {
      if (over) return
      over = true
      if (client === fresh) client = null
      fresh.end().catch(() => undefined)
      if (stopped) return
      options.log.warn(
        { err: error, channel: options.channel },
        'not listening to the database; trying again',
      )
      timer = setTimeout(() => {
        opening = open()
      }, pause).unref()
      pause = Math.min(pause * 2, 10_000)
    }
    fresh.on('error', again)
    fresh.on('end', () => again())
    fresh.on('notification', ({ payload }) => options.onMessage(payload ?? ''))
    try {
      await fresh.connect()
      if (stopped) return again()
      await fresh.query(`listen ${pg.escapeIdentifier(options.channel)}`)
      client = fresh
      pause = 200
      options.onConnect?.()
    } catch (error) {
      again(error)
    }
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await opening
      await client?.end()
    },
  }
}
