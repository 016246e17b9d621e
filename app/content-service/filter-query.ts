import { type Expression, type SqlBool, sql } from 'kysely'
import { contentOf, type Version } from './story-row.ts'

/** `filter_query[field][operation]=value` */
export type Filter = { field: string; operation: FilterOperation; value: string }

/**
 * What is asked of a story: each item wants one of its alternatives, each alternative all of its filters. A filter of
 * its own is an item of one alternative; `filter_query[__or]` is one item.
 */
export type Filters = Filter[][][]

const operations = [
  'in',
  'not_in',
  'like',
  'not_like',
  'is',
  'in_array',
  'any_in_array',
  'all_in_array',
  'gt_date',
  'lt_date',
  'gt_int',
  'lt_int',
  'gt_float',
  'lt_float',
  'exists',
] as const
type FilterOperation = (typeof operations)[number]

const tests = ['empty', 'not_empty', 'empty_array', 'not_empty_array', 'true', 'false', 'null', 'not_null']
const filterKey =
  /^filter_query(?:\[__or\]\[(\d{0,3})\])?\[([A-Za-z0-9_.-]{1,100})\]\[([a-z_]{1,20})\](\[\d{0,3}\])?$/

/** At most so many filters, values and wildcards a request: what a page needs, and no more than the database does quickly. */
const most = { filters: 20, pairs: 200, values: 200, wildcards: 8, length: 2000 }

export const isFilterKey = (key: string) => key.startsWith('filter_query')

export type FilterFault = { ok: false; fault: string }

type Read = Filter & { alternative: string | undefined }

/** Reads every `filter_query…` pair; the first fault ends it. */
export function parseFilters(
  pairs: readonly (readonly [string, string])[],
): { ok: true; filters: Filters } | FilterFault {
  if (pairs.length > most.pairs) return { ok: false, fault: `filter_query: at most ${most.filters} filters` }
  const read: Read[] = []
  for (const [key, value] of pairs) {
    const [, alternative, field, name, list] = filterKey.exec(key) ?? []
    const operation = operations.find((known) => known === name)
    if (!field || !operation)
      return { ok: false, fault: `filter_query: ${key.slice(0, 120)} is not understood` }
    const filter: Read = { field, operation, value, alternative }
    const last = read.at(-1)
    // `[in_array][]=a&[in_array][]=b`, as clients write a list.
    if (list !== undefined && last && isSame(last, filter) && last.alternative === alternative)
      last.value += `,${value}`
    else read.push(filter)
  }
  if (read.length > most.filters) return { ok: false, fault: `filter_query: at most ${most.filters} filters` }
  for (const filter of read) {
    const fault = faultOf(filter)
    if (fault) return { ok: false, fault: `filter_query[${filter.field}][${filter.operation}]: ${fault}` }
  }
  const alternatives = alternativesOf(read.filter(({ alternative }) => alternative !== undefined))
  const required = read.filter(({ alternative }) => alternative === undefined).map((filter) => [[filter]])
  return { ok: true, filters: [...required, ...(alternatives.length > 0 ? [alternatives] : [])] }
}

const isSame = (a: Filter, b: Filter) => a.field === b.field && a.operation === b.operation

/**
 * The items of `[__or]`. Numbers tell them apart. Clients write `[]` for each, which does not: then an item ends before
 * what it has already, or where it has as many fields as the first one that ended so. Where nothing comes twice, each
 * field is an item, as the service's own documentation writes it.
 */
function alternativesOf(read: readonly Read[]): Filter[][] {
  const numbered = new Map<string, Filter[]>()
  const unnumbered: Read[] = []
  for (const filter of read) {
    const number = filter.alternative
    if (number === undefined || number === '') unnumbered.push(filter)
    else numbered.set(number, [...(numbered.get(number) ?? []), filter])
  }
  const again = unnumbered.findIndex((filter, index) =>
    unnumbered.slice(0, index).some((before) => isSame(before, filter)),
  )
  const most = again < 0 ? 1 : fieldsOf(unnumbered.slice(0, again)).size
  const items: Filter[][] = []
  for (const filter of unnumbered) {
    const item = items.at(-1)
    const fields = fieldsOf(item ?? [])
    const goesOn =
      item &&
      !item.some((before) => isSame(before, filter)) &&
      (fields.has(filter.field) || fields.size < most)
    if (goesOn) item.push(filter)
    else items.push([filter])
  }
  return [...numbered.values(), ...items]
}

const fieldsOf = (filters: readonly Filter[]) => new Set(filters.map(({ field }) => field))

function faultOf({ operation, value }: Filter): string | null {
  if (value.length > most.length) return 'the value is too long'
  if (value.split(',').length > most.values) return 'too many values'
  if (operation.endsWith('like') && (value.match(/\*/g)?.length ?? 0) > most.wildcards)
    return 'too many wildcards'
  if (operation === 'is' && !tests.includes(value)) return `must be one of ${tests.join(', ')}`
  if (operation === 'exists' && !['true', 'false', '1', '0'].includes(value)) return 'must be true or false'
  if (operation.endsWith('_date') && normalDate(value) === null) return 'must be a date like 2026-11-20 18:30'
  if (/_(int|float)$/.test(operation) && !number.test(value)) return 'must be a number'
  return null
}

