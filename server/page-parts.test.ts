import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  answerChangesAt,
  answerPart,
  answerUses,
  keepNoAnswer,
  recorded,
} from '#app/platform/answer-record.ts'
import { createLog } from '#app/platform/log.ts'
import type { PageAddress } from './page-address.ts'
import { PageCache } from './page-cache.ts'

let time = 0
/** What is made and asked, in order. */
let done: string[] = []
let cache: PageCache
let prices: Record<string, number> = {}
/** What asking for a price does besides. */
let besides: (id: string) => unknown = () => undefined

/** A page that shows two pieces; of the first it asks again, the second is its own. */
const make = async ({ key }: PageAddress) => {
  done.push(key)
  answerUses('piece:own')
  const price = await priceOf('1')
  return new Response(`${key} ${price} ${prices.own}`, { headers: { 'content-type': 'text/html' } })
}

const priceOf = (id: string) =>
  answerPart(async () => {
    answerUses('kind:watch')
    done.push(`price ${id}`)
    const read = prices[id]
    await besides(id)
    return read
  })

const page: PageAddress = { key: '/page', budget: 'pages', exact: true }
const text = async () => (await cache.answer(page)).variants.identity.body.bytes().toString()
const changes = (id: string, price: number, source: string) => {
  prices[id] = price
  cache.changed([source])
}

beforeEach(async () => {
  time = 1_000
  prices = { '1': 100, own: 7 }
  besides = () => undefined
  cache = new PageCache({ make, now: () => time, log: createLog('silent') })
  await text()
  done = []
})

describe('something that a part was made of changes', () => {
  test('and the part says the same: the answer is given on, but not before it was asked', async () => {
    cache.changed(['kind:watch'])
    expect(cache.get('/page')).toBeUndefined()
    expect(await text()).toBe('/page 100 7')
    expect(done).toEqual(['price 1'])
    expect(cache.get('/page')).toBeDefined()
    cache.changed(['kind:jewellery'])
    expect(cache.get('/page')).toBeDefined()
  })

  test('and it says something else: the answer is made anew', async () => {
    changes('1', 200, 'kind:watch')
    expect(await text()).toBe('/page 200 7')
    expect(done).toEqual(['price 1', '/page', 'price 1'])
    expect(cache.get('/page')).toBeDefined()
  })

  test.each(['catalogue', ['piece:own', 'kind:watch']] as const)(
    'and something of its own as well (%s): nothing is asked',
    async (change) => {
      cache.changed(change)
      await text()
      expect(done).toEqual(['/page', 'price 1'])
    },
  )

  test('first the part, then its own', async () => {
    cache.changed(['kind:watch'])
    changes('own', 8, 'piece:own')
    expect(await text()).toBe('/page 100 8')
    expect(done).toEqual(['/page', 'price 1'])
  })

  test.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['is less than the whole truth', () => keepNoAnswer('read anew')],
    ['is made of other things by now', () => answerUses('kind:jewellery')],
    ['holds no longer', () => answerChangesAt(time)],
  ])('and the part %s: the answer is made anew', async (_, happens) => {
    cache.changed(['kind:watch'])
    besides = () => {
      besides = () => undefined
      return happens()
    }
    expect(await text()).toBe('/page 100 7')
    expect(done).toEqual(['price 1', '/page', 'price 1'])
  })

  test('and a robot and a visitor ask at the same time: neither is given it before it was asked', async () => {
    changes('1', 200, 'kind:watch')
    const said = Promise.withResolvers<void>()
    besides = () => said.promise
    const asking = [cache.answer(page, 'robot'), cache.answer(page)]
    await setImmediate()
    besides = () => undefined
    said.resolve()
    const given = (await Promise.all(asking)).map(({ variants }) => variants.identity.body.bytes().toString())
    expect(given).toEqual(['/page 200 7', '/page 200 7'])
    expect(done.slice(0, 2)).toEqual(['price 1', '/page'])
  })

  test('it holds as long as it said the last time', async () => {
    cache.changed(['kind:watch'])
    besides = () => answerChangesAt(time + 10)
    await text()
    time += 9
    expect(cache.get('/page')).toBeDefined()
    time += 1
    expect(cache.get('/page')).toBeUndefined()
  })

  test('many who come ask once', async () => {
    cache.changed(['kind:watch'])
    await Promise.all([text(), text(), text()])
    expect(done).toEqual(['price 1'])
  })

  test('it is asked behind the visitors of a page that they ask for', async () => {
    for (let times = 0; times < 2; times += 1) cache.get('/page')
    cache.changed(['kind:watch'])
    await expect.poll(() => cache.get('/page')).toBeDefined()
    expect(done).toEqual(['price 1'])
    // Nobody has come since.
    cache.changed(['kind:watch'])
    await setImmediate()
    expect(done).toEqual(['price 1'])
  })
})

describe('what changes meanwhile', () => {
  test('while the part is asked: it is asked again, and nobody is given what was before', async () => {
    cache.changed(['kind:watch'])
    besides = () => {
      besides = () => undefined
      changes('1', 300, 'kind:watch')
    }
    const [before, after] = [text(), setImmediate().then(text)]
    expect([await before, await after]).toEqual(['/page 300 7', '/page 300 7'])
  })

  test('it is something of its own: the answer is made anew', async () => {
    cache.changed(['kind:watch'])
    besides = () => {
      besides = () => undefined
      changes('own', 9, 'piece:own')
    }
    expect(await text()).toBe('/page 100 9')
    expect(cache.get('/page')).toBeDefined()
  })

  test('it goes on changing: in the end it is made, for nobody waits for ever', async () => {
    cache.changed(['kind:watch'])
    let times = 0
    besides = () => times++ < 20 && cache.changed(['kind:watch'])
    expect(await text()).toBe('/page 100 7')
    expect(done).toEqual(['price 1', 'price 1', 'price 1', '/page', 'price 1'])
  })

  test('while it is being made: it is kept, and asked before it is given', async () => {
    cache.changed('everything')
    besides = () => {
      besides = () => undefined
      cache.changed(['kind:watch'])
    }
    await text()
    expect(cache.get('/page')).toBeUndefined()
    done = []
    await text()
    expect(done).toEqual(['price 1'])
  })
})

test('a part within a part is of that; what fails is of the answer, as is what is left out', async () => {
  const { record } = await recorded(async () => {
    await answerPart(async () => {
      answerUses('outer')
      return answerPart(async () => answerUses('inner'))
    })
    const failing = answerPart(async () => {
      answerUses('failed')
      answerChangesAt(5)
      throw new Error('away')
    })
    await failing.catch(() => undefined)
  })
  expect(record.parts.map(({ uses }) => [...uses])).toEqual([['outer', 'inner']])
  expect([[...record.uses], record.until]).toEqual([['failed'], 5])
})
