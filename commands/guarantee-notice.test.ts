import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { findAsset } from '#app/shop/catalogue/photos-assets.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { guaranteeNotice } from './guarantee-notice.ts'
import { settings } from './settings.ts'

const database = testDatabase()
const folder = temporaryFolder()

const type = (...words: string[]) =>
  typed(guaranteeNotice, words, { DATABASE_URL: database.connectionString, DATA_DIR: folder })
const notices = async () => (await readSettings(database.db)).notices.guarantee

test('a picture becomes the notice of its language, and goes again', async () => {
  const picture = join(folder, 'notice.jpg')
  writeFileSync(picture, await honestJpeg({ seed: 1 }))
  const { code, out } = await type('de', picture)
  const { de: name, en } = await notices()
  expect({ code, out }).toEqual({ code: 0, out: `de  ${name}\n` })
  expect(en).toBeNull()
  const files = openLocalFiles(join(folder, 'files'))
  expect(await findAsset(files, 'public', name ?? '')).toMatchObject({ name })
  expect((await type('de', 'none', '--by', 'Ada Gold')).out).toBe('de  the shop’s own words\n')
  const { out: kept } = await typed(settings, ['history'], { DATABASE_URL: database.connectionString })
  expect(kept).toMatch(/ guarantee-notice {2}de: the shop’s own words {2}by Ada Gold$/m)
  expect(await notices()).toEqual({ de: null, en: null })
})

test('a file that is not there, or no picture, is told in one line and changes nothing', async () => {
  const before = await notices()
  const missing = join(folder, 'missing.jpg')
  expect(await type('en', missing)).toEqual({
    code: 1,
    out: '',
    err: `✗ ${missing} cannot be read (ENOENT)\n`,
  })
  const text = join(folder, 'notice.txt')
  writeFileSync(text, 'Gewährleistung')
  expect((await type('en', text)).err).toMatch(/^✗ .*notice\.txt is no picture that can be shown: .+\n$/)
  expect(await notices()).toEqual(before)
})

test.each([['fr', 'notice.jpg'], ['de'], ['de', 'notice.jpg', 'more']])(
  '%s %s %s is refused',
  async (...words) => {
    expect(await type(...words)).toMatchObject({ code: 1, err: expect.stringContaining('is not understood') })
  },
)
