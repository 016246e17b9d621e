import { type Expression, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  date,
  int4,
  int8,
  json,
  nullable,
  query,
  type Row,
  text,
  texts,
  timestamptz,
  uuid,
} from '#app/platform/database/statement.ts'

/** The language that content is written in; every other one is a translation stored as `field__i18n__{lang}`. */
export const defaultLanguage = 'de'
/** Languages a story can be translated into, as `cdn/spaces/me` names them. */
export const translationLanguages = ['en'] as const

export type Version = 'draft' | 'published'

/** Content of a story or block as it is stored: translations beside their field. */
export type StoredContent = { [field: string]: unknown }

/** A story as the delivery API needs it, with the content of one version. */
const columns = {
  id: int8,
  uuid,
  parent_id: nullable(int8),
  name: text,
  full_slug: text,
  position: int4,
  is_startpage: bool,
  tag_list: texts,
  sort_by_date: nullable(date),
  published: bool,
  published_at: nullable(timestamptz),
  first_published_at: nullable(timestamptz),
  created_at: timestamptz,
  updated_at: timestamptz,
  draft_version: int4,
  draft_by: nullable(text),
  /** lang → address and name in that language */
  slugs: json(z.record(z.string(), z.object({ path: z.string(), name: z.string().nullable() }))),
  content: json(z.record(z.string(), z.unknown())),
}
export type StoryRow = Row<typeof columns>

/** The stored content of a version, as an SQL expression over `story`. */
export const contentOf = (version: Version) =>
  version === 'draft' ? sql.ref('story.draft_content') : sql.ref('story.published_content')

/** Stories that meet every condition, in the given order. Published reads see published stories only. */
export async function selectStories(
  db: Database,
  options: {
    version: Version
    where?: readonly Expression<SqlBool>[]
    orderBy?: readonly Expression<unknown>[]
    limit?: number
    offset?: number
    /** For lists of addresses: content is much. */
    withoutContent?: boolean
  },
): Promise<StoryRow[]> {
  const order = options.orderBy ?? [sql`story.position`, sql`story.id`]
  return query(db, columns)`
    select story.id, story.uuid, story.parent_id, story.name, story.full_slug, story.position, story.is_startpage,
      story.tag_list, story.sort_by_date, story.published_at is not null as published, story.published_at,
      story.first_published_at, story.created_at, story.updated_at, story.draft_version, story.draft_by,
      coalesce((select jsonb_object_agg(lang, jsonb_build_object('path', path, 'name', story_slug.name))
        from story_slug where story_slug.story_id = story.id), '{}') as slugs,
      ${options.withoutContent ? sql`'{}'::jsonb` : contentOf(options.version)} as content
    from story
    where ${allOf(options)}
    order by ${sql.join(order)}
    limit ${options.limit ?? null} offset ${options.offset ?? 0}
  `
}

/** How many stories meet every condition. */
export async function countStories(
  db: Database,
  options: { version: Version; where?: readonly Expression<SqlBool>[] },
): Promise<number> {
  const [counted] = await query(db, { count: int8 })`select count(*) from story where ${allOf(options)}`
  return counted?.count ?? 0
}

function allOf(options: { version: Version; where?: readonly Expression<SqlBool>[] }) {
  return sql.join([visible(options.version), ...(options.where ?? [])], sql` and `)
}

/** What a version consists of. */
export const visible = (version: Version): Expression<SqlBool> =>
  version === 'draft' ? sql`true` : sql`story.published_content is not null`

/** The address of a story in a language: its translated one, else its full slug. */
export function pathIn(row: Pick<StoryRow, 'full_slug' | 'slugs'>, language: string): string {
  return row.slugs[language === 'default' ? defaultLanguage : language]?.path ?? row.full_slug
}
