import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connection, fetchWhenConnected } from '#app/ui/connection.ts'
import { fetchAnswer, giveUpAnswer, staysTrue, takeAnswer } from './answer-ahead.ts'

const page = 'https://shop.example/de/produkte/omega/10001.data'
const other = 'https://shop.example/de/agb.data'
/** What was sent, and how many are on their way. */
let sent: string[] = []
let [open, mostOpen] = [0, 0]
let answer: () => Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  connection.ahead = takeAnswer
  sent = []
  open = mostOpen = 0
  answer = async () => new Response(`answer ${sent.length}`)
  vi.stubGlobal('fetch', async (asked: Request | string, init?: RequestInit) => {
    const purpose = new Headers(init?.headers).get('purpose')
    sent.push(asked instanceof Request ? `${asked.method} ${asked.url}` : `${purpose} ${asked}`)
    open++
    mostOpen = Math.max(open, mostOpen)
    init?.signal?.addEventListener('abort', () => open--)
    const came = await answer()
    if (init?.signal?.aborted) throw new DOMException('', 'AbortError')
    open--
    return came
  })
})
afterEach(() => {
  giveUpAnswer()
  delete connection.ahead
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const click = async (url: string, init?: RequestInit) =>
  (await fetchWhenConnected(new Request(url, init))).text()

test('a click finds what was fetched ahead, once', async () => {
  await fetchAnswer(page, false)
  expect(await click(page)).toBe('answer 1')
  expect(sent).toEqual([`prefetch ${page}`])
  // The page asks again later, as after a change of the cart.
  expect(await click(page)).toBe('answer 2')
})

test('what is pressed says so: somebody waits for it', async () => {
  await fetchAnswer(page, true)
  expect(sent).toEqual([`press ${page}`])
})

test('a click before the answer has come waits for it and sends nothing', async () => {
  const come = Promise.withResolvers<Response>()
  answer = () => come.promise
  void fetchAnswer(page, false)
  const shown = click(page)
  come.resolve(new Response('the answer'))
  expect(await shown).toBe('the answer')
  expect(sent).toHaveLength(1)
})

test('an answer that came a few seconds ago is asked for again', async () => {
  await fetchAnswer(page, false)
  vi.advanceTimersByTime(staysTrue)
  expect(await click(page)).toBe('answer 2')
  await fetchAnswer(page, false)
  vi.advanceTimersByTime(staysTrue - 1)
  expect(await click(page)).toBe('answer 3')
})

test('staying at the same link sends nothing more; once it is old, it does', async () => {
  await fetchAnswer(page, false)
  await fetchAnswer(page, false)
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(staysTrue)
  await fetchAnswer(page, false)
  expect(sent).toHaveLength(2)
})

test('there is one at a time: what is on its way to another page is given up', async () => {
  const never = new Promise<Response>(() => undefined)
  answer = () => never
  void fetchAnswer(other, false)
  void fetchAnswer(page, false)
  expect([sent.length, open, mostOpen]).toEqual([2, 1, 1])
  giveUpAnswer()
  expect(open).toBe(0)
})

test('another request ends what is on its way, and what a form writes makes an answer old', async () => {
  await fetchAnswer(page, false)
  expect(await click(other)).toBe('answer 2')
  expect(await click(page)).toBe('answer 3')
  await fetchAnswer(page, false)
  await click(page, { method: 'POST', body: 'piece=10001' })
  expect(await click(page)).toBe('answer 6')
})

test.each([
  ['an error', () => new Response('', { status: 500 })],
  ['a page that is gone', () => new Response('', { status: 404 })],
  ['a page that leads elsewhere', () => new Response('', { status: 202 })],
  ['a page that nobody keeps', () => new Response('', { headers: { 'cache-control': 'private, no-store' } })],
])('%s is asked for by the click itself', async (_, given) => {
  answer = async () => (sent.length === 1 ? given() : new Response('asked again'))
  await fetchAnswer(page, false)
  expect(await click(page)).toBe('asked again')
})

test('what did not arrive is asked for by the click itself', async () => {
  answer = async () => {
    if (sent.length === 1) throw new TypeError('Failed to fetch')
    return new Response('asked again')
  }
  await fetchAnswer(page, false)
  expect(await click(page)).toBe('asked again')
})

// The last one: it holds for the rest of a page's life.
test('a server that is told to save data says so once for all', async () => {
  answer = async () => new Response(null, { status: 204 })
  await fetchAnswer(page, false)
  await fetchAnswer(other, true)
  expect(sent).toHaveLength(1)
  answer = async () => new Response('the page')
  expect(await click(page)).toBe('the page')
})
