import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { settings } from './settings.ts'

const database = testDatabase()
const folder = temporaryFolder()
const file = join(folder, 'settings.yaml')
const load = (...words: string[]) =>
  typed(settings, words, { DATABASE_URL: database.connectionString, DATA_DIR: folder })

test('loads the placeholders, then what an operator says instead, and leaves the rest', async () => {
  expect(await load('load', 'db/start/settings.yaml')).toMatchObject({ code: 0, err: '' })
  writeFileSync(file, 'site: { name: Goldmine, separator: "|" }\n')
  expect(await load('load', file)).toEqual({ code: 0, out: `✓ ${file}: site; branches: 0\n`, err: '' })
  const { site, company } = await readSettings(database.db)
  expect(site).toMatchObject({ name: 'Goldmine', separator: '|', soldPageDays: 180 })
  expect(company.name).toBe('[Firma]')
})

test('who loaded what is kept, and read again', async () => {
  writeFileSync(file, 'site: { name: Goldmine }\n')
  await load('load', file, '--by', 'Ada\u202e Gold')
  expect((await load('history')).out).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d {2}settings +.*: site {2}by Ada Gold$/m,
  )
  const own = userInfo().username
  expect(
    await database.db
      .selectFrom('change_record')
      .select('actor')
      .where('subject', '=', 'setting')
      .where('subject_id', '=', 'site')
      .orderBy('id')
      .execute(),
  ).toEqual(Array(2).fill({ actor: `staff:account ${own}` }))
  await load('load', file)
  expect((await load('history')).out).toMatch(new RegExp(`by account ${own}$`, 'm'))
  for (const nobody of ['shop', ' ', 'x'.repeat(101)])
    expect((await load('load', file, '--by', nobody)).err).toMatch(/^✗ --by is/)
})

test('what a file does not name of a setting stays as it is as well', async () => {
  writeFileSync(file, 'company: { name: Goldmine GmbH, street: Markt 1, postalCode: "53111", city: Bonn }\n')
  await load('load', file)
  writeFileSync(file, 'company: { director: Ada Gold }\ncontact: { hoursText: { de: immer, en: always } }\n')
  expect(await load('load', file)).toMatchObject({ code: 0 })
  const { company, contact } = await readSettings(database.db)
  expect(company).toMatchObject({ name: 'Goldmine GmbH', street: 'Markt 1', director: 'Ada Gold' })
  expect(contact).toMatchObject({ email: 'platzhalter@shop.invalid', hoursText: { en: 'always' } })
})

test('what does not fit is refused whole, with the file’s name', async () => {
  writeFileSync(file, 'site: { name: Silvermine }\nbank: { iban: DE88370400440532013000 }\n')
  const { code, err } = await load('load', file)
  expect(code).toBe(1)
  expect(err).toContain(file)
  expect(err).toContain('IBAN')
  expect((await readSettings(database.db)).site.name).not.toBe('Silvermine')
})

test.each([[[]], [['load']], [['load', 'a', 'b']], [['save', 'a']]])(
  '%j is not understood',
  async (words) => {
    expect(await load(...words)).toMatchObject({ code: 1, err: expect.stringContaining(settings.usage) })
  },
)

test('a file that is not there is said so', async () => {
  expect(await load('load', join(folder, 'none.yaml'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no file'),
  })
})
