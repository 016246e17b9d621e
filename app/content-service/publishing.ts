import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { publicationChannel } from '#app/platform/database/channels.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, value } from '#app/platform/database/statement.ts'
import type { DB } from '#app/platform/database/tables.ts'
import type { StoredContent } from './story-row.ts'

export type Publication = { cv: number; uuids: string[] }

/** A story as an editor saves it. `slugs`: its path in a language where that differs from `fullSlug`. */
export type StoryDraft = {
  uuid: string
  fullSlug: string
  name: string
  content: StoredContent
  slugs?: Record<string, { path: string; name?: string | null }>
  position?: number
  isStartpage?: boolean
  tags?: readonly string[]
  sortByDate?: string | null
}

export type SaveResult =
  | { ok: true; id: number; changed: boolean; version: number }
  | { ok: false; reason: 'slug-taken' | 'slug-refused' | 'content-refused'; detail: string }
  /** Somebody else saved since: nothing was done. */
  | ({ ok: false; reason: 'changed-meanwhile'; detail: string } & DraftState)

/** A draft's version, and who wrote it when; `by` null: it came from a file. */
export type DraftState = { version: number; by: string | null; at: Date }

const most = { depth: 60, characters: 1_000_000 }
const segment = /^[^/\p{Cc}]+$/u

/** A path of segments that can stand in an address. */
export function isStoryPath(path: string): boolean {
  return (
    path.length <= 500 && path.split('/').every((part) => segment.test(part) && part !== '.' && part !== '..')
  )
}

const blok = z.looseObject({ component: z.string().min(1), _uid: z.string().min(1) })

/**
 * Saves a story's draft, creating the story if its uuid is new. What is published stays as it is; a changed address
 * counts at once, for it belongs to the story and not to a version. `from`: the version of the draft that this one began
 * from, null for a story that is new; refused where the draft is another one meanwhile, unless it says the same.
 */
export async function saveDraft(
  db: Database,
  draft: StoryDraft,
  { now, from }: { now: Date; from: number | null },
): Promise<SaveResult> {
  const refused = refusalOf(draft)
  if (refused) return refused
  try {
    return await saveChecked(db, draft, { now, from })
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error
    // Somebody else took the address, or made this story, between the look and the writing: now that is seen.
    return saveChecked(db, draft, { now, from })
  }
}

/** Of PostgreSQL. */
const uniqueViolation = '23505'

