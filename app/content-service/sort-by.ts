import { type Expression, sql } from 'kysely'
import { textOf } from './filter-query.ts'
import type { Version } from './story-row.ts'

const maxKeys = 5
const columns = [
  'id',
  'uuid',
  'name',
  'slug',
  'full_slug',
  'parent_id',
  'is_startpage',
  'position',
  'created_at',
  'updated_at',
  'published_at',
  'first_published_at',
  'sort_by_date',
] as const

export type SortKey = {
  column: string
  content: boolean
  descending: boolean
  numeric: boolean
  nullsFirst: boolean
}

/** What may follow a field, in any order: at most one of each line. */
const suffixes = [
  ['asc', 'desc'],
  ['int', 'float'],
  ['nulls_first', 'nulls_last'],
]

/** `field:desc`, `content.field:asc:int:nulls_first`, several with commas; null for what is not understood. */
export function parseSort(sortBy: string | undefined): SortKey[] | null {
  if (!sortBy) return []
  const keys: SortKey[] = []
  for (const item of sortBy.split(',')) {
    const [field = '', ...given] = item.trim().split(':')
    const parts = /^(content\.)?([A-Za-z0-9_.-]{1,100})$/.exec(field)
    if (!parts?.[2]) return null
    const unknown = given.filter((suffix) => !suffixes.flat().includes(suffix))
    const doubled = suffixes.some((line) => given.filter((suffix) => line.includes(suffix)).length > 1)
    if (unknown.length > 0 || doubled) return null
    const content = parts[1] !== undefined
    const column = parts[2]
    if (!content && !(columns as readonly string[]).includes(column)) return null
    keys.push({
      column,
      content,
      descending: given.includes('desc'),
      numeric: given.includes('int') || given.includes('float'),
      nullsFirst: given.includes('nulls_first'),
    })
  }
  return keys.length <= maxKeys ? keys : null
}

/** Values in the first language that has them; what is missing stands last unless it is asked first. */
export function sortExpressions(
  keys: readonly SortKey[],
  version: Version,
  languages: readonly string[],
): Expression<unknown>[] {
  return keys.map(({ column, content, descending, numeric, nullsFirst }) => {
    const text = textOf(column, version, languages)
    const value = !content
      ? column === 'slug'
        ? sql`substring(story.full_slug from '[^/]*$')`
        : sql.ref(`story.${column}`)
      : numeric
        ? sql`case when ${text} ~ '^-?[0-9]{1,15}([.][0-9]{1,10})?$' then (${text})::numeric end`
        : text
    const order = descending ? sql`desc` : sql`asc`
    return nullsFirst ? sql`${value} ${order} nulls first` : sql`${value} ${order} nulls last`
  })
}
