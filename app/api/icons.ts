import { findIcons } from '#app/blocks/icons/icon-sets.ts'
import type { ResourceArgs } from './resource.ts'

/** No page shows so many that it does not know beforehand. */
const maxNames = 100
const name = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * `GET {apiUrl}/icons/{prefix}.json?icons=a,b` → that part of the set as Iconify JSON: `{prefix, icons, aliases?, width,
 * height}`. Unknown names are left out, an unknown set is 404.
 */
export async function loader({ request, params }: ResourceArgs<'file'>): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return json({ error: 'method not allowed' }, 405)
  const prefix = /^([a-z0-9-]{1,40})\.json$/.exec(params.file)?.[1]
  const names = (new URL(request.url).searchParams.get('icons') ?? '')
    .split(',')
    .filter((each) => name.test(each))
  if (names.length > maxNames) return json({ error: `more than ${maxNames} icons` }, 422)
  const set = prefix === undefined ? null : await findIcons(prefix, names)
  return set ? json(set, 200) : json({ error: 'no such set of icons' }, 404)
}

/** Anything but GET and HEAD is refused with a word. */
export const action = loader

function json(body: object, status: number): Response {
  const cacheControl = status === 200 ? 'public, max-age=604800' : 'no-store'
  const headers = { 'cache-control': cacheControl, 'access-control-allow-origin': '*' }
  return Response.json(body, { status, headers })
}
