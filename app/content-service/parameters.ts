import { z } from 'zod'
import { type Filters, isFilterKey, parseFilters } from './filter-query.ts'
import { parseSort } from './sort-by.ts'

/** Bounds of one request; a reader that needs more pages through. */
const most = { listItems: 500, relations: 50 }

const commaList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .refine((items) => items.length <= most.listItems, `has more than ${most.listItems} items`)
const componentFields = commaList
  .refine((items) => items.length <= most.relations, `has more than ${most.relations} items`)
  .refine(
    (items) => items.every((item) => /^[\w-]+\.[\w-]+$/.test(item)),
    'must be a list of component.field',
  )
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
const yesNo = z
  .enum(['0', '1', 'true', 'false'], 'must be 0 or 1')
  .transform((value) => value === '1' || value === 'true')
const instant = z
  .string()
  .transform(instantOf)
  .refine((value) => !Number.isNaN(value.getTime()), 'must be a date')
  .optional()
const languageCode = z.string().regex(/^[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8}){0,3}$/, 'must be a language code')
const word = z.string().max(200).optional()
const sorting = z
  .string()
  .max(500)
  .optional()
  .transform((value, context) => {
    const keys = parseSort(value)
    if (keys === null) context.addIssue('not understood')
    return keys ?? []
  })

/** `2026-11-20 18:30`, as the protocol writes times, is UTC wherever this runs; a zone may follow. */
function instantOf(text: string): Date {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}[:.\d]*))? ?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text.trim())
  return new Date(parts ? `${parts[1]}T${parts[2] ?? '00:00'}${parts[3] ?? 'Z'}` : text)
}

/** Every parameter of the delivery API, and how it is read. Releases and workflows are known, and kept by nobody here. */
const known = {
  token: z.string().optional(),
  version: z.enum(['draft', 'published'], 'must be draft or published').default('published'),
  cv: z.string().max(40).optional(),
  language: languageCode.default('default'),
  fallback_lang: languageCode.optional(),
  from_release: word,
  find_by: z.literal('uuid', 'must be uuid').optional(),
  resolve_relations: componentFields.optional(),
  resolve_level: z.enum(['1', '2'], 'must be 1 or 2').optional(),
  resolve_links: z.enum(['0', '1', 'url', 'link', 'story'], 'must be url, link or story').optional(),
  resolve_links_level: z.enum(['1', '2'], 'must be 1 or 2').optional(),
  resolve_assets: yesNo.default(false),
  excluding_fields: commaList.default([]),
  excluding_story_fields: commaList.default([]),
  content_type: word,
  starts_with: z.string().max(500).optional(),
  by_ids: commaList.optional(),
  by_uuid: commaList.optional(),
  by_uuids: commaList.optional(),
  by_uuids_ordered: commaList.optional(),
  by_slugs: commaList.optional(),
  excluding_slugs: commaList.optional(),
  excluding_ids: commaList.optional(),
  with_tag: commaList.optional(),
  in_workflow_stages: commaList.optional(),
  level: wholeNumber.optional(),
  search_term: word,
  is_startpage: yesNo.optional(),
  published_at_gt: instant,
  published_at_gte: instant,
  published_at_lt: instant,
  published_at_lte: instant,
  first_published_at_gt: instant,
  first_published_at_gte: instant,
  first_published_at_lt: instant,
  first_published_at_lte: instant,
  updated_at_gt: instant,
  updated_at_gte: instant,
  updated_at_lt: instant,
  updated_at_lte: instant,
  sort_by: sorting,
  per_page: wholeNumber.default(25),
  page: wholeNumber.default(1),
  paginated: yesNo.default(false),
  include_dates: yesNo.default(false),
  with_parent: wholeNumber.optional(),
  datasource: word,
  dimension: word,
}

const taking = <const Taken extends keyof typeof known>(...names: Taken[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, known[name]])) as Pick<typeof known, Taken>)

const access = ['token', 'version', 'cv'] as const
const pages = ['per_page', 'page'] as const
const delivery = [
  ...access,
  'language',
  'fallback_lang',
  'from_release',
  'resolve_relations',
  'resolve_level',
  'resolve_links',
  'resolve_links_level',
  'resolve_assets',
  'excluding_fields',
  'excluding_story_fields',
  'content_type',
] as const

