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

/**
 * Loads settings and branches from a YAML file with the settings' keys and `branches`.
 * @throws naming the file when a value does not fit
 */
export async function loadSettings(db: Database, file: string): Promise<void> {
  const values = parse(readFileSync(file, 'utf8')) as Record<string, unknown> & { branches?: unknown[] }
  try {
    for (const key of settingKeys) {
      if (values[key] !== undefined) await saveSetting(db, key, values[key] as never)
    }
    for (const [position, branch] of (values.branches ?? []).entries())
      await saveBranch(db, position, branch as never)
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause })
  }
}
