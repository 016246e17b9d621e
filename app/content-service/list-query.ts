import { type Expression, type SqlBool, sql } from 'kysely'
import { languageChain } from './deliver-story.ts'
import { filterCondition, likePattern, textOf } from './filter-query.ts'
import type { Parameters } from './parameters.ts'
import { isUuid } from './resolve.ts'
import { sortExpressions } from './sort-by.ts'
import type { Version } from './story-row.ts'

const bounds = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }
const times = ['published_at', 'first_published_at', 'updated_at'] as const

/** The conditions of a list request over `story`, the filters among them, the search not. */
export function listConditions(parameters: Parameters<'stories'>): Expression<SqlBool>[] {
  const version: Version = parameters.version
  const where: Expression<SqlBool>[] = []
  const languages = languageChain(parameters.language, parameters.fallback_lang)
  const { by_ids, by_uuids, by_uuids_ordered, by_slugs, excluding_slugs, excluding_ids } = parameters
  if (parameters.starts_with) where.push(startsWith(parameters.starts_with))
  if (by_ids) where.push(sql`story.id = any(${numbers(by_ids)}::bigint[])`)
  if (by_uuids) where.push(hasUuid(by_uuids))
  if (by_uuids_ordered) where.push(hasUuid(by_uuids_ordered))
  if (by_slugs) where.push(sql`(${slugsMatch(by_slugs, languages)})`)
  if (excluding_slugs && excluding_slugs.length > 0)
    where.push(sql`not (${slugsMatch(excluding_slugs, languages)})`)
  if (excluding_ids) where.push(sql`story.id <> all(${numbers(excluding_ids)}::bigint[])`)
  if (parameters.content_type) where.push(isOfType(parameters.content_type, version))
  if (parameters.with_tag) where.push(sql`story.tag_list && ${parameters.with_tag}::text[]`)
  // Nobody here keeps workflows: no story is in a stage of one.
  if (parameters.in_workflow_stages && parameters.in_workflow_stages.length > 0) where.push(sql`false`)
  if (parameters.level !== undefined)
    where.push(
      sql`cardinality(string_to_array(trim(both '/' from story.full_slug), '/')) = ${parameters.level}`,
      // The root of a folder stands for the folder, on no level of its own.
      sql`not story.is_startpage`,
    )
  if (parameters.is_startpage !== undefined) where.push(sql`story.is_startpage = ${parameters.is_startpage}`)
  for (const column of times) {
    for (const [bound, operator] of Object.entries(bounds) as [keyof typeof bounds, Expression<unknown>][]) {
      const value = parameters[`${column}_${bound}`]
      if (value) where.push(sql`${sql.ref(`story.${column}`)} ${operator} ${value}`)
    }
  }
  const filter = filterCondition(parameters.filters, version, languages)
  if (filter) where.push(filter)
  return where
}

const numbers = (ids: readonly string[]) => ids.filter((id) => /^\d{1,15}$/.test(id))

export const hasUuid = (uuids: readonly string[]): Expression<SqlBool> =>
  sql`story.uuid = any(${uuids.filter(isUuid)}::uuid[])`

const isOfType = (component: string, version: Version): Expression<SqlBool> =>
  sql`${textOf('component', version, [])} = ${component}`

export function startsWith(prefix: string): Expression<SqlBool> {
  return sql`story.full_slug like ${`${likePattern(prefix.replace(/^\/+/, '').replaceAll('*', ''))}%`}`
}

/** `knowledge/*`: full slugs, and translated ones in the asked languages. */
function slugsMatch(slugs: readonly string[], languages: readonly string[]): Expression<SqlBool> {
  const patterns = slugs.map((slug) => likePattern(slug.replace(/\*{2,}/g, '*').replace(/^\/+|\/+$/g, '')))
  return sql`story.full_slug like any(${patterns}::text[]) or exists (select from story_slug
    where story_slug.story_id = story.id and lang = any(${[...languages]}::text[]) and path like any(${patterns}::text[]))`
}

/**
 * The order of a list request; ties are broken by id so that pages never overlap. `found`: what a search found, the
 * best first, which holds unless another order is asked for.
 */
export function listOrder(
  parameters: Parameters<'stories'>,
  found: readonly number[] | null,
): Expression<unknown>[] {
  if (parameters.by_uuids_ordered)
    return [sql`array_position(${parameters.by_uuids_ordered.filter(isUuid)}::uuid[], story.uuid)`]
  const languages = languageChain(parameters.language, parameters.fallback_lang)
  const keys = sortExpressions(parameters.sort_by, parameters.version, languages)
  if (keys.length === 0)
    keys.push(found ? sql`array_position(${found}::bigint[], story.id)` : sql`story.position`)
  return [...keys, sql`story.id`]
}
