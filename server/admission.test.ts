import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AdmissionOptions, createAdmission, type Rank } from './admission.ts'

/** Two places and as many for those who come first; 500 ms make a queue stand. */
function open(options: Partial<AdmissionOptions> = {}) {
  const admission = createAdmission({
    places: 2,
    reserved: 2,
    longestWait: {
      first: { burst: 5_000, standing: 5_000 },
      visitor: { burst: 1_000, standing: 150 },
      robot: { burst: 1_000, standing: 50 },
    },
    interval: 500,
    ...options,
  })
  const said: string[] = []
  const leave = new Map<string, () => void>()
  const ask = async (name: string, rank: Rank = 'visitor', gone?: AbortSignal) => {
    const place = await admission.enter(rank, gone)
    said.push(`${name} ${place ? 'in' : 'out'}`)
    if (place) leave.set(name, place)
  }
  const go = async (name: string) => {
    leave.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  return { ask, go, pass, said }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('admission of pages', () => {
  test('makes as many as there are places, the others wait in turn', async () => {
    const { ask, go, pass, said } = open()
    for (const name of ['a', 'b', 'c', 'd']) void ask(name)
    await pass(0)
    expect(said).toEqual(['a in', 'b in'])
    await go('b')
    await go('a')
    expect(said).toEqual(['a in', 'b in', 'c in', 'd in'])
  })

  test('whoever goes away while he waits takes no place', async () => {
    const { ask, go, pass, said } = open()
    const [waiting, before] = [new AbortController(), AbortSignal.abort()]
    for (const name of ['a', 'b']) void ask(name)
    void ask('gone', 'visitor', waiting.signal)
    void ask('gone before', 'visitor', before)
    void ask('c')
    await pass(0)
    expect(said).toEqual(['a in', 'b in', 'gone before out'])
    waiting.abort()
    await pass(0)
    expect(said.at(-1)).toBe('gone out')
    await go('a')
    expect(said.at(-1)).toBe('c in')
    // Of a queue that emptied itself nothing stands.
    const last = new AbortController()
    void ask('last', 'visitor', last.signal)
    await pass(400)
    last.abort()
    await go('b')
    void ask('d')
    void ask('e')
    await pass(300)
    expect(said.slice(-2)).toEqual(['last out', 'd in'])
  })

  test('a place is given back once, however often somebody leaves', async () => {
    const { ask, go, pass, said } = open()
    for (const name of ['a', 'b', 'c', 'd']) void ask(name)
    await pass(0)
    await go('a')
    await go('a')
    expect(said).toEqual(['a in', 'b in', 'c in'])
  })

  test('buyers and staff have places of their own, come before visitors, and those before robots', async () => {
    const { ask, go, pass, said } = open()
    for (const name of ['a', 'b']) void ask(name)
    void ask('robot', 'robot')
    void ask('visitor')
    for (const name of ['buyer 1', 'buyer 2', 'buyer 3']) void ask(name, 'first')
    await pass(0)
    expect(said).toEqual(['a in', 'b in', 'buyer 1 in', 'buyer 2 in'])
    await go('a')
    expect(said.at(-1)).toBe('buyer 3 in')
    for (const name of ['b', 'buyer 1', 'buyer 2', 'buyer 3', 'visitor']) await go(name)
    expect(said.slice(5)).toEqual(['visitor in', 'robot in'])
  })

  test('a burst waits in turn, up to a second; then it hears that there is no place', async () => {
    const { ask, pass, said } = open()
    for (const name of ['a', 'b', 'c']) void ask(name)
    await pass(400)
    expect(said).toEqual(['a in', 'b in'])
    await pass(101)
    // The queue has stood for half a second.
    expect(said).toEqual(['a in', 'b in', 'c out'])
  })

  test('in a queue that stands the newest come first, and nobody waits for long but buyers', async () => {
    const { ask, go, pass, said } = open()
    for (const name of ['a', 'b', 'c']) void ask(name)
    for (let passed = 0; passed < 600; passed += 100) {
      void ask(`w${passed}`)
      await pass(100)
    }
    for (const name of ['x', 'y']) void ask(name)
    void ask('robot', 'robot')
    await pass(50)
    expect(said.at(-1)).toBe('robot out')
    expect(said).not.toContain('x out')
    await go('a')
    expect(said.at(-1)).toBe('y in')
    await pass(100)
    expect(said).toContain('x out')
    for (let index = 0; index < 4; index++) void ask(`buyer ${index}`, 'first')
    await pass(2_000)
    expect(said.filter((line) => line.startsWith('buyer'))).toEqual(['buyer 0 in', 'buyer 1 in'])
    await pass(3_000)
    expect(said.slice(-2)).toEqual(['buyer 2 out', 'buyer 3 out'])
  })

  test('after a place was free for somebody, a queue begins anew as a burst', async () => {
    const { ask, go, pass, said } = open()
    for (const name of ['a', 'b', 'c']) void ask(name)
    await pass(600)
    expect(said.at(-1)).toBe('c out')
    await go('a')
    for (const name of ['d', 'e']) void ask(name)
    await pass(300)
    await go('b')
    expect(said.slice(-2)).toEqual(['d in', 'e in'])
  })

  test('each queue is bounded: who has waited longest gives way', async () => {
    const { ask, pass, said } = open({ longest: 3 })
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void ask(name)
    await pass(0)
    expect(said).toEqual(['a in', 'b in', 'c out'])
  })

  test('after a rush every place is free again', async () => {
    const { ask, go, pass, said } = open()
    for (let index = 0; index < 50; index++)
      void ask(String(index), (['first', 'visitor', 'robot'] as const)[index % 3])
    for (let round = 0; round < 200; round++) {
      await pass(20)
      for (const line of [...said]) if (line.endsWith(' in')) await go(line.split(' ')[0] as string)
    }
    expect(said).toHaveLength(50)
    said.length = 0
    for (const name of ['x', 'y']) void ask(name)
    await pass(0)
    expect(said).toEqual(['x in', 'y in'])
  })

  test('a queue that is empty because all were refused still stands, until a place is free', async () => {
    const { ask, go, pass, said } = open()
    for (const name of ['a', 'b', 'c']) void ask(name)
    await pass(501)
    expect(said).toEqual(['a in', 'b in', 'c out'])
    // Nobody waits, but nobody would be served either.
    void ask('d')
    await pass(149)
    expect(said).toHaveLength(3)
    await pass(1)
    expect(said.at(-1)).toBe('d out')
    await go('a')
    void ask('e')
    void ask('f')
    await pass(400)
    expect(said.slice(4)).toEqual(['e in'])
    await go('b')
    expect(said.at(-1)).toBe('f in')
  })

  test('lets those who have arrived meanwhile into the queue before it chooses', async () => {
    let arrive = () => {}
    const arrived = () =>
      new Promise<void>((done) => {
        arrive = done
      })
    const { ask, go, pass, said } = open({ arrived })
    for (const name of ['a', 'b', 'visitor']) void ask(name)
    await pass(0)
    await go('a')
    expect(said).toEqual(['a in', 'b in'])
    for (const name of ['buyer 1', 'buyer 2', 'buyer 3']) void ask(name, 'first')
    await pass(0)
    expect(said).toEqual(['a in', 'b in'])
    arrive()
    await pass(0)
    expect(said).toEqual(['a in', 'b in', 'buyer 1 in', 'buyer 2 in', 'buyer 3 in'])
  })

  test('makes fewer pages at once while the processor has no time left', async () => {
    let busy = true
    const { ask, go, pass, said } = open({ few: 1, isBusy: () => busy })
    for (const name of ['a', 'b', 'c']) void ask(name)
    void ask('buyer', 'first')
    await pass(0)
    expect(said).toEqual(['a in', 'buyer in'])
    await go('buyer')
    await go('a')
    expect(said.at(-1)).toBe('b in')
    // Those inside wait for something else, and the processor with them.
    busy = false
    await pass(100)
    expect(said.at(-1)).toBe('c in')
  })
})
