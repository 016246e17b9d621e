import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text } from '#app/platform/database/statement.ts'
import { cacheHeaders, json, notFound, type Space } from './answers.ts'
import { deliverLink } from './deliver-story.ts'
import { hasUuid, startsWith } from './list-query.ts'
import type { Parameters } from './parameters.ts'
import { isUuid } from './resolve.ts'
import { sortExpressions } from './sort-by.ts'
import { decodeSlug } from './story-answers.ts'
import { countStories, selectStories, translationLanguages, visible } from './story-row.ts'

const maxPerPage = 1000

/** `cdn/spaces/me` */
export function spaceAnswer(origin: string, { id, name, cv }: Space): Response {
  const space = { id, name, domain: `${origin}/`, version: cv, language_codes: [...translationLanguages] }
  return json({ space }, { 'cache-control': 'no-store' })
}

/** `cdn/links`: all of them, or with `paginated` a page. */
export async function linksAnswer(
  db: Database,
  space: Space,
  parameters: Parameters<'links'>,
): Promise<Response> {
  const { version, paginated, by_uuid, by_uuids } = parameters
  const where: Expression<SqlBool>[] = []
  if (parameters.starts_with) where.push(startsWith(parameters.starts_with))
  if (by_uuid || by_uuids) where.push(hasUuid([...(by_uuid ?? []), ...(by_uuids ?? [])]))
  if (parameters.with_parent !== undefined)
    where.push(sql`coalesce(story.parent_id, 0) = ${parameters.with_parent}`)
  const { perPage, page } = pageOf(parameters)
  const rows = await selectStories(db, {
    version,
    where,
    orderBy: [...sortExpressions(parameters.sort_by, version, []), sql`story.position`, sql`story.id`],
    withoutContent: true,
    ...(paginated && { limit: perPage, offset: (page - 1) * perPage }),
  })
  const total = paginated ? await countStories(db, { version, where }) : 0
  const links = Object.fromEntries(
    rows.map((row) => [row.uuid, deliverLink(row, { dates: parameters.include_dates })]),
  )
  return json(
    { links, cv: space.cv },
    {
      ...cacheHeaders(parameters, space),
      // A client that pages through a list takes these as the sign that there are further pages.
      ...(paginated && { 'per-page': String(perPage), total: String(total) }),
    },
  )
}

/** `cdn/links/{uuid or number}` */
export async function linkAnswer(
  db: Database,
  space: Space,
  parameters: Parameters<'link'>,
  encoded: string,
): Promise<Response> {
  const name = decodeSlug(encoded) ?? ''
  const where: Expression<SqlBool> | null = isUuid(name)
    ? sql`story.uuid = ${name}`
    : /^\d{1,15}$/.test(name)
      ? sql`story.id = ${name}`
      : null
  if (!where) return notFound()
  const [row] = await selectStories(db, { version: parameters.version, where: [where], withoutContent: true })
  return row
    ? json({ link: deliverLink(row, { dates: true }), cv: space.cv }, cacheHeaders(parameters, space))
    : notFound()
}

/** `cdn/tags`: those of the stories that can be read, and how many carry each. */
export async function tagsAnswer(
  db: Database,
  space: Space,
  parameters: Parameters<'tags'>,
): Promise<Response> {
  const where = [visible(parameters.version)]
  if (parameters.starts_with) where.push(startsWith(parameters.starts_with))
  const tags = await query(db, { name: text, taggings_count: int8 })`
    select tag as name, count(*) as taggings_count from story, unnest(story.tag_list) as tag
    where ${sql.join(where, sql` and `)}
    group by tag order by tag`
  return json({ tags, cv: space.cv }, cacheHeaders(parameters, space))
}

/** `cdn/datasources` and `cdn/datasource_entries`: a space without any. */
export function emptyAnswer(
  name: 'datasources' | 'datasource_entries',
  space: Space,
  parameters: Parameters<'datasources'>,
): Response {
  const headers = { 'per-page': String(pageOf(parameters).perPage), total: '0' }
  return json({ [name]: [], cv: space.cv }, { ...cacheHeaders(parameters, space), ...headers })
}

function pageOf(parameters: { per_page: number; page: number }) {
  return {
    perPage: Math.min(Math.max(parameters.per_page, 1), maxPerPage),
    page: Math.max(parameters.page, 1),
  }
}
