import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typed } from '#tests/run-typed-command.ts'
import { attributesInStep } from './attributes.ts'

test('writes nothing where the migrations are in step, with a database of its own', async () => {
  const before = readdirSync('db/migrations')
  expect(await typed(attributesInStep, ['anything'])).toEqual({
    code: 0,
    out: '✓ The migrations are in step with the attributes\n',
    err: '',
  })
  expect(readdirSync('db/migrations')).toEqual(before)
})

test.each([[[]], [['Lug Width']], [['two', 'names']]])(
  'asks for a name of a migration: %j',
  async (words) => {
    expect(await typed(attributesInStep, words)).toMatchObject({ code: 1, out: '' })
  },
)
