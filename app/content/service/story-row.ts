import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'

/** The language that content is written in; every other one is a translation stored as `field__i18n__{lang}`. */
export const defaultLanguage = 'de'
/** Languages a story can be translated into, as `cdn/spaces/me` names them. */
export const translationLanguages = ['en'] as const

export type Version = 'draft' | 'published'

/** Content of a story or block as it is stored: translations beside their field. */
export type StoredContent = { [field: string]: unknown }

/** A story as the delivery API needs it, with the content of one version. */
export type StoryRow = {
  id: number
  uuid: string
  parent_id: number | null
  name: string
  full_slug: string
  position: number
  is_startpage: boolean
  tag_list: string[]
  sort_by_date: string | null
  published: boolean
  published_at: Date | null
  first_published_at: Date | null
  created_at: Date
  updated_at: Date
  /** lang → address and name in that language */
  slugs: Record<string, { path: string; name: string | null }>
  content: StoredContent
}

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
  },
): Promise<StoryRow[]> {
  const order = options.orderBy ?? [sql`story.position`, sql`story.id`]
  const rows = await sql<StoryRow>`
    select story.id, story.uuid, story.parent_id, story.name, story.full_slug, story.position, story.is_startpage,
      story.tag_list, story.sort_by_date, story.published_at is not null as published, story.published_at,
      story.first_published_at, story.created_at, story.updated_at,
      coalesce((select jsonb_object_agg(lang, jsonb_build_object('path', path, 'name', story_slug.name))
        from story_slug where story_slug.story_id = story.id), '{}') as slugs,
      ${contentOf(options.version)} as content
    from story
    where ${allOf(options)}
    order by ${sql.join(order)}
    limit ${options.limit ?? null} offset ${options.offset ?? 0}
  `.execute(db)
  return rows.rows
}

/** How many stories meet every condition. */
export async function countStories(
  db: Database,
  options: { version: Version; where?: readonly Expression<SqlBool>[] },
): Promise<number> {
  const counted = await sql<{
    count: number
  }>`select count(*) as count from story where ${allOf(options)}`.execute(db)
  return Number(counted.rows[0]?.count ?? 0)
}

function allOf(options: { version: Version; where?: readonly Expression<SqlBool>[] }) {
  const visible =
    options.version === 'draft' ? sql<SqlBool>`true` : sql<SqlBool>`story.published_content is not null`
  return sql.join([visible, ...(options.where ?? [])], sql` and `)
}

/** The address of a story in a language: its translated one, else its full slug. */
export function pathIn(row: Pick<StoryRow, 'full_slug' | 'slugs'>, language: string): string {
  return row.slugs[language === 'default' ? defaultLanguage : language]?.path ?? row.full_slug
}
