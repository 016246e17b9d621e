import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { openDatabaseLink } from '#tests/fakes/database-link.ts'
import { until } from '#tests/within.ts'
import { createLog } from '../log.ts'
import { followChanges } from './changes.ts'
import { settingsChannel } from './channels.ts'

const database = testDatabase()

const say = (text: string) => sql`select pg_notify(${settingsChannel}, ${text})`.execute(database.db)

function following(
  connectionString = `${database.connectionString}&application_name=changes_test`,
  onConnect?: () => unknown,
) {
  const heard: string[] = []
  const changes = followChanges({ connectionString, log: createLog('silent') })
  changes.follow(settingsChannel, (text) => heard.push(text), onConnect)
  onTestFinished(() => changes.stop())
  return { changes, heard }
}

const breakConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'changes_test'`.execute(
    database.db,
  )

test('hears what is said, again after its connection broke, and nothing after it stopped', async () => {
  let connected = 0
  const { changes, heard } = following(undefined, () => {
    connected += 1
  })
  await until(() => connected === 1)
  await say('one')
  await until(() => heard.length === 1)

  await breakConnections()
  await until(() => connected === 2)
  await say('two')
  await until(() => heard.length === 2)

  await changes.stop()
  await say('three')
  await wait(100)
  expect(heard).toEqual(['one', 'two'])
  // PostgreSQL takes a moment to see that a connection has ended.
  await until(async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where application_name = 'changes_test'`.execute(database.db)
    return rows.length === 0
  })
})

test('what was committed before somebody asks has been heard when the answer comes', async () => {
  const { changes, heard } = following()
  expect(changes.isCurrent).toBe(false)
  await expect.poll(() => changes.confirm()).toBe(true)
  expect(changes.isCurrent).toBe(true)
  for (let number = 1; number <= 300; number += 1) {
    await say(`change ${number}`)
    await expect.poll(() => changes.confirm()).toBe(true)
    expect(heard.at(-1)).toBe(`change ${number}`)
  }
  // The same while many ask and many write.
  await Promise.all(
    Array.from({ length: 40 }, async (_, number) => {
      await say(`at once ${number}`)
      await expect.poll(() => changes.confirm()).toBe(true)
      expect(heard).toContain(`at once ${number}`)
    }),
  )
})

test('nobody is told that he is up to date before those have settled who begin anew after a lost connection', async () => {
  const gates: PromiseWithResolvers<void>[] = []
  const { changes } = following(undefined, () => {
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    return gate.promise
  })
  await until(() => gates.length === 1)
  expect(changes.isCurrent).toBe(false)
  gates[0]?.resolve()
  await until(() => changes.isCurrent)
  await breakConnections()
  await until(() => !changes.isCurrent)
  await until(() => gates.length === 2)
  expect(changes.isCurrent).toBe(false)
  gates[1]?.resolve()
  await until(async () => changes.confirm())
  expect(changes.isCurrent).toBe(true)
})

test('says that it knows nothing, at once, while there is no database, and can be stopped', async () => {
  const { changes } = following('postgres://nobody@127.0.0.1:1/nothing')
  expect(await changes.confirm()).toBe(false)
  expect(await Promise.all([changes.confirm(), changes.confirm()])).toEqual([false, false])
  expect(changes.isCurrent).toBe(false)
  await changes.stop()
  expect(await changes.confirm()).toBe(false)
})

test('a process that stood still asks before it is up to date: what came meanwhile may not have been read', async () => {
  const { changes } = following()
  await until(() => changes.isCurrent)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  expect(changes.isCurrent).toBe(false)
  await until(() => changes.isCurrent)
})

test('a connection that has fallen silent is replaced before anybody is answered', async () => {
  const link = await openDatabaseLink(database.connectionString)
  onTestFinished(() => link.stop())
  let connected = 0
  const { changes } = following(link.connectionString, () => {
    connected += 1
  })
  await expect.poll(() => changes.confirm()).toBe(true)
  link.silenceOpen()
  await say('while it is silent')
  await until(() => !changes.isCurrent)
  await expect.poll(() => changes.confirm()).toBe(true)
  expect([connected, changes.isCurrent]).toEqual([2, true])
})

test('says until when it has heard everything, also when it hears nothing any more', async () => {
  const link = await openDatabaseLink(database.connectionString)
  onTestFinished(() => link.stop())
  const { changes } = following(link.connectionString)
  await expect.poll(() => changes.confirm()).toBe(true)
  await link.set('closed')
  await until(() => !changes.isCurrent)
  const { heardUntil } = changes
  expect(await changes.confirm()).toBe(false)
  expect(changes.heardUntil).toBe(heardUntil)
  expect(heardUntil).toBeGreaterThan(0)
  await link.set('open')
  await expect.poll(() => changes.confirm()).toBe(true)
  expect(changes.heardUntil).toBeGreaterThan(heardUntil)
})

test('a database that hangs is waited for once, not by everybody who comes', async () => {
  const taken: Socket[] = []
  const silent = createServer((socket) => void taken.push(socket)).listen(0, '127.0.0.1')
  await until(() => silent.listening)
  const { port } = silent.address() as { port: number }
  const { changes } = following(`postgres://nobody@127.0.0.1:${port}/nothing`)
  expect(await changes.confirm()).toBe(false)
  let answered = false
  const asked = changes.confirm().then((current) => {
    answered = true
    return current
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(answered).toBe(true)
  expect(await asked).toBe(false)
  silent.close()
  for (const socket of taken) socket.destroy()
})
