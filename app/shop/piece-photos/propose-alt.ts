import type { Database } from '#app/platform/database/database.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { proposedAlt } from './shots.ts'

/** Has the photos that nobody has described yet say what their piece is called by now. */
export async function proposeAltAnew(db: Database, pieceId: string): Promise<void> {
  const photos = await db
    .selectFrom('photo')
    .innerJoin('product', 'product.id', 'photo.product_id')
    .select(['photo.id', 'photo.shot', 'product.kind', 'product.name'])
    .where('product.id', '=', pieceId)
    .where('photo.described', '=', false)
    .execute()
  for (const { id, shot, kind, name } of photos)
    await db
      .updateTable('photo')
      .set({ alt: JSON.stringify(proposedAlt({ kind, name: bilingual.parse(name) }, shot)) })
      .where('product_id', '=', pieceId)
      .where('id', '=', id)
      .execute()
}
