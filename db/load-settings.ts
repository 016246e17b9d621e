import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Database } from '#app/platform/database/database.ts'
import { type SettingKey, saveBranch, saveSetting } from '#app/shop/settings/settings.ts'

const settingKeys: SettingKey[] = [
  'site',
  'contact',
  'vacation',
  'sell',
  'shipping',
  'company',
  'bank',
  'orders',
  'buying',
]

/** What a file of settings says, unchecked. */
export function settingsIn(file: string): Record<string, unknown> & { branches?: unknown[] } {
  return parse(readFileSync(file, 'utf8')) ?? {}
}

/**
 * Loads settings and branches from a YAML file with the settings' keys and `branches`.
 * @throws naming the file when a value does not fit
 */
export async function loadSettings(
  db: Database,
  file: string,
): Promise<{ keys: SettingKey[]; branches: number }> {
  const values = settingsIn(file)
  try {
    const keys = settingKeys.filter((key) => values[key] !== undefined)
    for (const key of keys) await saveSetting(db, key, values[key] as never)
    for (const [position, branch] of (values.branches ?? []).entries())
      await saveBranch(db, position, branch as never)
    return { keys, branches: values.branches?.length ?? 0 }
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause })
  }
}
