import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestRate } from './request-rate.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** When each of so many requests was sent, ms; the n-th is answered `latency(n)` later. */
async function sent(perSecond: number, requests: number, latency: (request: number) => number) {
  const rate = createRequestRate(perSecond)
  const since = performance.now()
  const times: number[] = []
  const all = Array.from({ length: requests }, async (_, request) => {
    const answered = await rate.turn()
    times.push(performance.now() - since)
    setTimeout(answered, latency(request))
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all(all)
  return times
}

test.each([
  [5, [0, 0, 0, 0, 0, 1010, 1010, 1010, 1010, 1010, 2020, 2020]],
  [3, [0, 0, 0, 1010, 1010, 1010, 2020, 2020]],
])('%i a second, each counted until a second after its answer', async (perSecond, expected) => {
  expect(await sent(perSecond, expected.length, () => 10)).toEqual(expected)
})

test('a request that nobody answers counts for two seconds, and the others do not wait for it', async () => {
  const times = await sent(5, 8, (request) => (request === 2 ? 50_000 : 0))
  expect(times).toEqual([0, 0, 0, 0, 0, 1000, 1000, 1000])
  expect(await sent(1, 3, () => 50_000)).toEqual([0, 2000, 4000])
})

test.each([1, 7, 13, 29])(
  'however long each is under way, no more arrive in any second (%i)',
  async (seed) => {
    let random = seed
    const latencies = Array.from({ length: 60 }, () => {
      random = (random * 16_807) % 2_147_483_647
      return random % 900
    })
    const times = await sent(5, latencies.length, (request) => latencies[request] as number)
    for (const [request, time] of times.entries()) {
      // Each may arrive at any moment until its answer: these could still arrive in the same second as this one.
      const inOneSecond = times
        .slice(0, request)
        .filter((before, index) => before + (latencies[index] as number) > time - 1000)
      expect(inOneSecond.length).toBeLessThan(5)
    }
  },
)

test('whoever comes later waits from then on, in the order of coming', async () => {
  const rate = createRequestRate(2)
  const order: string[] = []
  const ask = async (name: string) => {
    const answered = await rate.turn()
    order.push(`${name} ${performance.now() - since}`)
    answered()
  }
  const since = performance.now()
  void ask('a')
  await vi.advanceTimersByTimeAsync(400)
  for (const name of ['b', 'c', 'd']) void ask(name)
  await vi.advanceTimersByTimeAsync(5000)
  expect(order).toEqual(['a 0', 'b 400', 'c 1000', 'd 1400'])
})
