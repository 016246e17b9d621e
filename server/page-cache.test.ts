import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerChangesAt, answerUses, keepNoAnswer } from '#app/platform/answer-record.ts'
import { createLog } from '#app/platform/log.ts'
import type { KeptAnswer } from './kept-answer.ts'
import type { PageAddress } from './page-address.ts'
import { PageCache, TooLarge } from './page-cache.ts'

let time = 0
let made: string[] = []
/** How a page is made, by its key. */
let pages: Record<string, () => Response | Promise<Response>> = {}

const page = (text: string, init: ResponseInit = {}) =>
  new Response(text, {
    headers: { 'content-type': 'text/html', 'cache-control': 'public, no-cache' },
    ...init,
  })
/** An answer that is made after something has been noted. */
const noting = (_noted: unknown, answer: Response) => answer
const at = (key: string, budget: PageAddress['budget'] = 'pages'): PageAddress => ({
  key,
  budget,
  exact: true,
})
const textOf = (answer: KeptAnswer | undefined) => answer?.variants.identity.body.bytes().toString()

function open(budgets?: Record<PageAddress['budget'], number>) {
  return new PageCache({
    make: async ({ key }, by) => {
      made.push(by === 'robot' ? `${key} for a robot` : key)
      return (pages[key] ?? (() => page(key)))()
    },
    now: () => time,
    log: createLog('silent'),
    ...(budgets && { budgets }),
  })
}

beforeEach(() => {
  time = 1_000
  made = []
  pages = {}
})

