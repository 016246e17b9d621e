import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { openDatabaseLink } from '#tests/fakes/database-link.ts'
import { until, within } from '#tests/within.ts'
import type { Log } from '../log.ts'
import { type Database, openDatabase } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { bool, int4, query } from './statement.ts'
import { withTimeLimit } from './time-limit.ts'

const database = testDatabase({ migrated: false })

/** A pool whose way to the database can be cut. */
async function openLinked() {
  const link = await openDatabaseLink(database.connectionString)
  const said: string[] = []
  const tell = (first: unknown, second?: string) => void said.push(second ?? String(first))
  const log = { error: tell, info: tell, warn: () => undefined } as unknown as Log
  const db = openDatabase(link.connectionString, { maxConnections: 3, log })
  onTestFinished(async () => {
    await link.set('open')
    await db.destroy()
    await link.stop()
  })
  return { link, db, said }
}

const ask = (db: Database) => query(db, { one: int4 })`select 1 as one`
const fails = (asked: Promise<unknown>) => expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable)

test.each(['silent', 'closed'] as const)(
  'a database whose way is %s: all who wait are refused, everybody else at once, until it answers again',
  async (way) => {
    const { link, db, said } = await openLinked()
    expect(await ask(db)).toEqual([{ one: 1 }])
    // One in the midst of a transaction, more than there are connections for, and those who come.
    const gate = Promise.withResolvers<void>()
    const inTransaction = db.transaction().execute(async (transaction) => {
      await ask(transaction)
      await gate.promise
      await ask(transaction)
    })
    inTransaction.catch(() => undefined)
    await ask(db)
    await link.set(way)
    gate.resolve()
    await Promise.all([fails(inTransaction), ...[1, 2, 3, 4, 5].map(() => fails(ask(db)))])
    await until(() => said.length > 0)
    expect(said).toEqual(['the database does not answer: everybody is refused until it does'])
    // By the number of turns of the event loop, not by a clock.
    let turns = 0
    const counting = setInterval(() => (turns += 1), 250)
    for (let time = 0; time < 50; time += 1) await fails(ask(db))
    clearInterval(counting)
    expect(turns).toBeLessThan(2)
    await link.set('open')
    await until(() =>
      ask(db).then(
        () => true,
        () => false,
      ),
    )
    expect(said.at(-1)).toBe('the database answers again')
    // All places of the pool are free again.
    await Promise.all([1, 2, 3, 4].map(() => ask(db)))
  },
)

test('each waits for a statement as long as he may, and the server ends what nobody waits for', async () => {
  const { db } = database
  await sql`create table waited (id int)`.execute(db)
  const slow = withTimeLimit(250, () => sql`insert into waited select 1 from pg_sleep(30)`.execute(db))
  await within(20_000, fails(slow))
  const isRunning = async () => {
    const [row] = await query(db, { running: bool })`
      select exists (select from pg_stat_activity where query like 'insert into waited%' and state = 'active') as running`
    return row?.running === true
  }
  await until(async () => !(await isRunning()))
  expect(await query(db, { id: int4 })`select id from waited`).toEqual([])
})

test('a statement that takes long does not make the database one that is away', async () => {
  const { db, said } = await openLinked()
  const slow = sql`select pg_sleep(2)`.execute(db)
  await slow
  expect(said).toEqual([])
})

test('whoever gives up waiting for a place leaves it to the next', async () => {
  const db = openDatabase(database.connectionString, { maxConnections: 1 })
  onTestFinished(() => db.destroy())
  const gate = Promise.withResolvers<void>()
  const holding = db.connection().execute(async (connection) => {
    await ask(connection)
    await gate.promise
  })
  await fails(withTimeLimit(250, () => ask(db)))
  gate.resolve()
  await holding
  expect(await ask(db)).toEqual([{ one: 1 }])
})
