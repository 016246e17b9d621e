import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SearchAnswer } from './search-answer.ts'
import { type AskSearch, createSearchSession, idle, type SearchState } from './search-session.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A field that somebody types into: what it showed, and when it asked for what. */
function open(answer: AskSearch = () => new Promise(() => undefined)) {
  const start = Date.now()
  const sent: [at: number, text: string][] = []
  const seen: SearchState[] = [idle]
  const session = createSearchSession(
    (text, signal) => {
      sent.push([Date.now() - start, text])
      return answer(text, signal)
    },
    (state) => seen.push(state),
  )
  return { ...session, sent, seen, state: () => seen.at(-1) as SearchState }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Types a longer text at each of these times, in ms from the start. */
async function typeAt(session: ReturnType<typeof open>, times: readonly number[]): Promise<void> {
  let now = 0
  for (const [index, at] of times.entries()) {
    await wait(at - now)
    now = at
    session.type('abcdefghijklmnopqrstuvwxyz'.slice(0, index + 1))
  }
}

describe('when a query is sent', () => {
  test('250 ms after the last key, not one sooner', async () => {
    const field = open()
    await typeAt(field, [0, 249])
    await wait(249)
    expect(field.sent).toEqual([])
    await wait(1)
    expect(field.sent).toEqual([[499, 'ab']])
    await wait(2000)
    expect(field.sent).toHaveLength(1)
  })

  test.each<[number[], [number, string][]]>([
    [[0], [[250, 'a']]],
    // Every 200 ms, 240 ms, 100 ms: never a pause of 250.
    [[0, 200, 400], [[500, 'abc']]],
    [[0, 240, 480], [[500, 'abc']]],
    [
      [0, 100, 200, 300, 400, 499, 550],
      [
        [500, 'abcdef'],
        [800, 'abcdefg'],
      ],
    ],
    // The next wait begins with the first key after what was sent.
    [
      [0, 200, 400, 600, 800, 1000, 1200],
      [
        [500, 'abc'],
        [1100, 'abcdef'],
        [1450, 'abcdefg'],
      ],
    ],
    [
      [0, 300],
      [
        [250, 'a'],
        [550, 'ab'],
      ],
    ],
    [
      [0, 10_000],
      [
        [250, 'a'],
        [10_250, 'ab'],
      ],
    ],
  ])('keys at %j send at %j', async (keys, sent) => {
    const field = open()
    await typeAt(field, keys)
    await wait(2000)
    expect(field.sent).toEqual(sent)
  })

  test('a key after the field was emptied waits like a first one', async () => {
    const field = open()
    await typeAt(field, [0, 200])
    await wait(100)
    field.type('')
    await wait(900)
    field.type('x')
    await wait(249)
    expect(field.sent).toEqual([])
    await wait(1)
    expect(field.sent).toEqual([[1450, 'x']])
  })

  test('nothing, once the field was emptied or left', async () => {
    for (const end of ['', '  ', null]) {
      const field = open()
      field.type('rolex')
      await wait(249)
      if (end === null) field.stop()
      else field.type(end)
      await wait(2000)
      expect(field.sent).toEqual([])
    }
  })

  test('a space is a key, and no query of its own', async () => {
    const field = open()
    field.type('rolex')
    await wait(200)
    field.type('rolex ')
    await wait(249)
    expect(field.sent).toEqual([])
    await wait(1)
    expect(field.sent).toEqual([[450, 'rolex']])
    field.type('rolex')
    await wait(2000)
    expect(field.sent).toHaveLength(1)
  })

  test('whatever is typed and deleted when: at the earlier of both times, and never else', async () => {
    const steps = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 600 }), deletes: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const field = open()
        const expected: number[] = []
        let [now, first, last] = [0, Number.NaN, Number.NaN]
        const pass = (until: number) => {
          const due = Math.min(last + 250, first + 500)
          if (due <= until) {
            expected.push(due)
            first = last = Number.NaN
          }
        }
        for (const [index, { pause, deletes }] of given.entries()) {
          now += pause
          pass(now)
          await wait(pause)
          field.type(deletes ? '' : `text ${index}`)
          last = deletes ? Number.NaN : now
          first = deletes ? Number.NaN : Number.isNaN(first) ? now : first
        }
        pass(now + 1000)
        await wait(1000)
        expect(field.sent.map(([at]) => at)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })
})

