import type { App } from '#app/app-context.ts'
import { parsePicture } from '#app/blocks/media/picture.ts'
import { warmVariants } from '#app/shop/catalogue/photos.ts'
import { findAsset } from '#app/shop/catalogue/photos-assets.ts'

/** What cards ask for on common screens, of as many photos as the newest pages show. */
const warmed = { photos: 150, widths: [320, 480, 640], formats: ['avif'] } as const
/** What larger pictures are asked for: a copy of these widths takes a second or more to make. */
const wide = { widths: [800, 960, 1280, 640], formats: ['avif'] } as const

/**
 * Makes the copies that the front page and the newest pieces' cards show, one after the other in the background, so
 * that the first visitors need not wait for them. Copies that exist cost one look. Ends when `signal` says so.
 */
export async function warmPhotos(app: App, signal: AbortSignal): Promise<void> {
  const { db, files, log } = app
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
    const [first, ...others] = await frontPictures(app)
    // The picture at the top of the page that is opened first.
    let made = first ? await warmVariants(files, [first], { ...wide, signal }) : 0
    made += await warmVariants(files, new Set(rows.map(({ id }) => id)), { ...warmed, signal })
    made += await warmVariants(files, others, { ...wide, signal })
    if (made > 0) log.info({ made }, 'copies of photos were made ahead')
  } catch (error) {
    // Visitors get them made on demand.
    if (!signal.aborted) log.warn({ err: error }, 'copies of photos could not be made ahead')
  }
}

/** Ids of the front page's own pictures, in the order of the page. */
async function frontPictures({ env, files, log, shippedAssets, stories }: App): Promise<string[]> {
  const found = await stories.findStory('de', 'index').catch((error: unknown) => {
    log.warn({ err: error }, 'the front page could not be read to make its copies ahead')
    return null
  })
  const names = new Set<string>()
  JSON.stringify(found?.story.content.body ?? null, (_key, value: unknown) => {
    const picture = typeof value === 'string' ? null : parsePicture(value, env.API_URL)
    if (picture?.from === 'own') names.add(decodeURIComponent(picture.name))
    return value
  })
  const ids: string[] = []
  for (const name of names) {
    const asset = await findAsset(files, shippedAssets, name)
    if (asset) ids.push(asset.photo.id)
  }
  return ids
}
