import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Database, openDatabase } from '#app/platform/database/database.ts'

/**
 * A migrated, empty database of its own for a test file, dropped afterwards. Call it once at the top level
 * of the file (or of a `describe`) and use `.db` inside tests and hooks:
 *
 *     const database = testDatabase()
 *     test('…', async () => {
 *       await database.db.insertInto('branch').values({ … }).execute()
 *     })
 *
 * Tests of one file share it: name rows apart, or clear tables in `beforeEach`. `connectionString` is for
 * code that opens its own connection. `{ migrated: false }` gives one without any tables.
 */
export function testDatabase(options: { migrated?: boolean } = {}): {
  readonly db: Database
  readonly connectionString: string
} {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = inject('templateDatabase')
  const connectionString = template.replace('/template_shop?', `/${name}?`)
  let db: Database | undefined

  beforeAll(async () => {
    const source = options.migrated === false ? 'template0' : 'template_shop'
    await onServer(template, `create database ${name} template ${source} strategy file_copy`)
    db = openDatabase(connectionString, { maxConnections: 5 })
  })
  afterAll(async () => {
    await db?.destroy()
    await onServer(template, `drop database if exists ${name} with (force)`)
  })

  return {
    connectionString,
    get db() {
      if (!db) throw new Error('The test database exists only inside tests and hooks')
      return db
    },
  }
}

/** Creating from a template needs a connection elsewhere than in the template. */
async function onServer(template: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: template.replace('/template_shop?', '/postgres?') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
