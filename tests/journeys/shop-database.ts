import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { addRings } from '#tests/checkout.ts'

/** The data directory of the shop under test: its database, and its mails in `outbox`. */
export function shopDirectory(): string {
  const directory = process.env.SHOP_DATA_DIR
  if (!directory) throw new Error('SHOP_DATA_DIR must name the data directory of the shop at SHOP_URL')
  return directory
}

/** The database of the shop under test, or of another one; two processes may use it at once. */
export async function shopDatabase(
  directory = shopDirectory(),
): Promise<{ db: Database; close(): Promise<void> }> {
  const server = await startEmbeddedPostgres(directory)
  const db = openDatabase(server.connectionString, { maxConnections: 2 })
  return {
    db,
    async close() {
      await db.destroy()
      await server.stop()
    },
  }
}

/**
 * A stock number of a test's own: nobody else counts on its piece, also when the same shop is tested again. All come
 * after the demo's pieces, which no test buys or holds, and none has a zero: who looks for a number of the demo
 * (10001 and on) never finds it within one of these.
 */
export const newPiece = () => Array.from({ length: 8 }, () => randomInt(2, 10)).join('')

/** Rings with a photo as every piece in the shop has one: what reads the whole site finds nothing amiss with them. */
export async function shelveRings(db: Database, ids: string[], given: Parameters<typeof addRings>[2]) {
  await db.transaction().execute(async (transaction) => {
    await addRings(transaction, ids, given)
    await sql`
      with ring as (
        select photo.* from photo join product on product.id = product_id
        where jewellery_type = 'rings' and position = 0 order by product_id limit 1
      )
      insert into photo (product_id, id, position, alt, width, height, placeholder, bytes)
      select own, ring.id, 0, alt, width, height, placeholder, bytes from ring, unnest(${ids}::text[]) own
    `.execute(transaction)
  })
}

/** Pieces on sale that nobody but the test that asks for them buys, holds or changes. */
export async function ownPieces(
  count: number,
  given: Omit<Parameters<typeof addRings>[2], 'listedAt'> = {},
): Promise<string[]> {
  const pieces = Array.from({ length: count }, newPiece)
  const { db, close } = await shopDatabase()
  // The newest pieces of a listing stay the demo's.
  await shelveRings(db, pieces, { ...given, listedAt: new Date('2020-01-01') })
  await close()
  return pieces
}

export async function ownPiece(given: Parameters<typeof ownPieces>[1] = {}): Promise<string> {
  const [piece = ''] = await ownPieces(1, given)
  return piece
}