/** What each endpoint takes. */
const endpoints = {
  story: taking(...delivery, 'find_by'),
  stories: taking(
    ...delivery,
    ...pages,
    'starts_with',
    'by_ids',
    'by_uuids',
    'by_uuids_ordered',
    'by_slugs',
    'excluding_slugs',
    'excluding_ids',
    'with_tag',
    'in_workflow_stages',
    'level',
    'search_term',
    'is_startpage',
    'published_at_gt',
    'published_at_gte',
    'published_at_lt',
    'published_at_lte',
    'first_published_at_gt',
    'first_published_at_gte',
    'first_published_at_lt',
    'first_published_at_lte',
    'updated_at_gt',
    'updated_at_gte',
    'updated_at_lt',
    'updated_at_lte',
    'sort_by',
  ),
  link: taking(...access, 'include_dates', 'from_release'),
  links: taking(
    ...access,
    ...pages,
    'starts_with',
    'by_uuid',
    'by_uuids',
    'with_parent',
    'include_dates',
    'paginated',
    'sort_by',
    'from_release',
  ),
  tags: taking(...access, ...pages, 'starts_with'),
  datasources: taking(...access, ...pages),
  datasourceEntries: taking(...access, ...pages, 'datasource', 'dimension', 'from_release'),
  space: taking(...access),
}

export type Endpoint = keyof typeof endpoints
export type Parameters<Of extends Endpoint> = z.infer<(typeof endpoints)[Of]> & { filters: Filters }
export type Parsed<Of extends Endpoint> =
  | { ok: true; parameters: Parameters<Of> }
  | { ok: false; fault: string }

/** PostgreSQL stores no NUL, so nothing can match a text that holds one. */
export const holdsNul = (query: URLSearchParams) =>
  [...query].some((pair) => pair.some((text) => text.includes('\0')))

/** Reads what an endpoint is asked; the first fault, unknown parameters before all, ends it. */
export function parseParameters<Of extends Endpoint>(endpoint: Of, query: URLSearchParams): Parsed<Of> {
  const isFilter = ([key]: [string, string]) => endpoint === 'stories' && isFilterKey(key)
  const pairs = [...query]
  const given = valuesOf(query)
  for (const pair of pairs) if (isFilter(pair)) delete given[pair[0]]
  const result = endpoints[endpoint].safeParse(given)
  if (!result.success) return { ok: false, fault: faultOf(result.error) }
  const filters = parseFilters(pairs.filter(isFilter))
  if (!filters.ok) return filters
  return { ok: true, parameters: { ...result.data, filters: filters.filters } as Parameters<Of> }
}

/**
 * One value for each name, the last; without one it asks nothing, except of a list, which is then empty. Clients write
 * lists as `name[]=a&name[]=b`, too.
 */
export function valuesOf(query: URLSearchParams): Record<string, string> {
  const values = new Map<string, string>()
  for (const [key, value] of query) {
    const list = /^(.+)\[\]$/.exec(key)?.[1]
    const before = list === undefined ? undefined : values.get(list)
    if (list === undefined || !lists.has(list)) values.set(key, value)
    else values.set(list, before === undefined ? value : `${before},${value}`)
  }
  const asks = ([key, value]: [string, string]) =>
    value !== '' || lists.has(key) || !Object.hasOwn(known, key)
  return Object.fromEntries([...values].filter(asks))
}

const lists = new Set([
  'resolve_relations',
  'excluding_fields',
  'excluding_story_fields',
  'by_ids',
  'by_uuid',
  'by_uuids',
  'by_uuids_ordered',
  'by_slugs',
  'excluding_slugs',
  'excluding_ids',
  'with_tag',
  'in_workflow_stages',
  'sort_by',
])

function faultOf(error: z.ZodError): string {
  const unknown = error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  if (unknown.length > 0) {
    const names = unknown.slice(0, 10).map((key) => key.slice(0, 60))
    return `Parameter(s) ${names.join(', ')} not allowed`
  }
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
}