describe('an answer', () => {
  test('is made once and given again until what it was made of changes, and no other', async () => {
    const cache = open()
    pages['/de'] = () => noting(answerUses('setting:site', 'piece:1'), page('home'))
    pages['/en'] = () => noting(answerUses('setting:site'), page('other'))
    await Promise.all([cache.answer(at('/de')), cache.answer(at('/de')), cache.answer(at('/en'))])
    expect(made).toEqual(['/de', '/en'])
    expect(textOf(cache.get('/de'))).toBe('home')
    cache.changed(['piece:2'])
    expect(cache.get('/de')).toBeDefined()
    cache.changed(['piece:1'])
    expect(cache.get('/de')).toBeUndefined()
    expect(cache.get('/en')).toBeDefined()
    cache.changed('catalogue')
    expect(cache.get('/en')).toBeDefined()
    cache.changed('everything')
    expect([cache.get('/en'), textOf(cache.lastKnown('/en')?.answer)]).toEqual([undefined, 'other'])
    // What is known to be wrong nobody is given.
    cache.changed(['setting:site'])
    expect(cache.lastKnown('/en')).toBeUndefined()
  })

  test('that is being made for a robot is nobody else’s, for it is late and may be refused', async () => {
    const cache = open()
    const late = Promise.withResolvers<Response>()
    pages['/de'] = () => (made.length === 1 ? late.promise : page('whole'))
    const robots = [cache.answer(at('/de'), 'robot'), cache.answer(at('/de'), 'robot')]
    const visitors = [cache.answer(at('/de')), cache.answer(at('/de'))]
    expect((await Promise.all(visitors)).map(textOf)).toEqual(['whole', 'whole'])
    late.resolve(new Response('later', { status: 503 }))
    expect((await Promise.all(robots)).map(({ status }) => status)).toEqual([503, 503])
    expect(made).toEqual(['/de for a robot', '/de'])
    expect(textOf(await cache.answer(at('/de'), 'robot'))).toBe('whole')
  })

  test('that is being made for a visitor is given to robots as well, and of after a change to each by himself', async () => {
    const cache = open()
    const first = Promise.withResolvers<Response>()
    pages['/en'] = () => (made.length === 1 ? first.promise : new Response(null, { status: 404 }))
    const before = [cache.answer(at('/en')), cache.answer(at('/en'), 'robot')]
    cache.changed(['prices'])
    const after = [cache.answer(at('/en'), 'robot'), cache.answer(at('/en')), cache.answer(at('/en'))]
    first.resolve(new Response('gone', { status: 404 }))
    await Promise.all([...before, ...after])
    expect(made).toEqual(['/en', '/en for a robot', '/en'])
  })

  test('all of the catalogue: whatever rests on a piece, a kind or the words of paths', async () => {
    const cache = open()
    for (const source of ['piece:1', 'kind:watch', 'vocabulary', 'catalogue', 'prices']) {
      pages[source] = () => noting(answerUses(source), page(source))
      await cache.answer(at(source))
    }
    cache.changed('catalogue')
    expect(cache.size.answers).toBe(1)
    expect(cache.get('prices')).toBeDefined()
  })

  test('is given until the moment at which it changes by itself', async () => {
    const cache = open()
    pages['/de'] = () => noting(answerChangesAt(time + 10), page(`at ${time}`))
    await cache.answer(at('/de'))
    time += 9
    expect(textOf(cache.get('/de'))).toBe('at 1000')
    time += 1
    expect(cache.get('/de')).toBeUndefined()
    expect(textOf(await cache.answer(at('/de')))).toBe('at 1010')
  })

  test.each([
    ['a fault', () => page('no', { status: 404 })],
    ['a redirect', () => new Response(null, { status: 301, headers: { location: '/de' } })],
    [
      'one that its page keeps to itself',
      () => page('x', { headers: { 'cache-control': 'private, no-cache' } }),
    ],
    ['one that nobody may store', () => page('x', { headers: { 'cache-control': 'no-store' } })],
    ['less than the whole truth', () => noting(keepNoAnswer('a block failed'), page('x'))],
    ['one that is over already', () => noting(answerChangesAt(time), page('x'))],
  ])('is not kept: %s', async (_, make) => {
    const cache = open()
    pages['/de'] = make
    await cache.answer(at('/de'))
    expect(cache.size.answers).toBe(0)
    await cache.answer(at('/de'))
    expect(made).toHaveLength(2)
  })

  test.each([
    ['less than the whole truth', () => noting(keepNoAnswer('a block failed'), page('x'))],
    ['one that is over already', () => noting(answerChangesAt(time), page('x'))],
    [
      'one that something changed under',
      (cache: PageCache) => noting([answerUses('piece:1'), cache.changed(['piece:1'])], page('x')),
    ],
  ])('lets nobody on the way keep it, or ask whether it has changed: %s', async (_, make) => {
    const cache: PageCache = new PageCache({
      make: async () => make(cache),
      now: () => time,
      log: createLog('silent'),
      headsOf: (uses) => ['surrogate-key', [...uses].join(' ')],
    })
    for (const { head, etag } of Object.values((await cache.answer(at('/de'))).variants)) {
      const heads = new Headers(
        head.flatMap((name, at) => (at % 2 === 0 ? [[name, head[at + 1] ?? '']] : [])) as [string, string][],
      )
      expect([heads.get('etag'), heads.get('surrogate-key'), etag]).toEqual([null, null, ''])
      expect(heads.get('cache-control')).toBe('private, no-cache')
      expect(heads.get('content-type')).toBe('text/html')
    }
  })

  test('that is not kept is packed only as the client takes it, and said to be another than the kept one', async () => {
    const cache = open()
    pages['/de/suche'] = () => page('word '.repeat(1000))
    const encodings = async () => {
      const { variants } = await cache.answer(at('/de/suche', 'listings'), 'visitor', 'gzip')
      return Object.values(variants).map(({ etag }) => etag.slice(etag.indexOf('-') + 1, -1))
    }
    const tagged = [await encodings(), await encodings()]
    expect(tagged).toEqual([
      ['identity', 'identity', 'gzip4'],
      ['identity', 'br5', 'gzip6'],
    ])
  })

  test('carries no cookie of whoever asked first', async () => {
    const cache = open()
    pages['/de'] = () => page('x', { headers: { 'set-cookie': 'a=b', 'content-type': 'text/html' } })
    const { variants } = await cache.answer(at('/de'))
    for (const { head, unchanged } of Object.values(variants))
      expect([...head, ...unchanged].map((word) => word.toLowerCase())).not.toContain('set-cookie')
  })

  test('whose making fails is tried again by the next', async () => {
    const cache = open()
    let fails = true
    pages['/de'] = () => {
      if (fails) throw new Error('away')
      return page('there')
    }
    await expect(cache.answer(at('/de'))).rejects.toThrow('away')
    fails = false
    expect(textOf(await cache.answer(at('/de')))).toBe('there')
  })

  test('that is larger than what is kept is not made a second time for that', async () => {
    const cache = open()
    let cancelled = false
    pages['/large'] = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
          cancel: () => {
            cancelled = true
          },
        }),
      )
    await expect(cache.answer(at('/large'))).rejects.toBeInstanceOf(TooLarge)
    await expect(cache.answer(at('/large'))).rejects.toBeInstanceOf(TooLarge)
    expect(made).toEqual(['/large'])
    expect(cancelled).toBe(true)
  })
})

