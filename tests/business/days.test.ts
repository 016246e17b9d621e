import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { writeLetter } from '#app/letters/write-letter.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '../database.ts'
import { sellingSecret } from '../selling.ts'
import { allActs, doBusiness } from './days.ts'
import { letterReader } from './letters.ts'

const databases = [testDatabase(), testDatabase()]

/** Few evenings, for each looks at everything. */
const pace = { least: 20, more: 14, pieces: 36 }

/** Terms and instructions are not what is read here. */
const sources = {
  files: openLocalFiles(tmpdir()),
  stories: { findStory: async () => null },
  siteUrl: 'https://shop.test',
  secret: sellingSecret,
  log: createLog('silent'),
}

/** `npm run faults -- days --seed 1 --runs 1` plays one alone for longer, `npm run faults -- days` very many. */
test('after days of business by lot every cent, piece, document and mail is where the books say', async () => {
  const readLetters = letterReader((db, mail) => writeLetter({ ...sources, db }, mail))
  const happened = new Map<string, number>()
  for (const [index, { db }] of databases.entries()) {
    const { wrong, told, acts } = await doBusiness(db, { seed: index + 1, days: 6, pace, readLetters })
    expect(wrong, told.join('\n')).toEqual([])
    for (const [act, times] of Object.entries(acts)) happened.set(act, (happened.get(act) ?? 0) + times)
  }
  // Days without business would prove nothing.
  expect(happened.get('order')).toBeGreaterThan(20)
  expect(allActs.filter((act) => !happened.has(act))).toEqual([])
})
