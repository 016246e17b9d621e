// Generated from the migrated database by `npm run tables`; not edited by hand.
import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

/** Exact decimals come as text. */
type Numeric = ColumnType<string, string | number, string | number>

/** Read parsed, to be checked by a schema; written as JSON.stringify(value): an array would become an SQL array. */
type Json = ColumnType<unknown, string, string>

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type DB = {
  branch: {
    id: string
    position: Generated<number>
    name: string
    street: string
    postal_code: string
    city: string
    country: Generated<string>
    latitude: Numeric | null
    longitude: Numeric | null
    phone: string
    email: string
    hours: Json
    holidays: Generated<Json>
    directions: Generated<Json>
  }
  content_space: {
    id: number
    name: string
    cv: number
    only_one: Generated<boolean>
  }
  setting: {
    key: string
    value: Json
    changed_at: Generated<Timestamp>
  }
  story: {
    id: Generated<number>
    uuid: string
    parent_id: number | null
    name: string
    full_slug: string
    position: Generated<number>
    is_startpage: Generated<boolean>
    tag_list: Generated<string[]>
    sort_by_date: string | null
    draft_content: Json
    published_content: Json | null
    published_at: Timestamp | null
    first_published_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  story_copy: {
    source: string
    key: string
    cv: number | null
    body: Json
    kept_at: Timestamp
  }
  story_slug: {
    story_id: number
    lang: string
    path: string
    name: string | null
  }
  story_version: {
    id: Generated<number>
    story_id: number | null
    story_uuid: string
    full_slug: string
    name: string
    content: Json
    published_by: string | null
    published_at: Timestamp
  }
}
