import type { Files } from '#app/platform/files.ts'
import type { Log } from '#app/platform/log.ts'
import { Unavailable } from '#app/platform/unavailable.ts'
import { type PhotoVariant, photoVariant } from '#app/shop/catalogue/photos.ts'
import { variantName } from '#app/shop/catalogue/photos-encodings.ts'
import {
  isPhotoVariantFormat,
  isPhotoWidth,
  type PhotoVariantFormat,
  type PhotoWidth,
} from '#app/shop/catalogue/photos-sizes.ts'

const contentTypes: Record<PhotoVariantFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}

/** `640.avif` → width and format; `null` for any file that does not exist of any photo. */
export function parsePhotoFile(file: string): { width: PhotoWidth; format: PhotoVariantFormat } | null {
  const match = /^([1-9][0-9]{2,3})\.([a-z]{3,4})$/.exec(file)
  const width = Number(match?.[1])
  const format = match?.[2] ?? ''
  return isPhotoWidth(width) && isPhotoVariantFormat(format) ? { width, format } : null
}

/** Answers a request for one copy of a photo, found by `findId`: 404 where there is none to show, 503 while the store is away. */
export async function answerPhoto(
  request: Request,
  app: { files: Files; log: Log },
  file: string,
  findId: () => Promise<string | null>,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plain(405, 'method not allowed', { allow: 'GET, HEAD' })
  }
  const wanted = parsePhotoFile(file)
  if (!wanted) return plain(404, 'no such photo')
  let variant: PhotoVariant | null
  let id: string | null
  try {
    id = await findId()
    variant = id === null ? null : await photoVariant(app.files, id, wanted.width, wanted.format)
  } catch (error) {
    if (error instanceof Unavailable) {
      app.log.warn({ err: error, file }, 'a photo cannot be shown now')
      return plain(503, error.message, { 'retry-after': String(error.retryAfter) })
    }
    // One photo that cannot be read must look like one missing photo, on a page that is otherwise whole.
    app.log.error({ err: error, file }, 'a photo cannot be shown')
    return plain(404, 'no such photo')
  }
  if (!variant) return plain(404, 'no such photo')

  const headers = {
    // The address names the content: it may be kept for ever.
    'cache-control': 'public, max-age=31536000, immutable',
    // Of these bytes: another quality is another tag at the same address.
    etag: `"${id}-${variantName(wanted.width, wanted.format)}"`,
    'content-type': contentTypes[wanted.format],
    'x-content-type-options': 'nosniff',
    // A photo may be shown by search engines and by mail programs, never run.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (isUnchanged(request.headers.get('if-none-match'), headers.etag)) {
    return new Response(null, { status: 304, headers })
  }
  const whole = { ...headers, 'content-length': String(variant.size) }
  return new Response(request.method === 'HEAD' ? null : variant.stream(), { status: 200, headers: whole })
}

/** RFC 9110, 13.1.2: weak comparison, a list, or `*`. */
function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag)
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
}