describe('what is shown meanwhile', () => {
  const found = (name: string) => ({ items: [{ id: '1', name }], total: 1 }) as SearchAnswer
  const nothing: SearchAnswer = { items: [], total: 0 }

  test('the spinner, once loading has lasted 200 ms', async () => {
    const answers = Promise.withResolvers<SearchAnswer>()
    const field = open(() => answers.promise)
    field.type('sub')
    await wait(250 + 199)
    expect(field.state()).toMatchObject({ loading: true, showSpinner: false })
    await wait(1)
    expect(field.state()).toMatchObject({ loading: true, showSpinner: true })
    answers.resolve(found('Submariner'))
    await wait(0)
    expect(field.state()).toMatchObject({ loading: false, showSpinner: false, answer: found('Submariner') })
  })

  test('no spinner for an answer that comes in 199 ms', async () => {
    const field = open(async (text) => {
      await new Promise((done) => setTimeout(done, 199))
      return found(text)
    })
    field.type('sub')
    await wait(2000)
    expect(field.state().answer).toEqual(found('sub'))
    expect(field.seen.some(({ showSpinner }) => showSpinner)).toBe(false)
  })

  test('the answer to the newest query, in whatever order answers come', async () => {
    const asked = new Map<string, (answer: SearchAnswer) => void>()
    const field = open((text) => new Promise((done) => asked.set(text, done)))
    field.type('slow')
    await wait(250)
    field.type('fast')
    await wait(250)
    asked.get('fast')?.(found('fast'))
    await wait(0)
    asked.get('slow')?.(found('slow'))
    await wait(1000)
    expect(field.state()).toMatchObject({ asked: 'fast', answer: found('fast'), loading: false })
  })

  test('nothing, once the field is empty, whatever comes later', async () => {
    const asked = new Map<string, (answer: SearchAnswer) => void>()
    const signals: AbortSignal[] = []
    const field = open((text, signal) => {
      signals.push(signal)
      return new Promise((done) => asked.set(text, done))
    })
    field.type('rolex')
    await wait(300)
    field.type('')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    asked.get('rolex')?.(found('late'))
    await wait(1000)
    expect(field.state()).toEqual(idle)
  })

  test('nothing of how it ended, between a key and the answer to it', async () => {
    const asked = new Map<string, PromiseWithResolvers<SearchAnswer>>()
    const field = open((text) => {
      const answer = Promise.withResolvers<SearchAnswer>()
      asked.set(text, answer)
      return answer.promise
    })
    field.type('a')
    expect(field.state().loading, 'after the key').toBe(true)
    await wait(250)
    asked.get('a')?.resolve(nothing)
    await wait(0)
    expect(field.state()).toMatchObject({ loading: false, asked: 'a' })
    field.type('a ')
    expect(field.state().loading, 'a space asks nothing').toBe(false)
    field.type('ab')
    expect(field.state().loading).toBe(true)
    await wait(260)
    field.type('abc')
    asked.get('ab')?.resolve(found('Submariner'))
    await wait(0)
    // What has come is shown, and more is on its way.
    expect(field.state()).toMatchObject({ loading: true, asked: 'ab', answer: found('Submariner') })
    await wait(260)
    field.type('abcd')
    asked.get('abc')?.reject(new Error('away'))
    await wait(0)
    expect(field.state().loading).toBe(true)
    await wait(260)
    asked.get('abcd')?.resolve(nothing)
    await wait(0)
    expect(field.state()).toMatchObject({ loading: false, failed: false, asked: 'abcd', answer: nothing })
  })

  test('a failure, which can be tried again at once', async () => {
    let broken = true
    const field = open(async (text) => {
      if (broken) throw new Error('away')
      return found(text)
    })
    field.type('rolex')
    await wait(250)
    expect(field.state()).toMatchObject({ failed: true, loading: false, asked: 'rolex', answer: null })
    broken = false
    field.retry()
    await wait(0)
    expect(field.state()).toMatchObject({ failed: false, answer: found('rolex') })
    expect(field.sent.map(([at]) => at)).toEqual([250, 250])
  })
})