function saveChecked(
  db: Database,
  draft: StoryDraft,
  { now, from }: { now: Date; from: number | null },
): Promise<SaveResult> {
  return tellingOf(db, async (trx) => {
    const paths = Object.entries(draft.slugs ?? {})
    const taken = await addressTaken(trx, draft)
    if (taken) return { ok: false, reason: 'slug-taken', detail: taken }
    const before = await trx
      .selectFrom('story')
      .selectAll()
      .where('uuid', '=', draft.uuid)
      .forUpdate()
      .executeTakeFirst()
    const slash = draft.fullSlug.lastIndexOf('/')
    const parent =
      slash < 0
        ? undefined
        : await trx
            .selectFrom('story')
            .select('id')
            .where('full_slug', '=', draft.fullSlug.slice(0, slash))
            .executeTakeFirst()
    const facts = {
      parent_id: parent?.id ?? null,
      name: draft.name,
      full_slug: draft.fullSlug,
      position: draft.position ?? before?.position ?? 0,
      is_startpage: draft.isStartpage ?? before?.is_startpage ?? false,
      tag_list: [...(draft.tags ?? before?.tag_list ?? [])],
      sort_by_date: draft.sortByDate === undefined ? (before?.sort_by_date ?? null) : draft.sortByDate,
    }
    const slugsBefore = before
      ? await trx
          .selectFrom('story_slug')
          .select(['lang', 'path', 'name'])
          .where('story_id', '=', before.id)
          .execute()
      : []
    const slugs = paths.map(([lang, { path, name }]) => ({ lang, path, name: name ?? null }))
    const addressChanged =
      !before ||
      before.full_slug !== facts.full_slug ||
      canonical(sorted(slugsBefore)) !== canonical(sorted(slugs))
    const factsChanged =
      !before ||
      addressChanged ||
      Object.entries(facts).some(
        ([key, value]) => canonical(before[key as keyof typeof facts]) !== canonical(value),
      )
    const contentChanged = !before || canonical(before.draft_content) !== canonical(draft.content)
    if (before && !factsChanged && !contentChanged)
      return { ok: true, id: before.id, changed: false, version: before.draft_version }
    if ((before?.draft_version ?? null) !== from) return changedMeanwhile(before)

    const content = JSON.stringify(draft.content)
    const saved = await trx
      .insertInto('story')
      .values({
        uuid: draft.uuid,
        ...facts,
        draft_content: content,
        published_content: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) =>
        // Two may make the same new story at once: the second one finds a version that it did not begin from.
        conflict
          .column('uuid')
          .doUpdateSet({ ...facts, draft_content: content, updated_at: now })
          .where('story.draft_version', '=', from ?? 0),
      )
      .returning(['id', 'published_at', 'draft_version'])
      .executeTakeFirst()
    if (!saved) return changedMeanwhile(await findDraft(trx, draft.uuid))
    await trx.deleteFrom('story_slug').where('story_id', '=', saved.id).execute()
    if (slugs.length > 0)
      await trx
        .insertInto('story_slug')
        .values(slugs.map((slug) => ({ story_id: saved.id, ...slug })))
        .execute()
    await adoptChildren(trx, saved.id, draft.fullSlug)
    if (factsChanged && saved.published_at) await announce(trx, [draft.uuid])
    return { ok: true, id: saved.id, changed: true, version: saved.draft_version }
  })
}

type DraftRow = { draft_version: number; draft_by: string | null; updated_at: Date }

async function findDraft(trx: Transaction<DB>, uuid: string): Promise<DraftRow | undefined> {
  return trx
    .selectFrom('story')
    .select(['draft_version', 'draft_by', 'updated_at'])
    .where('uuid', '=', uuid)
    .executeTakeFirst()
}

/** `now` undefined: the story is gone. */
function changedMeanwhile(now: DraftRow | undefined): SaveResult {
  if (!now) return { ok: false, reason: 'content-refused', detail: 'The story has been deleted' }
  const { draft_version: version, draft_by: by, updated_at: at } = now
  const detail = `The draft is version ${version} now, by ${by ?? 'a file'}`
  return { ok: false, reason: 'changed-meanwhile', detail, version, by, at }
}

/** Stories below `fullSlug` that were saved before it. */
async function adoptChildren(trx: Transaction<DB>, id: number, fullSlug: string): Promise<void> {
  await sql`update story set parent_id = ${id} where parent_id is distinct from ${id} and id <> ${id}
    and starts_with(full_slug, ${`${fullSlug}/`}) and position('/' in substr(full_slug, ${fullSlug.length + 2})) = 0`.execute(
    trx,
  )
}

function refusalOf(draft: StoryDraft): SaveResult | null {
  for (const path of [draft.fullSlug, ...Object.values(draft.slugs ?? {}).map(({ path }) => path)]) {
    if (!isStoryPath(path)) return { ok: false, reason: 'slug-refused', detail: path }
  }
  if (draft.name.trim() === '')
    return { ok: false, reason: 'content-refused', detail: 'The story has no name' }
  const parsed = blok.safeParse(draft.content)
  if (!parsed.success)
    return { ok: false, reason: 'content-refused', detail: 'The content has no component or no _uid' }
  if (depthOf(draft.content) > most.depth)
    return { ok: false, reason: 'content-refused', detail: `deeper than ${most.depth}` }
  const text = JSON.stringify(draft.content)
  if (text.length > most.characters) {
    return { ok: false, reason: 'content-refused', detail: `longer than ${most.characters} characters` }
  }
  // JSON writes a lone surrogate as an escape of its own, and PostgreSQL refuses both.
  if (/\\u0000|\\ud[89a-f]/i.test(text.replaceAll('\\\\', ''))) {
    return { ok: false, reason: 'content-refused', detail: 'holds a character that cannot be stored' }
  }
  return null
}

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  let deepest = 0
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner))
  return deepest + 1
}

