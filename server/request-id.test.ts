import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { answerUses } from '#app/platform/answer-record.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { createListener } from './listener.ts'
import { PageCache } from './page-cache.ts'
import { pageFront } from './page-front.ts'

const content = demoContent()
const ownId = /^[\w-]{12}-[0-9a-z]+$/

/** A page that is kept, and behind it what answers everything else. */
async function listening({ trustProxy }: { trustProxy: boolean }) {
  const cache = new PageCache({
    make: async () => {
      answerUses('piece:1')
      // As pages are made: under the id of who asked first.
      return new Response('page', {
        headers: { 'cache-control': 'public, no-cache', 'x-request-id': 'first' },
      })
    },
    now: () => 0,
    log: createLog('silent'),
  })
  const changes = { isCurrent: true, heardUntil: 0, confirm: async () => true }
  const front = pageFront({ cache, changes, env: readEnv({ DEFAULT_LOCALE: 'en' }) })
  const server = createListener(() => new Response('made'), front, {}, { trustProxy }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const idOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.arrayBuffer()
    return answer.headers.get('x-request-id')
  }
  return { port, idOf }
}

test('a page that is kept is given with an id of each request, also where it is there already', async () => {
  const { idOf } = await listening({ trustProxy: false })
  const ids = [await idOf('/en'), await idOf('/en'), await idOf('/en', { cookie: 'i18n_redirected=de' })]
  for (const id of ids) expect(id).toMatch(ownId)
  expect(new Set(ids).size).toBe(3)
  const etag = (
    await fetch(`http://127.0.0.1:${(await listening({ trustProxy: false })).port}/en`)
  ).headers.get('etag')
  expect(await idOf('/en', { 'if-none-match': etag ?? '' })).toMatch(ownId)
})

test('the id of a proxy of ours is kept where it may stand in a log, that of strangers never', async () => {
  const trusted = await listening({ trustProxy: true })
  expect(await trusted.idOf('/en', { 'x-request-id': 'proxy-7' })).toBe('proxy-7')
  expect(await trusted.idOf('/en', { 'x-request-id': 'anna@beispiel.example' })).toMatch(ownId)
  const { idOf } = await listening({ trustProxy: false })
  expect(await idOf('/en', { 'x-request-id': 'stranger' })).toMatch(ownId)
})

test('what is refused before anything reads it has one', async () => {
  const { port } = await listening({ trustProxy: false })
  const socket = connect(port, '127.0.0.1')
  socket.write('TRACE /en HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 [\s\S]*x-request-id: [\w-]{14,}\r\n/)
})

test('so have the pages, faults and redirects of the shop', async () => {
  const server = createListener(servedShop(content.app, undefined, 'public').fetch).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  for (const path of [
    '/',
    '/en/contact',
    '/en/nothing',
    '/health',
    '/api/search?query=x',
    '/office/data/',
    '/robots.txt',
  ]) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
    await answer.arrayBuffer()
    expect([path, answer.headers.get('x-request-id')]).toEqual([path, expect.stringMatching(ownId)])
  }
})
