import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, json, now, query, timestamptz, uuid, value } from '#app/platform/database/statement.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import type { Changes } from './save-piece.ts'

const changes = z.record(z.string(), z.strictObject({ from: z.string(), to: z.string() }))

/**
 * What somebody typed into a piece and has not saved, with the version of the piece that they began from.
 * `revision`: which writing of it this is; every one has another.
 */
export type Draft = { version: number; changes: Changes; revision: string; savedAt: Date }

export type DraftKept =
  /** `draft` null: nothing is typed, so there is none. */
  | { ok: true; draft: Draft | null }
  /** Another window of the same member wrote it meanwhile; this is what stands there. */
  | { ok: false; reason: 'another-revision'; draft: Draft | null }

type Typed = { version: number; changes: Changes }
type Member = Pick<StaffActor, 'id'>

/**
 * Keeps what was typed in place of the draft of a revision (null: there was none); nothing typed is no draft. Where there
 * is another one meanwhile nothing is written: whoever typed merges both (`mergeDrafts`), and names that one.
 */
export async function keepDraft(
  db: Database,
  member: Member,
  id: string,
  { revision, ...typed }: Typed & { revision: string | null },
): Promise<DraftKept> {
  return together(db, async (transaction): Promise<DraftKept> => {
    const draft = await findDraft(transaction, member, id, { lock: true })
    if ((draft?.revision ?? null) !== revision) return { ok: false, reason: 'another-revision', draft }
    return writeDraft(transaction, member, id, { before: draft, ...typed })
  })
}

/**
 * After a save: what was saved is no draft any more, but what cannot be saved yet (`kept`) is. What another window wrote
 * since `revision` stays.
 */
export async function settleDraft(
  db: Database,
  member: Member,
  id: string,
  given: { version: number; revision: string | null; saved: Changes; kept: Changes },
): Promise<Draft | null> {
  const { version, revision, saved, kept } = given
  return together(db, async (transaction): Promise<Draft | null> => {
    const before = await findDraft(transaction, member, id, { lock: true })
    const isKnown = before === null || before.revision === revision
    const others = Object.entries(isKnown ? {} : before.changes).filter(
      ([key, { to }]) => saved[key]?.to !== to,
    )
    const changes = { ...kept, ...Object.fromEntries(others) }
    const typed = { version: others.length > 0 && before ? before.version : version, changes }
    const written = await writeDraft(transaction, member, id, { before, ...typed })
    return written.draft
  })
}

/** Writes a draft over what its row, which is locked, says; a row that came since stays as it is. */
async function writeDraft(
  db: Database,
  { id: staffId }: Member,
  id: string,
  { before, version, changes }: Typed & { before: Draft | null },
): Promise<DraftKept> {
  if (Object.keys(changes).length === 0) {
    if (before)
      await db
        .deleteFrom('piece_draft')
        .where('staff_id', '=', staffId)
        .where('product_id', '=', id)
        .where('revision', '=', before.revision)
        .execute()
    return { ok: true, draft: null }
  }
  const content = { version, changes: JSON.stringify(changes) }
  const written = before
    ? await db
        .updateTable('piece_draft')
        .set({ ...content, saved_at: now, revision: value(uuid)`gen_random_uuid()` })
        .where('staff_id', '=', staffId)
        .where('product_id', '=', id)
        .returning(['revision', 'saved_at'])
        .executeTakeFirst()
    : await db
        .insertInto('piece_draft')
        .values({ staff_id: staffId, product_id: id, ...content })
        .onConflict((conflict) => conflict.columns(['staff_id', 'product_id']).doNothing())
        .returning(['revision', 'saved_at'])
        .executeTakeFirst()
  if (!written)
    return { ok: false, reason: 'another-revision', draft: await findDraft(db, { id: staffId }, id) }
  return { ok: true, draft: { version, changes, revision: written.revision, savedAt: written.saved_at } }
}

const columns = { version: int8, changes: json(changes), revision: uuid, saved_at: timestamptz }

/** One's own draft of a piece. `lock`: nobody writes it until the transaction ends. */
export async function findDraft(
  db: Database,
  { id: staffId }: Member,
  id: string,
  { lock = false } = {},
): Promise<Draft | null> {
  const [row] = await query(db, columns)`
    select version, changes, revision, saved_at from piece_draft where staff_id = ${staffId} and product_id = ${id}
    ${lock ? sql`for update` : sql``}
  `
  if (!row) return null
  const { version, changes, revision, saved_at } = row
  return { version, changes, revision, savedAt: saved_at }
}
