import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { cleanTexts } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { type SettingKey, saveBranch, saveSetting, settingKeys } from '#app/shop/settings/settings.ts'

/** What a file of settings says, unchecked. */
export function settingsIn(file: string): Record<string, unknown> & { branches?: unknown[] } {
  return cleanTexts(parse(readFileSync(file, 'utf8'))) ?? {}
}

/**
 * Loads settings and branches from a YAML file with the settings' keys and `branches`. What it does not name stays, of a
 * setting that it names, too; `onlyMissing`: so does every setting that is stored.
 * @throws naming the file when a value does not fit
 */
export async function loadSettings(
  db: Database,
  file: string,
  { onlyMissing = false }: { onlyMissing?: boolean } = {},
): Promise<{ keys: SettingKey[]; branches: number }> {
  const values = settingsIn(file)
  try {
    const rows = await db.selectFrom('setting').select(['key', 'value']).execute()
    const stored = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]))
    const keys = settingKeys.filter((key) => values[key] !== undefined && !(onlyMissing && stored.has(key)))
    for (const key of keys) await saveSetting(db, key, merged(stored.get(key), values[key]) as never)
    for (const [position, branch] of (values.branches ?? []).entries())
      await saveBranch(db, position, branch as never)
    return { keys, branches: values.branches?.length ?? 0 }
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause })
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is no setting at all is left for the schema to refuse. */
const merged = (stored: unknown, given: unknown) =>
  isObject(stored) && isObject(given) ? { ...stored, ...given } : given
