import { appContext, clientContext } from '#app/app-context.ts'
import { takeBody } from '#app/platform/left-body.ts'
import { addSellPhoto, listSellPhotos, type SellPhotoAdded } from '#app/shop/buying/sell-request-photos.ts'
import { maxPhotoBytes } from '#app/shop/catalogue/photos-inspect.ts'
import type { ResourceArgs } from './resource.ts'
import { placeOf } from './sell-photo-place.ts'

type Args = ResourceArgs<'place' | 'token'>
type Refusal = Extract<SellPhotoAdded, { ok: false }>['reason']

/** `GET {apiUrl}/sell-photos/{place}/{token}`: `{ photos: [{ id, width, height }] }`, to whoever knows the token. */
export async function loader({ params, context }: Args): Promise<Response> {
  const place = placeOf(params)
  if (!place) return answer({ reason: 'no-such-request' }, 404)
  const photos = await listSellPhotos(context.get(appContext).db, place)
  return answer({ photos: photos.map(({ id, width, height }) => ({ id, width, height })) })
}

const statuses: Partial<Record<Refusal, number>> = {
  'no-such-request': 404,
  'too-heavy': 413,
  'too-often': 429,
  'storage-full': 507,
}

/** `POST {apiUrl}/sell-photos/{place}/{token}`: the body is one photo; `{ photo }`, or `{ reason }` why it is not taken. */
export async function action({ request, params, context }: Args): Promise<Response> {
  const { db, files } = context.get(appContext)
  if (request.method !== 'POST') return answer({ reason: 'method' }, 405)
  const refuse = (reason: Refusal, retryAfter?: number) => {
    const refused = answer({ reason }, statuses[reason] ?? 422)
    if (retryAfter !== undefined || reason === 'storage-full')
      refused.headers.set('retry-after', String(retryAfter ?? 600))
    return refused
  }
  const place = placeOf(params)
  if (!place) return refuse('no-such-request')
  if (request.body === null) return refuse('empty')
  const client = context.get(clientContext)
  const added = await takeBody(request, mostUnwanted, (stream) =>
    addSellPhoto(db, files, place, { stream, client, size: lengthOf(request) }),
  )
  if (!added.ok) return refuse(added.reason, added.retryAfter)
  const { id, width, height } = added.photo
  return answer({ photo: { id, width, height } }, 201)
}

/** So much of what nobody wants is read: a photo that is too heavy by far. */
const mostUnwanted = 2 * maxPhotoBytes

/** What a body says it weighs; null where it says nothing that can be. */
function lengthOf({ headers }: Request): number | null {
  const said = headers.get('content-length') ?? ''
  return /^\d{1,12}$/.test(said) ? Number(said) : null
}

function answer(body: unknown, status = 200): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
  })
}
