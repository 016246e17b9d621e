import { sql } from 'kysely'
import { type TextEdit, textAt, withTexts } from '#app/blocks/text-fields.ts'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import { selectStories } from '#app/content-service/story-row.ts'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

/** One text as it was written: the block that it belongs to, what stood there, and what is to stand there. */
export type WrittenText = TextEdit & { uid: string; from: string }

export type TextsSaved =
  | { ok: true; version: number; published: boolean }
  | { ok: false; reason: 'not-found' }
  /** The content service refuses it, and says why. */
  | { ok: false; reason: 'refused'; detail: string }
  /** Others wrote something else meanwhile: nothing was saved. By path, what stands there now; null: the place is gone. */
  | {
      ok: false
      reason: 'conflict'
      version: number
      by: string | null
      at: Date
      texts: { path: TextEdit['path']; theirs: string | null }[]
    }

/**
 * Saves texts of a story into its draft in somebody's name, and publishes it if wanted. Texts that others changed
 * meanwhile are theirs; where both changed one, nothing is saved.
 */
export async function saveTexts(
  db: Database,
  member: StaffActor,
  {
    story,
    version,
    texts,
    locale,
  }: { story: number; version: number; texts: readonly WrittenText[]; locale: Locale },
  { now, publishes }: { now: Date; publishes: boolean },
): Promise<TextsSaved> {
  return asStaff(db, member, async (transaction): Promise<TextsSaved> => {
    // Whoever saves the same story is waited for.
    await sql`select from story where id = ${story} for update`.execute(transaction)
    const [row] = await selectStories(transaction, { version: 'draft', where: [sql`story.id = ${story}`] })
    if (!row) return { ok: false, reason: 'not-found' }
    if (row.draft_version !== version) {
      const conflicts = texts.flatMap(({ path, uid, from, value }) => {
        const now = textAt(row.content, path, locale)
        if (now?.uid === uid && (now.text === from || now.text === value)) return []
        return [{ path, theirs: now?.uid === uid ? now.text : null }]
      })
      if (conflicts.length > 0)
        return {
          ok: false,
          reason: 'conflict',
          version: row.draft_version,
          by: row.draft_by,
          at: row.updated_at,
          texts: conflicts,
        }
    }
    const saved = await saveDraft(
      transaction,
      {
        uuid: row.uuid,
        fullSlug: row.full_slug,
        name: row.name,
        slugs: row.slugs,
        content: withTexts(row.content, texts, locale),
      },
      { now, from: row.draft_version },
    )
    if (!saved.ok) return { ok: false, reason: 'refused', detail: saved.detail }
    if (publishes) {
      const published = await publish(transaction, [row.uuid], { now, by: member.name })
      if (!published.ok) throw new Error(`a story that is locked is gone: ${published.detail}`)
    }
    return { ok: true, version: saved.version, published: publishes }
  })
}
