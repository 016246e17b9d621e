import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { until } from '#tests/within.ts'
import { createLog } from '../log.ts'
import { listen } from './listen.ts'

const database = testDatabase()

const say = (text: string) => sql`select pg_notify('a channel', ${text})`.execute(database.db)

test('hears what is said, again after its connection broke, and nothing after it stopped', async () => {
  const heard: string[] = []
  let connected = 0
  const listener = listen({
    connectionString: `${database.connectionString}&application_name=listen_test`,
    channel: 'a channel',
    log: createLog('silent'),
    onMessage: (text) => heard.push(text),
    onConnect: () => {
      connected += 1
    },
  })
  await until(() => connected === 1)
  await say('one')
  await until(() => heard.length === 1)

  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen_test'`.execute(
    database.db,
  )
  await until(() => connected === 2)
  await say('two')
  await until(() => heard.length === 2)

  await listener.stop()
  await say('three')
  await wait(100)
  expect(heard).toEqual(['one', 'two'])
  // PostgreSQL takes a moment to see that a connection has ended.
  await until(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where application_name = 'listen_test'`.execute(
      database.db,
    )
    return rows.length === 0
  })
})

test('can be stopped while there is nothing to listen to', async () => {
  const listener = listen({
    connectionString: 'postgres://nobody@127.0.0.1:1/nothing',
    channel: 'a channel',
    log: createLog('silent'),
    onMessage: () => undefined,
  })
  await wait(300)
  await listener.stop()
})