/** The address of another story that the draft would take, if any. */
async function addressTaken(trx: Transaction<DB>, draft: StoryDraft): Promise<string | null> {
  const other = await trx
    .selectFrom('story')
    .select('full_slug')
    .where('full_slug', '=', draft.fullSlug)
    .where('uuid', '<>', draft.uuid)
    .executeTakeFirst()
  if (other) return other.full_slug
  for (const [lang, { path }] of Object.entries(draft.slugs ?? {})) {
    const translated = await trx
      .selectFrom('story_slug')
      .innerJoin('story', 'story.id', 'story_slug.story_id')
      .select('path')
      .where('lang', '=', lang)
      .where('path', '=', path)
      .where('uuid', '<>', draft.uuid)
      .executeTakeFirst()
    if (translated) return translated.path
  }
  return null
}

const sorted = <T extends { lang: string }>(slugs: readonly T[]) =>
  [...slugs].sort((a, b) => a.lang.localeCompare(b.lang))

/** JSON with sorted keys: jsonb does not keep their order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

export type PublishResult = { ok: true; cv: number } | { ok: false; reason: 'not-found'; detail: string }

/** Publishes the drafts of these stories together, keeps each as a version and moves the cache version once. */
export async function publish(
  db: Database,
  uuids: readonly string[],
  { now, by = null }: { now: Date; by?: string | null },
): Promise<PublishResult> {
  return tellingOf(db, async (trx) => {
    const found = await trx
      .selectFrom('story')
      .select('uuid')
      .where('uuid', 'in', uuids)
      .forUpdate()
      .execute()
    const missing = uuids.find((uuid) => !found.some((story) => story.uuid === uuid))
    if (missing !== undefined) return { ok: false, reason: 'not-found', detail: missing }
    await sql`update story set published_content = draft_content, published_at = ${now},
      first_published_at = coalesce(first_published_at, ${now}), updated_at = ${now}
      where uuid = any(${uuids}::uuid[])`.execute(trx)
    await sql`insert into story_version (story_id, story_uuid, full_slug, name, content, published_by, published_at)
      select id, uuid, full_slug, name, draft_content, ${by}, ${now} from story where uuid = any(${uuids}::uuid[])`.execute(
      trx,
    )
    return { ok: true, cv: await announce(trx, uuids) }
  })
}

/** Deletes a story; what was published of it remains as versions. */
export async function deleteStory(db: Database, uuid: string): Promise<PublishResult> {
  return tellingOf(db, async (trx) => {
    const story = await trx.deleteFrom('story').where('uuid', '=', uuid).returning('id').executeTakeFirst()
    return story
      ? { ok: true, cv: await announce(trx, [uuid]) }
      : { ok: false, reason: 'not-found', detail: uuid }
  })
}

/**
 * A transaction that says itself which published stories it changed (`announce`). Whatever is written past it, triggers
 * tell: that any story may have changed.
 */
function tellingOf<T>(db: Database, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return together(db, async (trx) => {
    const tells = (says: string) => sql`select set_config('shop.tells_stories', ${says}, true)`.execute(trx)
    await tells('yes')
    const done = await work(trx)
    await tells('')
    return done
  })
}

/** Moves the cache version (by the database's clock, always forwards) and tells every listening process on commit. */
async function announce(trx: Transaction<DB>, uuids: readonly string[]): Promise<number> {
  const { cv } = await trx
    .updateTable('content_space')
    .set({ cv: value(int8)`greatest(cv + 1, extract(epoch from clock_timestamp())::bigint)` })
    .returning('cv')
    .executeTakeFirstOrThrow()
  // A notification carries 8,000 bytes; without uuids readers take everything for changed.
  const publication: Publication = { cv, uuids: uuids.length <= 100 ? [...uuids] : [] }
  await sql`select pg_notify(${publicationChannel}, ${JSON.stringify(publication)})`.execute(trx)
  return cv
}
