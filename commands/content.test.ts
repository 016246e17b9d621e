import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveDraft } from '#app/content-service/publishing.ts'
import { selectStories } from '#app/content-service/story-row.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { content } from './content.ts'

const database = testDatabase()
const folder = temporaryFolder()

const type = (...words: string[]) => typed(content, words, { DATABASE_URL: database.connectionString })
const page = (title: string) => `name: ${title}\ncontent:\n  component: page\n  title: ${title}\n`

test('loads stories from a folder, says what they hold, and writes them out again', async () => {
  const [from, to] = ['from', 'to'].map((name) => join(folder, name)) as [string, string]
  mkdirSync(from)
  writeFileSync(join(from, 'one.yaml'), page('Eins'))
  writeFileSync(join(from, 'two.yaml'), page('Zwei'))
  const loaded = await type('load', '--dir', from)
  expect(loaded.code).toBe(0)
  expect(loaded.out).toContain(`✓ 2 stories read from ${from}: 2 changed, 2 published\n`)
  expect(loaded.out).toMatch(/^ {2}blocks +\d+$/m)
  expect(loaded.out).toMatch(/^ {2}words +de \d+ +en \d+$/m)
  expect((await selectStories(database.db, { version: 'published' })).map((row) => row.full_slug)).toEqual(
    expect.arrayContaining(['one', 'two']),
  )
  expect((await type('export', '--dir', to)).out).toContain(`✓ 2 stories written to ${to}\n`)
  expect(readFileSync(join(to, 'one.yaml'), 'utf8')).toContain('title: Eins')
})

test('leaves alone what somebody wrote in the office since, unless it is told to overwrite it', async () => {
  const { db } = database
  const from = join(folder, 'again')
  mkdirSync(from)
  writeFileSync(join(from, 'opening.yaml'), page('Aus der Datei'))
  await type('load', '--dir', from)
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: 'Clara', email: 'clara@shop.example', role: 'editor' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const drafts = () => selectStories(db, { version: 'draft', where: [sql`full_slug = 'opening'`] })
  const [row] = await drafts()
  if (!row) throw new Error('no story')
  const written = { uuid: row.uuid, fullSlug: row.full_slug, name: row.name }
  await asStaff(db, { id, name: 'Clara' }, (trx) =>
    saveDraft(
      trx,
      { ...written, content: { ...row.content, title: 'Aus dem Büro' } },
      { now: new Date(), from: row.draft_version },
    ),
  )
  const refused = await type('load', '--dir', from)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('opening.yaml: Clara has written another draft in the office; --overwrite')
  expect((await drafts())[0]?.content.title).toBe('Aus dem Büro')
  expect((await type('load', '--dir', from, '--overwrite')).code).toBe(0)
  expect((await drafts())[0]?.content.title).toBe('Aus der Datei')
})

test('takes one story away, and says when there is none', async () => {
  expect(await type('delete', '--slug', 'two')).toMatchObject({
    code: 0,
    out: '✓ two is deleted; what was published of it is kept\n',
  })
  expect((await selectStories(database.db, { version: 'draft' })).map((row) => row.full_slug)).not.toContain(
    'two',
  )
  const again = await type('delete', '--slug', 'two')
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toBe('✗ There is no story "two"\n')
})

test('who loaded or deleted what is kept', async () => {
  const from = join(folder, 'named')
  mkdirSync(from)
  writeFileSync(join(from, 'three.yaml'), page('Drei'))
  await type('load', '--dir', from, '--by', 'Clara Redaktion')
  await type('delete', '--slug', 'three', '--by', 'Dora Redaktion')
  const { out } = await type('history')
  expect(out).toMatch(/ content {2}1 changed, 1 published from .*named {2}by Clara Redaktion$/m)
  expect(out).toMatch(/ content {2}three deleted {2}by Dora Redaktion$/m)
  expect((await type('delete', '--slug', 'one', '--by', 'buyer')).err).toMatch(/^✗ --by is a member of staff/)
})

test('files that cannot be used are named without a stack', async () => {
  const from = join(folder, 'bad')
  mkdirSync(from)
  writeFileSync(join(from, 'bad.yaml'), 'name: [')
  const { code, out, err } = await type('load', '--dir', from)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^✗ Content files that cannot be used:\n {2}- bad\.yaml: YAML/)
  expect(err).not.toMatch(/^ +at /m)
})

test.each([
  [],
  ['publish'],
  ['delete'],
  ['delete', 'two'],
  ['load', 'db/demo/stories'],
  ['load', '--to', 'x'],
])('what it cannot do is refused with its usage: %s %s %s', async (...words) => {
  const { code, err } = await type(...words)
  expect(code).toBe(1)
  expect(err).toContain(`\n\n${content.usage}`)
})
