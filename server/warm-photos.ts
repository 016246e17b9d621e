import type { App } from '#app/app-context.ts'
import { warmVariants } from '#app/shop/catalogue/photos.ts'

/** What cards ask for on common screens, of as many photos as the newest pages show. */
const warmed = { photos: 150, widths: [320, 480, 640], formats: ['avif'] } as const

/**
 * Makes the newest pieces' copies that cards show, one after the other in the background, so that the first visitors
 * need not wait for them. Copies that exist cost one look. Ends when `signal` says so.
 */
export async function warmPhotos({ db, files, log }: App, signal: AbortSignal): Promise<void> {
  try {
    const rows = await db
      .selectFrom('photo')
      .innerJoin('product', 'product.id', 'photo.product_id')
      .select('photo.id')
      .where('product.status', 'in', ['listed', 'reserved'])
      .orderBy('photo.position')
      .orderBy('product.listed_at', 'desc')
      .limit(warmed.photos)
      .execute()
    const ids = new Set(rows.map(({ id }) => id))
    const made = await warmVariants(files, ids, { widths: warmed.widths, formats: warmed.formats, signal })
    if (made > 0) log.info({ made }, 'copies of photos were made ahead')
  } catch (error) {
    // Visitors get them made on demand.
    if (!signal.aborted) log.warn({ err: error }, 'copies of photos could not be made ahead')
  }
}
