import { appContext } from '#app/app-context.ts'
import { findAsset } from '#app/shop/catalogue/photos-assets.ts'
import { answerPhoto } from './photo-answer.ts'
import type { ResourceArgs } from './resource.ts'

/** `GET {apiUrl}/assets/{folder/name}/{width}.{format}`: pictures of content pages. */
export function loader({ request, params, context }: ResourceArgs<'*'>): Promise<Response> {
  const app = context.get(appContext)
  const path = params['*']
  const cut = path.lastIndexOf('/')
  return answerPhoto(request, app, path.slice(cut + 1), async () => {
    const asset = await findAsset(app.files, app.shippedAssets, path.slice(0, Math.max(0, cut)))
    return asset?.photo.id ?? null
  })
}

/** Anything but GET and HEAD is refused with a word. */
export const action = loader
