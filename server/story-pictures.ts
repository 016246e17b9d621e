import { z } from 'zod'
import type { App } from '#app/app-context.ts'
import { parsePicture } from '#app/blocks/media/picture.ts'
import { int8, json, nullable, query, text } from '#app/platform/database/statement.ts'
import { withLease } from '#app/platform/lease.ts'
import { putFirst, wantVariants } from '#app/shop/catalogue/photos-ahead.ts'
import { isAssetName } from '#app/shop/catalogue/photos-assets.ts'

const lease = 'pictures of stories'
/** Stories read at a time. */
const atATime = 50

/**
 * Has variants made of the pictures that stories show, and of the front page's before all others. Reads the stories when
 * something was published since they were read last, by whatever process.
 */
export async function notePictures(app: App): Promise<number> {
  const { db } = app
  const [row] = await query(db, { cv: text, seen: nullable(text) })`
    select cv::text as cv, (select seen from job where name = ${lease}) as seen from content_space`
  if (!row || row.cv === row.seen) return 0
  const read = await withLease(db, lease, { seconds: 120 }, async ({ note, renew }) => {
    let last = 0
    for (;;) {
      const stories = await query(db, { id: int8, content: json(z.unknown()) })`
        select id, published_content as content from story
        where id > ${last} and published_content is not null order by id limit ${atATime}`
      for (const { content } of stories) await wantVariants(db, picturesIn(content, app))
      last = stories.at(-1)?.id ?? last
      if (stories.length < atATime) break
      if (!(await renew())) return 0
    }
    await putFirst(db, await frontPictures(app))
    note(row.cv)
    return 1
  })
  return read ?? 0
}

async function frontPictures(app: App): Promise<string[]> {
  const found = await app.stories.findStory('de', 'index')
  return picturesIn(found?.story.content.body ?? null, app)
}

/** Names of our own pictures in a content, in its order. */
function picturesIn(content: unknown, { env }: App): string[] {
  const names = new Set<string>()
  JSON.stringify(content, (_key, value: unknown) => {
    // The pictures of rich text are addresses alone.
    const picture = parsePicture(value, env.API_URL)
    if (picture?.from === 'own') names.add(decodeURIComponent(picture.name))
    return value
  })
  return [...names].filter((name) => name.includes('/') && isAssetName(name))
}
