import { isUploadToken } from '#app/shop/buying/sell-request-form.ts'
import type { SellPhotoPlace } from '#app/shop/buying/sell-request-photos.ts'

/** Whose photos an address means: `form/{token}` of a form that is being filled in, `request/{token}` of one sent. */
export function placeOf({ place, token }: { place: string; token: string }): SellPhotoPlace | null {
  if (!isUploadToken(token)) return null
  return place === 'form' ? { upload: token } : place === 'request' ? { request: token } : null
}
