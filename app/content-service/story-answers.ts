import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { cacheHeaders, failure, json, notFound, type Space } from './answers.ts'
import { type Delivery, deliverStory, languageChain } from './deliver-story.ts'
import { listConditions, listOrder } from './list-query.ts'
import type { Parameters } from './parameters.ts'
import { isUuid, type LinkStyle, resolveReferences } from './resolve.ts'
import type { StorySearch } from './search-stories.ts'
import { countStories, defaultLanguage, selectStories } from './story-row.ts'

/** Queries that read deep into content may be written to be slow; they end after so many milliseconds. */
const slowestQuery = 2000
const maxPerPage = 100

/** `cdn/stories/{slug, number or uuid}` */
export async function storyAnswer(
  db: Database,
  space: Space,
  parameters: Parameters<'story'>,
  encodedSlug: string,
): Promise<Response> {
  const slug = decodeSlug(encodedSlug)
  if (slug === null) return notFound()
  const { version } = parameters
  const [row] = await selectStories(db, {
    version,
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

/** `cdn/stories` */
export async function storiesAnswer(
  db: Database,
  space: Space,
  parameters: Parameters<'stories'>,
  search: StorySearch,
): Promise<Response> {
  const perPage = Math.min(Math.max(parameters.per_page, 1), maxPerPage)
  const page = Math.max(parameters.page, 1)
  const { version } = parameters
  const found = await inBoundedTime(db, async (db) => {
    const where = listConditions(parameters)
    const languages = languageChain(parameters.language, parameters.fallback_lang)
    const best = parameters.search_term
      ? await search.find(db, { version, where, languages, term: parameters.search_term })
      : null
    if (best) where.push(sql`story.id = any(${best}::bigint[])`)
    return {
      rows: await selectStories(db, {
        version,
        where,
        orderBy: listOrder(parameters, best),
        limit: perPage,
        offset: (page - 1) * perPage,
      }),
      total: await countStories(db, { version, where }),
    }
  })
  if (found === 'too slow') return failure(422, { error: 'The query takes too long' })
  const delivery = deliveryOf(parameters, space)
  const references = await resolveReferences(db, found.rows, wantedOf(parameters), delivery)
  const stories = found.rows.map((row) => deliverStory(row, delivery))
  return json(
    { stories, cv: space.cv, ...references },
    { ...cacheHeaders(parameters, space), 'per-page': String(perPage), total: String(found.total) },
  )
}

/** The story that a path segment names: a uuid with `find_by=uuid`, a number, or a slug of the asked language. */
function identifies(slug: string, parameters: Parameters<'story'>): Expression<SqlBool> {
  if (parameters.find_by === 'uuid') return isUuid(slug) ? sql`story.uuid = ${slug}` : sql`false`
  if (/^\d{1,15}$/.test(slug)) return sql`(story.id = ${slug} or story.full_slug = ${slug})`
  const language = parameters.language === 'default' ? defaultLanguage : parameters.language
  return sql`(story.full_slug = ${slug} or exists (select from story_slug
    where story_slug.story_id = story.id and lang = ${language} and path = ${slug}))`
}

/** Decoded segments joined by slashes; null for what no story can be called. */
export function decodeSlug(encoded: string): string | null {
  let slug: string
  try {
    slug = encoded.replace(/\/$/, '').split('/').map(decodeURIComponent).join('/')
  } catch {
    return null
  }
  return slug === '' || slug.includes('\0') || slug.length > 500 ? null : slug
}

function deliveryOf(parameters: Parameters<'story'> | Parameters<'stories'>, space: Space): Delivery {
  return {
    version: parameters.version,
    language: parameters.language,
    fallbackLanguage: parameters.fallback_lang,
    excludingFields: parameters.excluding_fields,
    excludingStoryFields: parameters.excluding_story_fields,
    spaceId: space.id,
  }
}

function wantedOf(parameters: Parameters<'story'> | Parameters<'stories'>) {
  const links = parameters.resolve_links === '1' ? 'story' : parameters.resolve_links
  return {
    relations: parameters.resolve_relations ?? [],
    links: links === undefined || links === '0' ? null : (links as LinkStyle),
    linkLevel: Number(parameters.resolve_links_level ?? 1),
    assets: parameters.resolve_assets,
  }
}

/** Ended by the database's own limit, so that no request occupies a connection for long. */
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
