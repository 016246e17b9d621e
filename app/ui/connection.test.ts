import { afterEach, expect, test, vi } from 'vitest'
import { connection, fetchWhenConnected } from './connection.ts'

afterEach(() => {
  connection.teller = null
  vi.unstubAllGlobals()
})

const refused = () => Promise.reject(new TypeError('Failed to fetch'))

/** Answers calls of `fetch` one after the other, and keeps what was sent. */
function answers(...each: (() => Promise<Response>)[]): string[] {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(`${request.method} ${await request.text()}`)
    const answer = each.shift()
    if (!answer) throw new Error('nobody expects a further request')
    return answer()
  })
  return sent
}

function teller(lost: (signal: AbortSignal) => Promise<void>) {
  const told = { lost: 0, found: 0 }
  connection.teller = {
    lost: (signal) => {
      told.lost++
      return lost(signal)
    },
    found: () => void told.found++,
    codeLost: () => new Promise(() => undefined),
  }
  return told
}

const post = (signal?: AbortSignal) =>
  new Request('https://shop.example/de/kasse.data', {
    method: 'POST',
    body: 'name=Clara',
    signal: signal ?? null,
  })

test('what does not arrive is sent again, whole, as often as somebody asks for it', async () => {
  const sent = answers(refused, refused, async () => new Response('done', { status: 202 }))
  const told = teller(() => Promise.resolve())
  const answer = await fetchWhenConnected(post())
  expect([answer.status, await answer.text()]).toEqual([202, 'done'])
  expect(sent).toEqual(['POST name=Clara', 'POST name=Clara', 'POST name=Clara'])
  expect(told).toEqual({ lost: 2, found: 1 })
})

test('an answer that breaks off has not arrived', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"_1'))
      controller.error(new TypeError('network error'))
    },
  })
  answers(
    async () => new Response(broken),
    async () => new Response('whole'),
  )
  const told = teller(() => Promise.resolve())
  expect(await (await fetchWhenConnected(post())).text()).toBe('whole')
  expect(told).toEqual({ lost: 1, found: 1 })
})

test('an error of the shop and an answer without words are answers', async () => {
  answers(
    async () =>
      new Response('Bad Gateway', { status: 502, statusText: 'Bad Gateway', headers: { 'x-one': '1' } }),
    async () => new Response(null, { status: 204 }),
  )
  const told = teller(() => Promise.resolve())
  const answer = await fetchWhenConnected(post())
  expect([answer.status, answer.statusText, answer.headers.get('x-one'), await answer.text()]).toEqual([
    502,
    'Bad Gateway',
    '1',
    'Bad Gateway',
  ])
  expect((await fetchWhenConnected(post())).status).toBe(204)
  expect(told).toEqual({ lost: 0, found: 2 })
})

test('what nobody needs any more is told to nobody and not sent again', async () => {
  const sent = answers(refused)
  const told = teller(() => Promise.resolve())
  const over = new AbortController()
  over.abort()
  await expect(fetchWhenConnected(post(over.signal))).rejects.toThrow()
  expect(sent.length).toBeLessThanOrEqual(1)
  expect(told.lost).toBe(0)
})

test('what is given up while it waits fails with the reason', async () => {
  const sent = answers(refused)
  const over = new AbortController()
  teller(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        over.abort(new Error('another click'))
      }),
  )
  await expect(fetchWhenConnected(post(over.signal))).rejects.toThrow('another click')
  expect(sent).toHaveLength(1)
})

test('before anything can tell, a request fails as requests do', async () => {
  answers(refused)
  await expect(fetchWhenConnected(post())).rejects.toThrow('Failed to fetch')
})
