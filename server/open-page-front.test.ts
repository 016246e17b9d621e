import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { answerUses } from '#app/platform/answer-record.ts'
import type { Changes } from '#app/platform/database/changes.ts'
import { type Channel, settingsChannel } from '#app/platform/database/channels.ts'
import { type Database, isDatabaseAway, openDatabase } from '#app/platform/database/database.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { createListener } from './listener.ts'
import { openPageFront } from './open-page-front.ts'

const database = testDatabase()

/** A shop of one page, whose words are `said`, and whose listening connection is as `hears` says. */
async function openShop(db: Database) {
  const state = { said: 'old', hears: true, heardUntil: performance.now(), asked: 0 }
  const told = new Map<Channel, (text: string) => void>()
  const changes: Changes = {
    follow: (channel, onMessage) => void told.set(channel, onMessage),
    get isCurrent() {
      return state.hears
    },
    get heardUntil() {
      return state.hears ? performance.now() : state.heardUntil
    },
    confirm: async () => {
      state.asked += 1
      return state.hears
    },
    stop: async () => undefined,
  }
  const fetch = async () => {
    answerUses('setting:site')
    if (state.said === '') return new Response('nothing can be made', { status: 503 })
    return new Response(state.said, { headers: { 'cache-control': 'public, no-cache' } })
  }
  const app = { env: readEnv({}), log: createLog('silent'), now: () => new Date(), db } as App
  const { front } = openPageFront({ app, http: { fetch }, changes, onStoryChange: () => undefined })
  const server = createListener(fetch, front).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = () => globalThis.fetch(`http://127.0.0.1:${port}/de`)
  const read = async () => (await open()).text()
  expect(await read()).toBe('old')
  state.said = 'new'
  expect(await read()).toBe('old')
  return { state, open, read, tell: (channel: Channel, text: string) => told.get(channel)?.(text) }
}

test('while changes cannot be heard, though the database answers, pages are made anew', async () => {
  const { state, read } = await openShop(database.db)
  state.hears = false
  expect(await read()).toBe('new')
  state.said = 'newer'
  expect(await Promise.all([read(), read()])).toEqual(['newer', 'newer'])
  state.hears = true
  expect(await read()).toBe('newer')
})

test('while the database answers nobody, what was true last is given on', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => away.destroy())
  const { state, open, read, tell } = await openShop(away)
  const current = await open()
  expect([current.headers.get('age'), current.headers.get('cache-status')]).toEqual([null, null])
  // Nobody knows what has changed, and nobody can find out.
  state.said = ''
  tell(settingsChannel, '')
  state.hears = false
  state.heardUntil = performance.now() - 12_000
  expect(await read()).toBe('old')
  const stale = await open()
  expect(stale.headers.get('cache-control')).toBe('private, no-cache')
  const age = Number(stale.headers.get('age'))
  expect(stale.headers.get('cache-status')).toBe(`shop; hit; ttl=${-age}; detail="database away"`)
  expect(Number.isInteger(age)).toBe(true)
  Object.assign(state, { hears: true, said: 'newer' })
  expect(await read()).toBe('newer')
})

test('nobody waits to hear from a database that is known to be away', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => away.destroy())
  const { state, read } = await openShop(away)
  await expect(sql`select 1`.execute(away)).rejects.toThrow()
  await expect.poll(() => isDatabaseAway(away)).toBe(true)
  state.hears = false
  const { asked } = state
  expect(await Promise.all([read(), read()])).toEqual(['old', 'old'])
  expect(state.asked).toBe(asked)
})

test('what is known to be wrong is not given on', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => away.destroy())
  const { state, read, tell } = await openShop(away)
  tell(settingsChannel, 'site')
  state.hears = false
  // Whoever answers instead of what is kept.
  expect(await read()).toBe('new')
})

test('one that answers too late is waited for once', async () => {
  const { state, read } = await openShop(database.db)
  state.hears = false
  const held = Promise.withResolvers<void>()
  // All connections of the pool are taken.
  const taking = Array.from({ length: 5 }, () =>
    database.db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      await held.promise
    }),
  )
  expect(await read()).toBe('old')
  expect(await Promise.all([read(), read()])).toEqual(['old', 'old'])
  held.resolve()
  await Promise.all(taking)
  await expect.poll(read).toBe('new')
})

test('emptied settings concern every page', async () => {
  const { read, tell } = await openShop(database.db)
  tell(settingsChannel, 'vacation')
  expect(await read()).toBe('old')
  tell(settingsChannel, '')
  expect(await read()).toBe('new')
})

test('whoever goes away ends his waiting for a place, and not a page that has begun', async () => {
  const seen: { gone: AbortSignal; ended: AbortSignal }[] = []
  const making = Promise.withResolvers<Response>()
  const fetch = (asked: Request, environment?: unknown) => {
    seen.push({ gone: (environment as { gone: AbortSignal }).gone, ended: asked.signal })
    return making.promise
  }
  const app = { env: readEnv({}), log: createLog('silent'), now: () => new Date(), db: database.db } as App
  const changes = {
    ...{ follow: () => undefined, isCurrent: true, heardUntil: 0 },
    ...{ confirm: async () => true, stop: async () => undefined },
  }
  const { front } = openPageFront({ app, http: { fetch }, changes, onStoryChange: () => undefined })
  const server = createListener(() => new Response('not kept'), front).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/de`
  const leaving = new AbortController()
  const gone = expect(globalThis.fetch(address, { signal: leaving.signal })).rejects.toThrow()
  await expect.poll(() => seen.length).toBe(1)
  leaving.abort()
  await gone
  await expect.poll(() => seen[0]?.gone.aborted).toBe(true)
  expect(seen[0]?.ended.aborted).toBe(false)
  making.resolve(new Response('whole', { headers: { 'cache-control': 'public, no-cache' } }))
  expect(await (await globalThis.fetch(address)).text()).toBe('whole')
  expect(seen).toHaveLength(1)
})
