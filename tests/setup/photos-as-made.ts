import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { bool, query } from '#app/platform/database/statement.ts'
import { encodingsMark } from '#app/shop/catalogue/photos-encodings.ts'

/**
 * Notes the copies of all photos that a shop knows of as made: making the demo's takes a core for a quarter of an hour,
 * beside whatever is tested or measured. Who asks for one has it made as ever.
 */
export async function notePhotosAsMade(db: Database): Promise<void> {
  await db
    .updateTable('picture_variants')
    .set({ stage: 2, made_with: encodingsMark })
    .where('stage', '<', 2)
    .execute()
}

/** How long a shop that starts may take to read which pictures its stories show, ms. */
const longest = 180_000

/**
 * The same for a shop that has just started with the demo, once it has noted the pictures of its stories.
 * @throws when it notes none
 */
export async function photosAsMade(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres(dataDir)
  const db = openDatabase(server.connectionString, { maxConnections: 1 })
  try {
    const until = performance.now() + longest
    for (;;) {
      await notePhotosAsMade(db)
      const [row] = await query(db, { noted: bool })`
        select exists (select from job j join content_space s on j.seen = s.cv::text where j.name = 'pictures of stories')
          as noted`
      if (row?.noted) break
      if (performance.now() > until) throw new Error('the shop has not noted the pictures of its stories')
      await wait(200)
    }
    await notePhotosAsMade(db)
  } finally {
    await db.destroy()
    await server.stop()
  }
}
