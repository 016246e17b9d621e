import { appContext } from '#app/app-context.ts'
import { ownValue } from '#app/platform/own-value.ts'
import { findSellPhoto, removeSellPhoto } from '#app/shop/buying/sell-request-photos.ts'
import { answerPhoto } from './photo-answer.ts'
import type { ResourceArgs } from './resource.ts'
import { placeOf } from './sell-photo-place.ts'

type Args = ResourceArgs<'place' | 'token' | 'id' | 'file'>

/**
 * The copies that pages show. Whoever sends a photo could have the others made as well, and each is kept: of one photo
 * twenty-four, which no limit of uploads counts.
 */
const shownCopies: Record<string, readonly string[]> = {
  form: ['320.webp'],
  request: ['320.webp', '1280.jpg'],
}

/** `GET {apiUrl}/sell-photos/{place}/{token}/{id}/{width}.{format}`: a copy of a seller's photo, kept by nobody. */
export async function loader({ request, params, context }: Args): Promise<Response> {
  const { db, files, log } = context.get(appContext)
  const isShown = ownValue(shownCopies, params.place)?.includes(params.file)
  const place = isShown ? placeOf(params) : null
  const store = place && (await findSellPhoto(db, files, place, params.id))
  const found = await answerPhoto(request, { files: store ?? files, log }, params.file, async () =>
    store ? params.id : null,
  )
  found.headers.set('cache-control', 'private, no-store')
  found.headers.set('cross-origin-resource-policy', 'same-origin')
  found.headers.set('x-robots-tag', 'noindex')
  found.headers.delete('etag')
  return found
}

/** `DELETE` the same address: out of a form that was not sent yet. */
export async function action({ request, params, context }: Args): Promise<Response> {
  const { db, files } = context.get(appContext)
  if (request.method !== 'DELETE') return new Response(null, { status: 405 })
  const place = placeOf(params)
  if (!place || !('upload' in place)) return new Response(null, { status: 404 })
  await removeSellPhoto(db, place.upload, params.id, files)
  return new Response(null, { status: 204 })
}
