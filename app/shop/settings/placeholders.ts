import type { Database } from '#app/platform/database/database.ts'
import { isPlaceholder } from './placeholder.ts'
import { readSettings } from './settings.ts'

/** What names the shop, its operator and where money goes. */
const identity = ['site', 'contact', 'company', 'bank'] as const

/** The settings that still name nobody: a text of theirs is a placeholder. */
export async function placeholdersLeft(db: Database): Promise<(typeof identity)[number][]> {
  const settings = await readSettings(db)
  return identity.filter((key) => hasPlaceholder(settings[key]))
}

function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return isPlaceholder(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlaceholder)
}
