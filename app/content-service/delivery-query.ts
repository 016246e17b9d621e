import { type Expression, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { languageChain } from './deliver-story.ts'
import {
  type Filter,
  filterCondition,
  isFilterKey,
  likePattern,
  parseFilters,
  textOf,
} from './filter-query.ts'
import { isUuid } from './resolve.ts'
import type { Version } from './story-row.ts'

/** Bounds of one request; a reader that needs more pages through. */
const most = { listItems: 500, sortKeys: 5, relations: 50, wildcards: 8 }

const commaList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .refine((items) => items.length <= most.listItems, `has more than ${most.listItems} items`)
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
const yesNo = z
  .enum(['0', '1', 'true', 'false'], 'must be 0 or 1')
  .transform((value) => value === '1' || value === 'true')
const instant = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a date')
  .transform((value) => new Date(value))
const languageCode = z.string().regex(/^[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8}){0,3}$/, 'must be a language code')

const common = {
  token: z.string().optional(),
  version: z.enum(['draft', 'published'], 'must be draft or published').default('published'),
  cv: z.string().max(40).optional(),
  language: languageCode.default('default'),
  fallback_lang: languageCode.optional(),
  resolve_relations: commaList
    .refine((items) => items.length <= most.relations, `has more than ${most.relations} items`)
    .refine(
      (items) => items.every((item) => /^[\w-]+\.[\w-]+$/.test(item)),
      'must be a list of component.field',
    )
    .optional(),
  resolve_level: z.enum(['1', '2'], 'must be 1 or 2').optional(),
  resolve_links: z.enum(['0', '1', 'url', 'link', 'story'], 'must be url, link or story').optional(),
  resolve_links_level: z.enum(['1', '2'], 'must be 1 or 2').optional(),
  resolve_assets: yesNo.optional(),
  excluding_story_fields: commaList.optional(),
}

const storyParameters = z.strictObject({ ...common, find_by: z.literal('uuid', 'must be uuid').optional() })

const listParameters = z.strictObject({
  ...common,
  starts_with: z.string().max(500).optional(),
  by_uuids: commaList.optional(),
  by_uuids_ordered: commaList.optional(),
  by_slugs: commaList.optional(),
  excluding_slugs: commaList.optional(),
  excluding_ids: commaList.optional(),
  excluding_fields: commaList.optional(),
  content_type: z.string().max(100).optional(),
  with_tag: commaList.optional(),
  search_term: z.string().max(200).optional(),
  is_startpage: yesNo.optional(),
  published_at_gt: instant.optional(),
  published_at_lt: instant.optional(),
  first_published_at_gt: instant.optional(),
  first_published_at_lt: instant.optional(),
  sort_by: z.string().max(500).optional(),
  per_page: wholeNumber.default(25),
  page: wholeNumber.default(1),
})

const linkParameters = z.strictObject({
  token: common.token,
  version: common.version,
  cv: common.cv,
  starts_with: z.string().max(500).optional(),
  with_parent: wholeNumber.optional(),
  include_dates: yesNo.default(false),
  paginated: yesNo.optional(),
  per_page: wholeNumber.default(25),
  page: wholeNumber.default(1),
})

const spaceParameters = z.strictObject({ token: common.token, version: common.version, cv: common.cv })

export type StoryParameters = z.infer<typeof storyParameters>
export type ListParameters = z.infer<typeof listParameters> & { filters: Filter[] }
export type LinkParameters = z.infer<typeof linkParameters>

type Parsed<T> = { ok: true; parameters: T } | { ok: false; fault: string }

/** PostgreSQL stores no NUL, so nothing can match a text that holds one. */
export const holdsNul = (query: URLSearchParams) =>
  [...query].some((pair) => pair.some((text) => text.includes('\0')))

export const parseStoryParameters = (query: URLSearchParams) => parse(storyParameters, [...query])
export const parseLinkParameters = (query: URLSearchParams) => parse(linkParameters, [...query])
export const parseSpaceParameters = (query: URLSearchParams) => parse(spaceParameters, [...query])

export function parseListParameters(query: URLSearchParams): Parsed<ListParameters> {
  const parsed = parse(
    listParameters,
    [...query].filter(([key]) => !isFilterKey(key)),
  )
  if (!parsed.ok) return parsed
  const filters = parseFilters([...query].filter(([key]) => isFilterKey(key)))
  if (!filters.ok) return filters
  const sort = parseSort(parsed.parameters.sort_by)
  if (sort === null) return { ok: false, fault: 'sort_by: not understood' }
  return { ok: true, parameters: { ...parsed.parameters, filters: filters.filters } }
}

function parse<T>(schema: z.ZodType<T>, pairs: readonly [string, string][]): Parsed<T> {
  const result = schema.safeParse(Object.fromEntries(pairs))
  if (result.success) return { ok: true, parameters: result.data }
  const unknown = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  )
  if (unknown.length > 0) {
    return {
      ok: false,
      fault: `Parameter(s) ${unknown
        .slice(0, 10)
        .map((key) => key.slice(0, 60))
        .join(', ')} not allowed`,
    }
  }
  return {
    ok: false,
    fault: result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
  }
}

