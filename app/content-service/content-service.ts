import { timingSafeEqual } from 'node:crypto'
import { type Expression, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#app/platform/database/database.ts'
import type { Log } from '#app/platform/log.ts'
import { type Delivery, deliverLink, deliverStory } from './deliver-story.ts'
import {
  holdsNul,
  listConditions,
  listOrder,
  parseLinkParameters,
  parseListParameters,
  parseSpaceParameters,
  parseStoryParameters,
  type StoryParameters,
  startsWith,
} from './delivery-query.ts'
import { isUuid, type LinkStyle, resolveReferences } from './resolve.ts'
import {
  countStories,
  defaultLanguage,
  selectStories,
  translationLanguages,
  type Version,
} from './story-row.ts'

export type ContentService = {
  /**
   * Answers a delivery API request for a path ending in `…/v2/cdn/…`; always JSON, 4xx for anything that cannot be
   * answered, 503 while the database is away. `caller` (an address) is given for requests from outside: only they are counted against the rate limit.
   */
  fetch(request: Request, options?: { caller?: string }): Promise<Response>
}

/** Queries that read deep into content may be written to be slow; they end after so many milliseconds. */
const slowestQuery = 2000
const longestAddress = 16_000
const maxPerPage = { stories: 100, links: 1000 }

/**
 * The content service: Storyblok's delivery API v2 over the stories in the database.
 * A public token reads what is published, a preview token drafts too.
 * `rateLimit`: requests per second an outside caller may make, unlimited when absent.
 */
export function createContentService(options: {
  db: Database
  publicToken: string
  previewToken: string
  rateLimit?: number
  log?: Log
}): ContentService {
  const { db } = options
  const limiter = options.rateLimit === undefined ? null : createRateLimiter(options.rateLimit)

  async function answer(request: Request, caller: string | undefined): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: crossOrigin })
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
    const token = tokenKind(url.searchParams.get('token'))
    if (token === null) return failure(401, { error: 'Unauthorized' })
    if (url.searchParams.get('version') === 'draft' && token !== 'preview')
      return failure(401, { error: 'Unauthorized' })
    const space = await db.selectFrom('content_space').select(['id', 'name', 'cv']).executeTakeFirstOrThrow()

    if (path === 'spaces/me' || path === 'spaces/me/') return spaceAnswer(url, space)
    const answered =
      path === 'stories' || path === 'stories/'
        ? listAnswer
        : path.startsWith('stories/')
          ? storyAnswer
          : null
    const links = path === 'links' || path === 'links/'
    if (!answered && !links) return notFound()
    if (url.searchParams.get('version') !== 'draft' && !url.searchParams.has('cv')) {
      url.searchParams.set('cv', String(space.cv))
      const location = `${url.pathname}${url.search}`
      return new Response(null, {
        status: 301,
        headers: { location, 'cache-control': 'no-store', ...crossOrigin },
      })
    }
    return answered ? answered(url, space, path.slice('stories/'.length)) : linksAnswer(url, space)
  }

  function tokenKind(given: string | null): 'public' | 'preview' | null {
    if (given === null) return null
    if (sameText(given, options.previewToken)) return 'preview'
    return sameText(given, options.publicToken) ? 'public' : null
  }

  function spaceAnswer(url: URL, space: Space): Response {
    const parsed = parseSpaceParameters(url.searchParams)
    if (!parsed.ok) return failure(422, { error: parsed.fault })
    const { id, name, cv } = space
    return json(
      {
        space: { id, name, domain: `${url.origin}/`, version: cv, language_codes: [...translationLanguages] },
      },
      { 'cache-control': 'no-store' },
    )
  }

  async function storyAnswer(url: URL, space: Space, encodedSlug: string): Promise<Response> {
    const parsed = parseStoryParameters(url.searchParams)
    if (!parsed.ok) return failure(422, { error: parsed.fault })
    const { parameters } = parsed
    const slug = decodeSlug(encodedSlug)
    if (slug === null) return notFound()
    const [row] = await selectStories(db, {
      version: parameters.version,
      where: [identifies(slug, parameters)],
      // A story's own address comes before another one's translation of the same name.
      orderBy: [sql`story.full_slug = ${slug} desc`],
      limit: 1,
    })
    if (!row) return notFound()
    const delivery = deliveryOf(parameters, space)
    const references = await resolveReferences(db, [row], wantedOf(parameters), delivery)
    return json(
      { story: deliverStory(row, delivery), cv: space.cv, ...references },
      cacheHeaders(parameters, space),
    )
  }

  async function listAnswer(url: URL, space: Space): Promise<Response> {
    const parsed = parseListParameters(url.searchParams)
    if (!parsed.ok) return failure(422, { error: parsed.fault })
    const { parameters } = parsed
    const perPage = Math.min(Math.max(parameters.per_page, 1), maxPerPage.stories)
    const page = Math.max(parameters.page, 1)
    const where = listConditions(parameters)
    const found = await inBoundedTime(db, async (db) => ({
      rows: await selectStories(db, {
        version: parameters.version,
        where,
        orderBy: listOrder(parameters),
        limit: perPage,
        offset: (page - 1) * perPage,
      }),
      total: await countStories(db, { version: parameters.version, where }),
    }))
    if (found === 'too slow') return failure(422, { error: 'The query takes too long' })
    const delivery = { ...deliveryOf(parameters, space), excludingFields: parameters.excluding_fields ?? [] }
    const references = await resolveReferences(db, found.rows, wantedOf(parameters), delivery)
    const stories = found.rows.map((row) => deliverStory(row, delivery))
    return json(
      { stories, cv: space.cv, ...references },
      { ...cacheHeaders(parameters, space), 'per-page': String(perPage), total: String(found.total) },
    )
  }

  async function linksAnswer(url: URL, space: Space): Promise<Response> {
    const parsed = parseLinkParameters(url.searchParams)
    if (!parsed.ok) return failure(422, { error: parsed.fault })
    const { parameters } = parsed
    const perPage = Math.min(Math.max(parameters.per_page, 1), maxPerPage.links)
    const page = Math.max(parameters.page, 1)
    const where: Expression<SqlBool>[] = []
    if (parameters.starts_with) where.push(startsWith(parameters.starts_with))
    if (parameters.with_parent !== undefined)
      where.push(sql`coalesce(story.parent_id, 0) = ${parameters.with_parent}`)
    const rows = await selectStories(db, {
      version: parameters.version,
      where,
      limit: perPage,
      offset: (page - 1) * perPage,
    })
    const total = await countStories(db, { version: parameters.version, where })
    const links = Object.fromEntries(
      rows.map((row) => [row.uuid, deliverLink(row, { dates: parameters.include_dates })]),
    )
    return json(
      { links, cv: space.cv },
      { ...cacheHeaders(parameters, space), 'per-page': String(perPage), total: String(total) },
    )
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

type Space = { id: number; name: string; cv: number }

/** The story that a path segment names: a uuid with `find_by=uuid`, a number, or a slug of the asked language. */
function identifies(slug: string, parameters: StoryParameters): Expression<SqlBool> {
  if (parameters.find_by === 'uuid') return isUuid(slug) ? sql`story.uuid = ${slug}` : sql`false`
  if (/^\d{1,15}$/.test(slug)) return sql`(story.id = ${slug} or story.full_slug = ${slug})`
  const language = parameters.language === 'default' ? defaultLanguage : parameters.language
  return sql`(story.full_slug = ${slug} or exists (select from story_slug
    where story_slug.story_id = story.id and lang = ${language} and path = ${slug}))`
}

/** Decoded segments joined by slashes; null for what no story can be called. */
function decodeSlug(encoded: string): string | null {
  let slug: string
  try {
    slug = encoded.replace(/\/$/, '').split('/').map(decodeURIComponent).join('/')
  } catch {
    return null
  }
  return slug === '' || slug.includes('\0') || slug.length > 500 ? null : slug
}

function deliveryOf(
  parameters: {
    version: Version
    language: string
    fallback_lang?: string
    excluding_story_fields?: string[]
  },
  space: Space,
): Delivery {
  return {
    version: parameters.version,
    language: parameters.language,
    fallbackLanguage: parameters.fallback_lang,
    excludingStoryFields: parameters.excluding_story_fields ?? [],
    spaceId: space.id,
  }
}

function wantedOf(parameters: { resolve_relations?: string[]; resolve_links?: string }) {
  const links = parameters.resolve_links === '1' ? 'story' : parameters.resolve_links
  return {
    relations: parameters.resolve_relations ?? [],
    links: links === undefined || links === '0' ? null : (links as LinkStyle),
  }
}

/** `null` from the database's own limit, so that no request occupies a connection for long. */
async function inBoundedTime<T>(db: Database, read: (db: Database) => Promise<T>): Promise<T | 'too slow'> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(slowestQuery)}`.execute(trx)
      return read(trx)
    })
  } catch (error) {
    const queryCanceled = '57014'
    if (error instanceof Error && 'code' in error && error.code === queryCanceled) return 'too slow'
    throw error
  }
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'per-page, total, retry-after',
}

/** What is published under the current cache version never changes; everything else may at any moment. */
function cacheHeaders(
  parameters: { version: Version; cv?: string | undefined },
  space: Space,
): Record<string, string> {
  const current = parameters.version === 'published' && parameters.cv === String(space.cv)
  return { 'cache-control': current ? 'public, max-age=0, s-maxage=604800' : 'no-store' }
}

function json(body: unknown, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json; charset=utf-8', ...crossOrigin, ...headers },
  })
}

function failure(status: number, body: unknown, headers: Record<string, string> = {}): Response {
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

const notFound = () => failure(404, ['This record could not be found'])

/** Whether a caller may make one more request in this second; remembers a bounded number of callers. */
function createRateLimiter(perSecond: number): (caller: string) => boolean {
  const seconds = new LRUCache<string, { count: number }>({ max: 10_000, ttl: 1000 })
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
