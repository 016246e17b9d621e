import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { selectStories } from '#app/content-service/story-row.ts'
import { ContentFileError, exportContentFiles, loadContentFiles } from '#db/load-content.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { testDatabase } from './database.ts'

const database = testDatabase()
const now = new Date('2026-11-20T09:00:00Z')
const folder = temporaryFolder()

test('the demo content loads, loads again without a change, and comes back as the same stories', async () => {
  const first = await loadContentFiles(database.db, 'db/demo/stories', { now })
  expect(first.stories).toBeGreaterThan(20)
  const second = await loadContentFiles(database.db, 'db/demo/stories', {
    now: new Date('2026-11-21T09:00:00Z'),
  })
  expect(second).toMatchObject({ changed: 0, published: 0 })

  const before = await selectStories(database.db, { version: 'published' })
  await exportContentFiles(database.db, folder)
  const again = await loadContentFiles(database.db, folder, { now, assetsDir: 'db/demo/photos' })
  expect(again).toMatchObject({ changed: 0, published: 0 })
  expect(await selectStories(database.db, { version: 'published' })).toEqual(before)
})

describe('a folder of files', () => {
  const write = (files: Record<string, string>) => {
    const dir = mkdtempSync(join(folder, 'files-'))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(dir, name, '..'), { recursive: true })
      writeFileSync(join(dir, name), text)
    }
    return dir
  }
  const page = (title: string, more = '') =>
    `name: ${title}\n${more}content:\n  component: page\n  title: ${title}\n`
  const publicSlugs = async () =>
    (await selectStories(database.db, { version: 'published' })).map((row) => row.full_slug)

  test('changes only the stories that differ, and leaves drafts unpublished', async () => {
    const dir = write({
      'one.yaml': page('Eins'),
      'two/deep.yaml': page('Zwei'),
      'three.yaml': page('Drei', 'published: false\n'),
    })
    expect(await loadContentFiles(database.db, dir, { now })).toMatchObject({
      stories: 3,
      changed: 3,
      published: 2,
    })
    expect(await publicSlugs()).toEqual(expect.arrayContaining(['one', 'two/deep']))
    expect(await publicSlugs()).not.toContain('three')
    writeFileSync(join(dir, 'one.yaml'), page('Eins, neu'))
    expect(await loadContentFiles(database.db, dir, { now })).toMatchObject({ changed: 1, published: 1 })
  })

  test('is refused as a whole, every fault named with its file', async () => {
    const dir = write({
      'good.yaml': page('Gut'),
      'bad.yaml': `${page('Schlecht')}  body:\n    - component: carousel\n`,
      'worse/worst.yaml': 'name: [',
    })
    const failure = await loadContentFiles(database.db, dir, { now }).catch((error) => error)
    expect(failure).toBeInstanceOf(ContentFileError)
    expect(failure.message).toContain('bad.yaml: content.body.0: there is no block “carousel”')
    expect(failure.message).toContain('worse/worst.yaml: YAML')
    expect(await publicSlugs()).not.toContain('good')
    await expect(loadContentFiles(database.db, join(dir, 'nowhere'), { now })).rejects.toThrow(
      'there is no such folder',
    )
  })

  test('is refused as a whole when an address belongs to another story', async () => {
    const taken = 'slugs: { en: taken }\n'
    const dir = write({ 'first.yaml': page('Erste', taken), 'second.yaml': page('Zweite', taken) })
    await expect(loadContentFiles(database.db, dir, { now })).rejects.toThrow(
      'second.yaml: slug-taken: taken',
    )
    expect(await publicSlugs()).not.toContain('first')
  })

  test('tells of links to stories that are not there yet', async () => {
    const body = '  body:\n    - component: rich-text\n      text: "[bald](story:coming/soon)"\n'
    const { warnings } = await loadContentFiles(
      database.db,
      write({ 'linking.yaml': page('Mit Link') + body }),
      { now },
    )
    expect(warnings).toEqual(['linking.yaml: there is no story “coming/soon” yet'])
  })
})
