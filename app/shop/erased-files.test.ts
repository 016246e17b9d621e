import { expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { eraseNotedFiles, noteErasedFiles } from './erased-files.ts'

const database = testDatabase()
const files = openLocalFiles(temporaryFolder())

const write = (folder: string) => files.write(`${folder}/photos/one.jpg`, Buffer.from('photo'))
async function left(folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of files.keys(folder)) keys.push(key)
  return keys
}

// Duty: files-erased
test('a transaction that is rolled back loses no file, one that is kept loses those it noted and no others', async () => {
  const { db } = database
  await Promise.all(['sell/one', 'sell/other'].map(write))
  const failing = db.transaction().execute(async (transaction) => {
    await noteErasedFiles(transaction, 'sell/one')
    throw new Error('something else failed')
  })
  await expect(failing).rejects.toThrow('something else failed')
  expect(await eraseNotedFiles(db, files)).toBe(0)
  expect(await left('sell/one')).toHaveLength(1)

  await db.transaction().execute((transaction) => noteErasedFiles(transaction, 'sell/one'))
  // Nothing is erased before.
  expect(await left('sell/one')).toHaveLength(1)
  expect(await eraseNotedFiles(db, files)).toBe(1)
  expect(await left('sell/one')).toEqual([])
  expect(await left('sell/other')).toHaveLength(1)
  expect(await eraseNotedFiles(db, files)).toBe(0)
})

test('what could not be erased is said and tried again, and keeps nothing else from being erased', async () => {
  const { db } = database
  await Promise.all(['withdrawals/1', 'withdrawals/2'].map(write))
  for (const folder of ['withdrawals/1', 'withdrawals/2', 'withdrawals/2']) await noteErasedFiles(db, folder)
  const broken: typeof files = {
    ...files,
    remove: (key) =>
      key.startsWith('withdrawals/1/') ? Promise.reject(new Error('no disk')) : files.remove(key),
  }
  await expect(eraseNotedFiles(db, broken)).rejects.toThrow('1 folders')
  expect([await left('withdrawals/1'), await left('withdrawals/2')]).toMatchObject([
    { length: 1 },
    { length: 0 },
  ])
  expect(await eraseNotedFiles(db, files)).toBe(1)
  expect(await left('withdrawals/1')).toEqual([])
})
