import type { Version } from './story-row.ts'

export type Space = { id: number; name: string; cv: number }

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'per-page, total, retry-after',
}

/** What clients in browsers send beside what every page may; they name others when they ask beforehand. */
const usualHeaders = ['accept', 'authorization', 'content-type', 'sb-agent', 'sb-agent-version']

/** The answer to the question that a browser asks before it lets a page of another site read anything here. */
export function preflight(request: Request): Response {
  const asked = (request.headers.get('access-control-request-headers') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name))
  return new Response(null, {
    status: 204,
    headers: {
      ...crossOrigin,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': [...new Set([...usualHeaders, ...asked.slice(0, 30)])].join(', '),
      'access-control-max-age': '86400',
      vary: 'access-control-request-headers',
    },
  })
}

/** What is published under the current cache version never changes; everything else may at any moment. */
export function cacheHeaders(
  parameters: { version: Version; cv?: string | undefined },
  space: Space,
): Record<string, string> {
  const current = parameters.version === 'published' && parameters.cv === String(space.cv)
  return { 'cache-control': current ? 'public, max-age=0, s-maxage=604800' : 'no-store' }
}

export const redirect = (location: string) =>
  new Response(null, { status: 301, headers: { location, 'cache-control': 'no-store', ...crossOrigin } })

export function json(body: unknown, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json; charset=utf-8', ...crossOrigin, ...headers },
  })
}

export function failure(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...crossOrigin,
      ...headers,
    },
  })
}

export const notFound = () => failure(404, ['This record could not be found'])
