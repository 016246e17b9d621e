import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { int8, json, oneOf, query, type Row, text, timestamptz } from '#app/platform/database/statement.ts'
import { defaultLanguage } from './story-row.ts'

const columns = {
  id: int8,
  /** In the language that was asked for. */
  name: text,
  full_slug: text,
  updated_at: timestamptz,
  /** How the draft stands to what visitors see. */
  state: oneOf(['published', 'changed', 'unpublished']),
  /** lang → path */
  slugs: json(z.record(z.string(), z.string())),
  /** What the draft says of the languages it exists in. */
  languages: json(z.unknown()),
}

/**
 * Every story of the service without its content, those first whose draft visitors do not see; or the one of an `id`.
 * Names are of the language that content is written in; in another one the draft's title stands for a name.
 */
export function listDrafts(
  db: Database,
  { language = defaultLanguage, id = null }: { language?: string; id?: number | null } = {},
): Promise<Row<typeof columns>[]> {
  const title = `title__i18n__${language}`
  return query(db, columns)`
    select id, said as name, full_slug, updated_at,
      case when published_content is null then 'unpublished'
        when draft_content is distinct from published_content then 'changed' else 'published' end as state,
      coalesce((select jsonb_object_agg(lang, path) from story_slug where story_id = story.id), '{}') as slugs,
      coalesce(draft_content -> 'languages', 'null') as languages
    from story cross join lateral (
      select coalesce(
        case when jsonb_typeof(draft_content -> ${title}::text) = 'string'
          then nullif(trim(draft_content ->> ${title}::text), '') end,
        name) as said
    ) as named
    where id = ${id} or ${id}::bigint is null
    order by draft_content is not distinct from published_content, position, lower(said), id
  `
}