const number = /^-?\d{1,15}(\.\d{1,10})?$/

/** `2026-11-20T18:30…` or `2026-11-20` as `2026-11-20 18:30`: dates in content are such texts and compare as text. */
function normalDate(value: string): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(value)
  return parts ? `${parts[1]} ${parts[2] ?? '00:00'}` : null
}

/** The filters as one condition over `story`. Values are read in the first language that has them. */
export function filterCondition(
  filters: Filters,
  version: Version,
  languages: readonly string[],
): Expression<SqlBool> | null {
  if (filters.length === 0) return null
  const items = filters.map((alternatives) => {
    const each = alternatives.map(
      (all) =>
        sql`(${sql.join(
          all.map((filter) => condition(filter, version, languages)),
          sql` and `,
        )})`,
    )
    return sql`(${sql.join(each, sql` or `)})`
  })
  return sql`(${sql.join(items, sql` and `)})`
}

function condition(filter: Filter, version: Version, languages: readonly string[]): Expression<SqlBool> {
  const text = textOf(filter.field, version, languages)
  const json = jsonOf(filter.field, version, languages)
  const values = filter.value.split(',')
  switch (filter.operation) {
    case 'in':
      return filter.value === '' ? sql`coalesce(${text}, '') = ''` : sql`${text} = any(${values}::text[])`
    case 'not_in':
      return sql`(${text} is null or ${text} <> all(${values}::text[]))`
    case 'like':
      return sql`${text} ilike ${likePattern(filter.value)}`
    case 'not_like':
      return sql`(${text} is null or ${text} not ilike ${likePattern(filter.value)})`
    case 'in_array':
    case 'any_in_array':
      return sql`${itemsOf(json)} && ${values}::text[]`
    case 'all_in_array':
      return sql`${itemsOf(json)} @> ${values}::text[]`
    case 'gt_date':
    case 'lt_date':
      return sql`(${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' and ${sqlDate(text)} ${comparison(filter)} ${normalDate(filter.value)})`
    case 'gt_int':
    case 'lt_int':
    case 'gt_float':
    case 'lt_float':
      return sql`case when ${text} ~ '^-?[0-9]{1,15}([.][0-9]{1,10})?$' then (${text})::numeric ${comparison(filter)} ${filter.value}::numeric else false end`
    case 'exists':
      return ['true', '1'].includes(filter.value) ? sql`${json} is not null` : sql`${json} is null`
    case 'is':
      return isCondition(filter.value, text, json)
  }
}

/** What a list holds, numbers as they are written; nothing of what is no list. */
const itemsOf = (json: Expression<unknown>) =>
  sql`array(select jsonb_array_elements_text(case when jsonb_typeof(${json}) = 'array' then ${json} else '[]' end))`

function isCondition(
  test: string,
  text: Expression<unknown>,
  json: Expression<unknown>,
): Expression<SqlBool> {
  const empty: Expression<SqlBool> = sql`(coalesce(${text}, '') in ('', '[]', '{}'))`
  switch (test) {
    case 'empty':
      return empty
    case 'not_empty':
      return sql`not ${empty}`
    case 'empty_array':
      return sql`${json} = '[]'`
    case 'not_empty_array':
      return sql`(jsonb_typeof(${json}) = 'array' and ${json} <> '[]')`
    case 'true':
    case 'false':
      return sql`${text} = ${test}`
    case 'null':
      return sql`${text} is null`
    default:
      return sql`${text} is not null`
  }
}

const comparison = (filter: Filter) => (filter.operation.startsWith('gt') ? sql`>` : sql`<`)

/** The first sixteen characters with a blank between date and time, padded where the time is missing; byte order. */
const sqlDate = (text: Expression<unknown>) =>
  sql`(rpad(replace(left(${text}, 16), 'T', ' '), 16, ' 00:00') collate "C")`

/** `*` stands for anything; everything else is meant literally. */
export function likePattern(value: string): string {
  return value.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

/** The path of a field: `seo.description`, `body.0.title`. */
const pathOf = (field: string, language?: string): string[] => {
  const path = field.split('.')
  if (language !== undefined) path.push(`${path.pop()}__i18n__${language}`)
  return path
}

/** A field's value as text, translated where a translation exists. */
export function textOf(
  field: string,
  version: Version,
  languages: readonly string[],
): Expression<string | null> {
  const content = contentOf(version)
  const translations = languages.map(
    (language) => sql`nullif(${content} #>> ${pathOf(field, language)}::text[], '')`,
  )
  return sql`coalesce(${sql.join([...translations, sql`${content} #>> ${pathOf(field)}::text[]`])})`
}

function jsonOf(field: string, version: Version, languages: readonly string[]): Expression<unknown> {
  const content = contentOf(version)
  const translations = languages.map((language) => sql`${content} #> ${pathOf(field, language)}::text[]`)
  return sql`coalesce(${sql.join([...translations, sql`${content} #> ${pathOf(field)}::text[]`])})`
}
