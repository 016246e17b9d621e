import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { changesSince } from './catalogue-changes.ts'

const database = testDatabase()

test('after a standby was promoted, what its predecessor had committed tells nothing: all may have changed', async () => {
  const { snapshot } = await changesSince(database.db, '1:1:', 10)
  expect(await changesSince(database.db, snapshot, 10)).toMatchObject({ pieces: [], many: false })
  const [timeline = '', own] = snapshot.split('/')
  const next = (Number.parseInt(timeline, 16) + 1).toString(16).padStart(8, '0')
  expect(await changesSince(database.db, `${next}/${own}`, 10)).toMatchObject({
    ...{ pieces: [], vocabulary: true, words: true, many: true },
    snapshot: expect.stringContaining(`${timeline}/`),
  })
})
