import { expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { readEnv } from '#app/platform/env.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { notePictures } from './story-pictures.ts'

const database = testDatabase()
const home = temporaryFolder()

let stories = 0
async function publish(content: object): Promise<void> {
  const { db } = database
  const at = new Date()
  stories += 1
  await db
    .insertInto('story')
    .values({
      uuid: crypto.randomUUID(),
      name: 'Story',
      full_slug: `story-${stories}`,
      draft_content: JSON.stringify(content),
      published_content: JSON.stringify(content),
      published_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .updateTable('content_space')
    .set((fields) => ({ cv: fields('cv', '+', 1) }))
    .execute()
}

const appWithFront = (names: readonly string[], asked = () => undefined as unknown): App =>
  ({
    env: readEnv({ DATA_DIR: home }),
    db: database.db,
    stories: {
      findStory: async () => {
        asked()
        return { story: { content: { body: names.map((filename) => ({ image: { filename, alt: '' } })) } } }
      },
    },
  }) as unknown as App

const noted = async () =>
  (
    await database.db.selectFrom('picture_variants').select(['picture', 'front']).orderBy('picture').execute()
  ).map(({ picture, front }) => (front ? `${picture} first` : picture))

test('pictures of published stories are noted wherever they stand in them, those of the front page first', async () => {
  await publish({
    component: 'page',
    body: [
      { component: 'image', image: { filename: '/api/assets/press/one.jpg', alt: '' } },
      { text: { type: 'doc', content: [{ type: 'image', attrs: { src: 'editorial/two.webp' } }] } },
      { text: 'A sentence that ends with file.jpg', image: { filename: 'https://else.example/three.jpg' } },
    ],
  })
  expect(await notePictures(appWithFront(['/api/assets/front/top.jpg']))).toBe(1)
  expect(await noted()).toEqual(['editorial/two.webp', 'front/top.jpg first', 'press/one.jpg'])
})

test('stories are read again when something was published, and only then', async () => {
  let asked = 0
  const count = () => {
    asked += 1
  }
  expect(await notePictures(appWithFront(['front/top.jpg'], count))).toBe(0)
  expect(asked).toBe(0)
  await publish({ image: { filename: '/api/assets/press/late.jpg' } })
  expect(await notePictures(appWithFront(['front/other.jpg'], count))).toBe(1)
  expect(asked).toBe(1)
  expect(await noted()).toEqual([
    'editorial/two.webp',
    'front/other.jpg first',
    'front/top.jpg',
    'press/late.jpg',
    'press/one.jpg',
  ])
})

test('a front page that cannot be read is asked for again', async () => {
  await publish({ image: { filename: '/api/assets/press/later.jpg' } })
  const app = { ...appWithFront([]), stories: { findStory: () => Promise.reject(new Error('away')) } }
  await expect(notePictures(app as unknown as App)).rejects.toThrow('away')
  expect(await notePictures(appWithFront(['front/other.jpg']))).toBe(1)
})