describe('who goes away while an answer is being made', () => {
  /** Each making waits until it is told to go on, or, where it has not begun, that nobody waits any more. */
  function openWaiting({ refuses = true } = {}) {
    const makings: { signal: AbortSignal; finish: () => void }[] = []
    const cache = new PageCache({
      make: ({ key }, _by, signal) =>
        new Promise((done) => {
          makings.push({ signal, finish: () => done(page(`${key} ${makings.length}`)) })
          if (refuses) signal.addEventListener('abort', () => done(page('no place', { status: 503 })))
        }),
      now: () => time,
      log: createLog('silent'),
    })
    const ask = () => {
      const visitor = new AbortController()
      return { answer: cache.answer(at('/de'), 'visitor', 'br', visitor.signal), go: () => visitor.abort() }
    }
    return { cache, makings, ask }
  }

  test('has it made on as long as another waits', async () => {
    const { cache, makings, ask } = openWaiting()
    const [one, other] = [ask(), ask()]
    one.go()
    expect(makings.map(({ signal }) => signal.aborted)).toEqual([false])
    makings[0]?.finish()
    expect(textOf(await other.answer)).toBe('/de 1')
    expect(textOf(cache.get('/de'))).toBe('/de 1')
  })

  test('the last one ends it, it is not kept, and the next has it made anew', async () => {
    const { cache, makings, ask } = openWaiting()
    const [one, other] = [ask(), ask()]
    one.go()
    one.go()
    other.go()
    const next = ask()
    expect(makings.map(({ signal }) => signal.aborted)).toEqual([true])
    await Promise.allSettled([one.answer, other.answer])
    expect(cache.size.answers).toBe(0)
    await expect.poll(() => makings.length).toBe(2)
    makings[1]?.finish()
    expect(textOf(await next.answer)).toBe('/de 2')
    expect(textOf(cache.get('/de'))).toBe('/de 2')
  })

  test('has for others what had begun, though the last one did not wait for it', async () => {
    const { cache, makings, ask } = openWaiting({ refuses: false })
    const one = ask()
    one.go()
    const next = ask()
    makings[0]?.finish()
    expect(textOf(await one.answer)).toBe('/de 1')
    expect(textOf(await next.answer)).toBe('/de 1')
    expect(textOf(cache.get('/de'))).toBe('/de 1')
    expect(makings).toHaveLength(1)
  })

  test('what is made behind the visitors is made on', async () => {
    const { cache, makings } = openWaiting()
    const behind = cache.answer(at('/de'))
    const visitor = new AbortController()
    void cache.answer(at('/de'), 'visitor', 'br', visitor.signal)
    visitor.abort()
    expect(makings[0]?.signal.aborted).toBe(false)
    makings[0]?.finish()
    expect(textOf(await behind)).toBe('/de 1')
  })

  test('has nothing begun after a change', async () => {
    const { cache, makings, ask } = openWaiting()
    const behind = cache.answer(at('/de'))
    cache.changed('everything')
    const visitor = ask()
    visitor.go()
    makings[0]?.finish()
    await behind
    await expect(visitor.answer).rejects.toThrow()
    expect(makings).toHaveLength(1)
  })
})

