import { isDeepStrictEqual } from 'node:util'
import { answerUses, keepNoAnswer } from '#app/platform/answer-record.ts'
import type { Changes } from '#app/platform/database/changes.ts'
import { settingsChannel } from '#app/platform/database/channels.ts'
import type { Database } from '#app/platform/database/database.ts'
import { readSettings, type Settings } from './settings.ts'

const keptFor = 2_000

type Kept = {
  /** As they were read. */
  read: Settings | null
  settings: Promise<Settings>
  until: number
  /** They could not be read: these are those of before. */
  former: boolean
}

const kept = new WeakMap<Database, Kept>()

/** Has the settings read anew as soon as any process on the database stores one. */
export function followSettings(db: Database, changes: Changes): void {
  const renew = () => {
    const last = kept.get(db)
    // Kept for when the database does not answer.
    if (last) last.until = 0
  }
  changes.follow(settingsChannel, renew, renew)
}

/**
 * The settings, at most two seconds old, read by at most one query at a time however many pages are asked for.
 * When the database does not answer, the last settings that were read are served on. An answer under way notes each
 * setting that is looked at.
 */
export async function currentSettings(db: Database): Promise<Settings> {
  const entry = entryOf(db)
  const settings = await entry.settings
  if (entry.former) keepNoAnswer('the settings could not be read')
  return settings
}

function entryOf(db: Database): Kept {
  const now = performance.now()
  const last = kept.get(db)
  if (last && now < last.until) return last
  const entry: Kept = { read: null, settings: read(), until: now + keptFor, former: false }
  const fresh = entry.settings
  async function read(): Promise<Settings> {
    const settings = await readSettings(db)
    // The same object as long as nothing has changed: a page's data is written by which objects are the same.
    const isSame = last?.read != null && isDeepStrictEqual(settings, last.read)
    entry.read = isSame ? last.read : settings
    return isSame ? last.settings : observed(settings)
  }
  if (last)
    entry.settings = fresh.catch(() => {
      entry.former = true
      return last.settings
    })
  else
    fresh.catch(() => {
      // Others may have been read since.
      if (kept.get(db) === entry) kept.delete(db)
    })
  kept.set(db, entry)
  return entry
}

/** The same settings; looking at one is noted. */
function observed(settings: Settings): Settings {
  const seen = {}
  for (const [key, value] of Object.entries(settings))
    Object.defineProperty(seen, key, {
      enumerable: true,
      get() {
        answerUses(key === 'branches' ? key : `setting:${key}`)
        return value
      },
    })
  return seen as Settings
}
