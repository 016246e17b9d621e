import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { basename } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createContentService } from '#app/content-service/content-service.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { createListener } from '#server/listener.ts'
import { loadCast } from './catalogue.ts'
import { demoContent } from './demo-content.ts'
import { pollution } from './hostile-keys.ts'
import { servedShop } from './served-pages.ts'

/**
 * Requests that broke something once, or that reach special branches, a file each: the head, an empty line, the body. One
 * that is found is put there and asked again on every run.
 */
const files = globSync('tests/fuzz-corpus/*.txt').toSorted()
const content = demoContent()
let server: ReturnType<typeof createListener>

beforeAll(async () => {
  await loadAllMessages()
  const { app } = content
  await loadCast(app.db)
  const contentService = createContentService({
    db: app.db,
    publicToken: app.env.CONTENT_PUBLIC_TOKEN,
    previewToken: 'preview',
    rateLimit: 100_000,
  })
  server = createListener(servedShop(app, contentService, 'public').fetch).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close().closeAllConnections())
afterEach(() => expect(pollution()).toEqual([]))

/** The status of the answer to a request of the corpus; NaN for none. */
async function statusOf(text: string): Promise<number> {
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
