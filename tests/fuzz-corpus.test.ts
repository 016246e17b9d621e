import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { basename } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createListener } from '#server/listener.ts'
import { loadCastAndContent } from './cast-and-content.ts'
import { demoContent } from './demo-content.ts'
import { pollution } from './hostile-keys.ts'
import { servedShop } from './served-pages.ts'
import { staffCookie } from './staff-cookie.ts'

/**
 * Requests that broke something once, or that reach special branches, a file each: the head, an empty line, the body;
 * `{owner}` stands for the session of a signed-in owner. One that is found (`npm run faults -- fuzz --keep`) is put there
 * and asked again on every run.
 */
const files = globSync('tests/fuzz-corpus/*.txt').toSorted()
const content = demoContent()
let server: ReturnType<typeof createListener>
let owner: string

beforeAll(async () => {
  const { app } = content
  const contentService = await loadCastAndContent(app)
  owner = await staffCookie(app.db, 'owner')
  server = createListener(servedShop(app, contentService, 'public').fetch).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close().closeAllConnections())
afterEach(() => expect(pollution()).toEqual([]))

/** The status of the answer to a request of the corpus; NaN for none. */
async function statusOf(written: string): Promise<number> {
  const text = written.replace('office_session={owner}', owner)
  const end = text.indexOf('\n\n')
  const head = text.slice(0, end).replaceAll('\n', '\r\n')
  const body = text.slice(end + 2).trimEnd()
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`${head}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  let answer = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part
  })
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}

test.each(files.map((file) => [basename(file, '.txt'), file]))('%s is answered', async (_name, file) => {
  const status = await statusOf(readFileSync(file, 'utf8'))
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
})

test('the corpus is there', () => expect(files.length).toBeGreaterThan(20))
