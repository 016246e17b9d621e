import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { makeDatabaseFolder } from '#tests/database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated database that test files clone; nobody may stay connected to it. */
    templateDatabase: string
  }
}

/** Once per run: a PostgreSQL of its own in a folder that goes with it, with one migrated database to clone from. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const home = makeDatabaseFolder('shop-test-')
  const server = await startEmbeddedPostgres(home, { durable: false })
  const template = server.connectionString.replace('/shop?', '/template_shop?')
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  await client.query('create database template_shop')
  await client.end()
  await migrate(template, { directory: resolve(import.meta.dirname, '../../db/migrations') })
  project.provide('templateDatabase', template)
  return async () => {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
