import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answerChangesAt, answerUses, keepNoAnswer, recorded } from './answer-record.ts'

test('notes what an answer is made of, however many are under way', async () => {
  const make = (name: string) =>
    recorded(async () => {
      answerUses(`piece:${name}`)
      await setImmediate()
      answerUses('settings')
      return name
    })
  const [one, two] = await Promise.all([make('1'), make('2')])
  expect(one).toEqual({
    answer: '1',
    record: {
      uses: new Set(['piece:1', 'settings']),
      until: Number.POSITIVE_INFINITY,
      refusal: null,
      parts: [],
    },
  })
  expect(two.record.uses).toEqual(new Set(['piece:2', 'settings']))
})

test('the earliest moment and the first refusal count', async () => {
  const { record } = await recorded(async () => {
    answerChangesAt(new Date(3_000))
    answerChangesAt(2_000)
    answerChangesAt(null)
    answerChangesAt(9_000)
    keepNoAnswer('a block failed')
    keepNoAnswer('later')
  })
  expect(record).toMatchObject({ until: 2_000, refusal: 'a block failed' })
})

test('outside of an answer nothing is noted, and nothing fails', async () => {
  answerUses('settings')
  answerChangesAt(1)
  keepNoAnswer('nobody')
  const { record } = await recorded(async () => null)
  expect(record).toEqual({ uses: new Set(), until: Number.POSITIVE_INFINITY, refusal: null, parts: [] })
})