describe('what changes while an answer is being made', () => {
  test('concerns it: it is not kept, and who comes after the change gets another', async () => {
    const cache = open()
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let price = 100
    pages['/piece'] = async () => {
      const read = price
      await gates[made.length - 1]?.promise
      answerUses('piece:1')
      return page(`price ${read}`)
    }
    const before = cache.answer(at('/piece'))
    await setImmediate()
    price = 200
    cache.changed(['piece:1'])
    const after = [cache.answer(at('/piece')), cache.answer(at('/piece'))]
    await setImmediate()
    expect(made).toHaveLength(1)
    gates[0]?.resolve()
    expect(textOf(await before)).toBe('price 100')
    expect(cache.get('/piece')).toBeUndefined()
    gates[1]?.resolve()
    for (const answer of after) expect(textOf(await answer)).toBe('price 200')
    expect(made).toHaveLength(2)
    expect(textOf(cache.get('/piece'))).toBe('price 200')
  })

  test('is something else: it is kept', async () => {
    const cache = open()
    const gate = Promise.withResolvers<void>()
    pages['/piece'] = async () => {
      await gate.promise
      answerUses('piece:1')
      return page('x')
    }
    const answer = cache.answer(at('/piece'))
    cache.changed(['piece:2'])
    gate.resolve()
    await answer
    expect(cache.get('/piece')).toBeDefined()
  })
})

describe('bounds', () => {
  test('of listings there are more than anybody could keep: one is kept when it is asked for again', async () => {
    const cache = open()
    await cache.answer(at('/de/uhren/rolex', 'listings'))
    expect(cache.size.answers).toBe(0)
    await cache.answer(at('/de/uhren/rolex', 'listings'))
    expect(cache.get('/de/uhren/rolex')).toBeDefined()
    cache.changed('everything')
    await cache.answer(at('/de/uhren/rolex', 'listings'))
    expect(cache.get('/de/uhren/rolex')).toBeDefined()
  })

  test('of long addresses fewer are remembered to have been asked for', async () => {
    const long = (number: number) => `/de/suche?query=${number}${'%C3%BC'.repeat(600)}`
    const isKeptAfter = async (others: number) => {
      const cache = open()
      for (let number = 0; number <= others; number += 1) await cache.answer(at(long(number), 'listings'))
      await cache.answer(at(long(0), 'listings'))
      return cache.get(long(0)) !== undefined
    }
    expect([await isKeptAfter(200), await isKeptAfter(700)]).toEqual([true, false])
  })

  test('each kind has its bytes: what was not asked for longest goes, and nothing points to it any more', async () => {
    const cache = open({ pages: 40_000, listings: 20_000 })
    for (let number = 0; number < 500; number += 1) {
      pages[`/de/${number}`] = () => noting(answerUses(`piece:${number}`), page('x'.repeat(500)))
      await cache.answer(at(`/de/${number}`))
    }
    const { answers, bytes } = cache.size
    expect(bytes).toBeLessThanOrEqual(40_000)
    expect(answers).toBeGreaterThan(3)
    expect(cache.get('/de/499')).toBeDefined()
    expect(cache.get('/de/0')).toBeUndefined()
    for (let number = 0; number < 500; number += 1) cache.changed([`piece:${number}`])
    expect(cache.size).toEqual({ answers: 0, bytes: 0 })
  })
})

test('what people ask for is made again at once when it changes, what nobody asked for again is not', async () => {
  const cache = open()
  for (const key of ['/asked', '/once']) {
    pages[key] = () => noting(answerUses('piece:1'), page(key))
    await cache.answer(at(key))
  }
  for (let times = 0; times < 3; times += 1) cache.get('/asked')
  made = []
  cache.changed(['piece:1'])
  await expect.poll(() => cache.size.answers).toBe(1)
  expect(made).toEqual(['/asked'])
})

test('what many ask for is packed smaller, and is still the same', async () => {
  const cache = open()
  const text = Array.from({ length: 3000 }, (_, number) => `piece ${(number * 7919) % 1009} `).join('')
  pages['/de'] = () => page(text)
  const first = await cache.answer(at('/de'))
  const sizes = () => cache.get('/de')?.variants.br.body.length ?? 0
  await expect.poll(sizes).toBeLessThan(first.variants.br.body.length)
  const later = cache.get('/de')
  expect(later?.variants.br.etag).not.toBe(first.variants.br.etag)
  expect(gunzipSync(later?.variants.gzip.body.bytes() ?? Buffer.alloc(0)).toString()).toBe(text)
  expect(textOf(later)).toBe(text)
})