/** The conditions of a list request over `story`, the filters among them. */
export function listConditions(parameters: ListParameters): Expression<SqlBool>[] {
  const version: Version = parameters.version
  const where: Expression<SqlBool>[] = []
  const languages = languageChain(parameters.language, parameters.fallback_lang)
  const { by_uuids, by_uuids_ordered, by_slugs, excluding_slugs, excluding_ids } = parameters
  if (parameters.starts_with) where.push(startsWith(parameters.starts_with))
  if (by_uuids) where.push(sql`story.uuid = any(${by_uuids.filter(isUuid)}::uuid[])`)
  if (by_uuids_ordered) where.push(sql`story.uuid = any(${by_uuids_ordered.filter(isUuid)}::uuid[])`)
  if (by_slugs) where.push(sql`(${slugsMatch(by_slugs, languages)})`)
  if (excluding_slugs && excluding_slugs.length > 0)
    where.push(sql`not (${slugsMatch(excluding_slugs, languages)})`)
  if (excluding_ids)
    where.push(sql`story.id <> all(${excluding_ids.filter((id) => /^\d{1,15}$/.test(id))}::bigint[])`)
  if (parameters.content_type)
    where.push(sql`${textOf('component', version, [])} = ${parameters.content_type}`)
  if (parameters.with_tag) where.push(sql`story.tag_list && ${parameters.with_tag}::text[]`)
  if (parameters.search_term) {
    const pattern = `%${likePattern(parameters.search_term.replaceAll('*', ''))}%`
    where.push(
      sql`(story.name ilike ${pattern} or story.full_slug ilike ${pattern} or ${contentText(version)} ilike ${pattern})`,
    )
  }
  if (parameters.is_startpage !== undefined) where.push(sql`story.is_startpage = ${parameters.is_startpage}`)
  for (const [column, bound, value] of [
    ['published_at', '>', parameters.published_at_gt],
    ['published_at', '<', parameters.published_at_lt],
    ['first_published_at', '>', parameters.first_published_at_gt],
    ['first_published_at', '<', parameters.first_published_at_lt],
  ] as const) {
    if (value) where.push(sql`${sql.ref(`story.${column}`)} ${sql.raw(bound)} ${value}`)
  }
  const filter = filterCondition(parameters.filters, version, languages)
  if (filter) where.push(filter)
  return where
}

const contentText = (version: Version) =>
  version === 'draft' ? sql`story.draft_content::text` : sql`story.published_content::text`

export function startsWith(prefix: string): Expression<SqlBool> {
  return sql`story.full_slug like ${`${likePattern(prefix.replace(/^\/+/, '').replaceAll('*', ''))}%`}`
}

/** `knowledge/*`: full slugs, and translated ones in the asked languages. */
function slugsMatch(slugs: readonly string[], languages: readonly string[]): Expression<SqlBool> {
  const patterns = slugs.map((slug) => likePattern(slug.replace(/\*{2,}/g, '*').replace(/^\/+|\/+$/g, '')))
  return sql`story.full_slug like any(${patterns}::text[]) or exists (select from story_slug
    where story_slug.story_id = story.id and lang = any(${[...languages]}::text[]) and path like any(${patterns}::text[]))`
}

const columns = [
  'id',
  'name',
  'full_slug',
  'position',
  'created_at',
  'updated_at',
  'published_at',
  'first_published_at',
  'sort_by_date',
] as const

type SortKey = { column: string; content: boolean; descending: boolean; numeric: boolean }

function parseSort(sortBy: string | undefined): SortKey[] | null {
  if (!sortBy) return []
  const keys: SortKey[] = []
  for (const item of sortBy.split(',')) {
    const parts = /^(content\.)?([A-Za-z0-9_.-]{1,100})(?::(asc|desc))?(?::(int|float))?$/.exec(item.trim())
    if (!parts?.[2]) return null
    const content = parts[1] !== undefined
    const column = !content && parts[2] === 'slug' ? 'full_slug' : parts[2]
    if (!content && !(columns as readonly string[]).includes(column)) return null
    keys.push({ column, content, descending: parts[3] === 'desc', numeric: parts[4] !== undefined })
  }
  return keys.length <= most.sortKeys ? keys : null
}

/** The order of a list request; ties are broken by id so that pages never overlap. */
export function listOrder(parameters: ListParameters): Expression<unknown>[] {
  if (parameters.by_uuids_ordered) {
    return [sql`array_position(${parameters.by_uuids_ordered.filter(isUuid)}::uuid[], story.uuid)`]
  }
  const languages = languageChain(parameters.language, parameters.fallback_lang)
  const keys = (parseSort(parameters.sort_by) ?? []).map(({ column, content, descending, numeric }) => {
    const text = textOf(column, parameters.version, languages)
    const value = !content
      ? sql.ref(`story.${column}`)
      : numeric
        ? sql`case when ${text} ~ '^-?[0-9]{1,15}([.][0-9]{1,10})?$' then (${text})::numeric end`
        : text
    return descending ? sql`${value} desc nulls last` : sql`${value} asc nulls last`
  })
  return [...(keys.length > 0 ? keys : [sql`story.position`]), sql`story.id`]
}
