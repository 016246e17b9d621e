import { resolve } from 'node:path'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { type Env, readEnv } from '#app/platform/env.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { knownSecrets, rememberSecret, secretFor } from '#app/shop/buying/known-secret.ts'

export type OpenShop = {
  db: Database
  env: Env
  /** Files of the migrations that were applied now. */
  applied: string[]
  /** Seals serial numbers and identities. */
  secret: Secret
}

/**
 * Opens the shop's database at this release for as long as `work` takes, beside a running shop or alone.
 * `onMigration` is told each migration that is due, `maxConnections` is 2 unless given.
 * @throws {StartFault} on reading `secret` when it is none that the database knows
 * @throws {SettingsError} when `source` holds settings that cannot be used
 */
export async function onShop(
  source: Record<string, string | undefined>,
  work: (shop: OpenShop) => Promise<void>,
  { onMigration, maxConnections = 2 }: { onMigration?: (file: string) => void; maxConnections?: number } = {},
): Promise<void> {
  const env = readEnv(source)
  const server = env.DATABASE_URL ? null : await startEmbeddedPostgres(env.DATA_DIR)
  // No pooler: commands may take longer than its sessions allow.
  const connectionString = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? (server?.connectionString as string)
  try {
    const applied = await migrate(connectionString, {
      directory: resolve('db/migrations'),
      ...(onMigration && { onApply: onMigration }),
    })
    const db = openDatabase(connectionString, { maxConnections, unhurried: true })
    try {
      const known = await knownSecrets(db)
      let used: Secret | null = null
      await work({
        db,
        env,
        applied,
        // Most commands need none, and may be typed where there is none.
        get secret() {
          used ??= secretFor(env, known)
          return used
        },
      })
      if (used !== null) await rememberSecret(db, used, known)
    } finally {
      await db.destroy()
    }
  } finally {
    await server?.stop()
  }
}
