import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '#app/platform/database/database.ts'
import type { Log } from '#app/platform/log.ts'
import { failure, notFound, preflight, redirect, type Space } from './answers.ts'
import { emptyAnswer, linkAnswer, linksAnswer, spaceAnswer, tagsAnswer } from './collection-answers.ts'
import { type Endpoint, holdsNul, type Parameters, parseParameters, valuesOf } from './parameters.ts'
import { createStorySearch, type StorySearch } from './search-stories.ts'
import { storiesAnswer, storyAnswer } from './story-answers.ts'

export type ContentService = {
  /**
   * Answers a delivery API request for a path ending in `…/v2/cdn/…`; always JSON, 4xx for anything that cannot be
   * answered, 503 while the database is away. `caller` (an address) is given for requests from outside: only they are counted against the rate limit.
   */
  fetch(request: Request, options?: { caller?: string }): Promise<Response>
}

const longestAddress = 16_000

/**
 * The content service: Storyblok's delivery API v2 over the stories in the database.
 * A public token reads what is published, a preview token drafts too.
 * `rateLimit`: requests per second an outside caller may make, unlimited when absent; `clock` tells the ms of these
 * seconds.
 */
export function createContentService(options: {
  db: Database
  publicToken: string
  previewToken: string
  rateLimit?: number
  clock?: { now: () => number }
  log?: Log
}): ContentService {
  const { db, rateLimit, clock = performance } = options
  const search = createStorySearch()
  const limiter = rateLimit === undefined ? null : createRateLimiter(rateLimit, clock)

  async function answer(request: Request, caller: string | undefined): Promise<Response> {
    if (request.method === 'OPTIONS') return preflight(request)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return failure(405, { error: 'Method not allowed' })
    if (request.url.length > longestAddress) return failure(414, { error: 'The address is too long' })
    if (caller !== undefined && limiter && !limiter(caller)) {
      return failure(429, { error: 'Rate limit exceeded' }, { 'retry-after': '1' })
    }
    const url = new URL(request.url)
    const path = /\/v2\/cdn\/(.*)$/.exec(url.pathname)?.[1]
    if (path === undefined) return notFound()
    if (holdsNul(url.searchParams))
      return failure(422, { error: 'A parameter holds a character that is not allowed' })
    const given = valuesOf(url.searchParams)
    const token = tokenKind(given.token)
    const drafts = given.version === 'draft'
    if (token === null || (drafts && token !== 'preview')) return failure(401, { error: 'Unauthorized' })
    const space = await db.selectFrom('content_space').select(['id', 'name', 'cv']).executeTakeFirstOrThrow()
    const route = routeOf(path.replace(/\/$/, ''))
    if (!route) return notFound()
    if (route.endpoint !== 'space' && !drafts && given.cv === undefined) {
      url.searchParams.set('cv', String(space.cv))
      return redirect(`${url.pathname}${url.search}`)
    }
    return route.answer({ db, url, space, search })
  }

  function tokenKind(given: string | undefined): 'public' | 'preview' | null {
    if (given === undefined) return null
    if (sameText(given, options.previewToken)) return 'preview'
    return sameText(given, options.publicToken) ? 'public' : null
  }

  return {
    async fetch(request, { caller } = {}) {
      const response = await answer(request, caller).catch((error) => {
        options.log?.error({ err: error }, 'the content service cannot answer')
        return failure(503, { error: 'The content service is not available' }, { 'retry-after': '5' })
      })
      return request.method === 'HEAD' ? new Response(null, response) : response
    },
  }
}

type Asked = { db: Database; url: URL; space: Space; search: StorySearch }
type Route = { endpoint: Endpoint; answer: (asked: Asked) => Response | Promise<Response> }

/** What a path below `cdn/` is answered by; null for what the protocol does not know. */
function routeOf(path: string): Route | null {
  const slash = path.indexOf('/')
  const [list, name] = slash < 0 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)]
  switch (list) {
    case 'stories':
      return name === ''
        ? route('stories', ({ db, space, search }, given) => storiesAnswer(db, space, given, search))
        : route('story', ({ db, space }, given) => storyAnswer(db, space, given, name))
    case 'links':
      return name === ''
        ? route('links', ({ db, space }, given) => linksAnswer(db, space, given))
        : route('link', ({ db, space }, given) => linkAnswer(db, space, given, name))
    case 'tags':
      return name === '' ? route('tags', ({ db, space }, given) => tagsAnswer(db, space, given)) : null
    case 'datasources':
      return name === ''
        ? route('datasources', ({ space }, given) => emptyAnswer('datasources', space, given))
        : null
    case 'datasource_entries':
      return name === ''
        ? route('datasourceEntries', ({ space }, given) => emptyAnswer('datasource_entries', space, given))
        : null
    case 'spaces':
      return name === 'me' ? route('space', ({ url, space }) => spaceAnswer(url.origin, space)) : null
    default:
      return null
  }
}

function route<Of extends Endpoint>(
  endpoint: Of,
  answer: (asked: Asked, parameters: Parameters<Of>) => Response | Promise<Response>,
): Route {
  return {
    endpoint,
    answer(asked) {
      const parsed = parseParameters(endpoint, asked.url.searchParams)
      return parsed.ok ? answer(asked, parsed.parameters) : failure(422, { error: parsed.fault })
    },
  }
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether a caller may make one more request in this second; remembers a bounded number of callers. */
function createRateLimiter(perSecond: number, clock: { now: () => number }): (caller: string) => boolean {
  const seconds = new LRUCache<string, { count: number }>({ max: 10_000, ttl: 1000, perf: clock })
  return (caller) => {
    const second = seconds.get(caller)
    if (!second) {
      seconds.set(caller, { count: 1 })
      return true
    }
    second.count += 1
    return second.count <= perSecond
  }
}
