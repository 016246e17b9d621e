import { beforeAll, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { writeLetter } from './write-letter.ts'

const database = testDatabase()
beforeAll(async () => {
  await loadCast(database.db)
  await loadSettings(database.db, 'db/demo/settings.yaml')
})

test.each([
  ['de', 'Guten Tag Clara Beispiel,', 'bis 27. November 2030, 18:30 Uhr'],
  ['en', 'Dear Clara Beispiel,', 'until 27 November 2030, 18:30'],
] as const)(
  'whoever a piece is kept for is greeted by name, and told until when without seconds (%s)',
  async (locale, greeting, until) => {
    const { db } = database
    const { id } = await db
      .insertInto('reservation')
      .values({
        ...{
          product_id: cast[locale === 'de' ? 'availableSubmariner' : 'availableBrooch'],
          branch_id: 'koeln',
        },
        ...{ name: 'Clara Beispiel', email: 'clara@beispiel.example', locale, made_by: 'Berta' },
        until: new Date('2030-11-27T17:30:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const letter = await writeLetter(
      {
        ...{ db, files: openLocalFiles(temporaryFolder()), stories: { findStory: async () => null }, secret },
        ...{ siteUrl: 'https://rheingold.example', log: createLog('silent') },
      },
      {
        ...{ id: 1, kind: 'reservation-made', locale, recipient: 'clara@beispiel.example' },
        ...{ payload: { reservation: id }, createdAt: new Date() },
      },
    )
    expect(letter.plain).toContain(greeting)
    expect(letter.plain.replaceAll(/\s+/g, ' ')).toContain(until)
  },
)
