import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { selectStories } from '#app/content/service/story-row.ts'
import { exportContentFiles, loadContentFiles } from '#db/load-content.ts'
import { testDatabase } from './database.ts'

const database = testDatabase()
const now = new Date('2026-11-20T09:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'content-'))
afterAll(() => rmSync(folder, { recursive: true }))

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
