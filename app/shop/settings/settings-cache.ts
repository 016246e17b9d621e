import { settingsChannel } from '#app/platform/database/channels.ts'
import type { Database } from '#app/platform/database/database.ts'
import { listen } from '#app/platform/database/listen.ts'
import type { Log } from '#app/platform/log.ts'
import { readSettings, type Settings } from './settings.ts'

const keptFor = 2_000

const kept = new WeakMap<Database, { settings: Promise<Settings>; until: number }>()

/** Has the settings read anew as soon as any process on the database stores one. */
export function followSettings(options: { db: Database; connectionString: string; log: Log }): {
  stop(): Promise<void>
} {
  const renew = () => {
    const last = kept.get(options.db)
    // Kept for when the database does not answer.
    if (last) last.until = 0
  }
  return listen({ ...options, channel: settingsChannel, onMessage: renew, onConnect: renew })
}

/**
 * The settings, at most two seconds old, read by at most one query at a time however many pages are asked for.
 * When the database does not answer, the last settings that were read are served on.
 */
export function currentSettings(db: Database): Promise<Settings> {
  const now = performance.now()
  const last = kept.get(db)
  if (last && now < last.until) return last.settings
  const fresh = readSettings(db)
  const settings = last ? fresh.catch(() => last.settings) : fresh
  const entry = { settings, until: now + keptFor }
  kept.set(db, entry)
  if (!last)
    fresh.catch(() => {
      // Others may have been read since.
      if (kept.get(db) === entry) kept.delete(db)
    })
  return settings
}
