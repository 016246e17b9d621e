import { sql } from 'kysely'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { asStaff, type StaffActor, versionOf } from '#app/shop/staff/change-record.ts'

export type AnswerTemplate = { name: string; subject: Bilingual; text: Bilingual }
export type ListedTemplate = AnswerTemplate & { id: number; version: number }

/** The templates that answers may begin with, by name. */
export async function answerTemplates(db: Database): Promise<ListedTemplate[]> {
  const rows = await db
    .selectFrom('answer_template')
    .select(['id', 'name', 'subject', 'text'])
    .where('retired_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute()
  return Promise.all(
    rows.map(async ({ id, name, subject, text }) => ({
      ...{ id, name, subject: subject as Bilingual, text: text as Bilingual },
      version: await templateVersion(db, id),
    })),
  )
}

const templateVersion = (db: Database, id: number) =>
  versionOf(db, { subject: 'answer-template', id: String(id) })

/**
 * - `name-taken`: another one has the name
 * - `changed-meanwhile`: somebody else changed it; `now` is what it is, null when it was removed
 */
export type TemplateAnswer =
  | { ok: true; id: number }
  | { ok: false; reason: 'name-taken' | 'no-such-template' }
  | { ok: false; reason: 'changed-meanwhile'; now: ListedTemplate | null }

/** Adds a template (`seen` null), or changes the one that was seen. */
export async function saveTemplate(
  db: Database,
  { template, seen }: { template: AnswerTemplate; seen: { id: number; version: number } | null },
  by: StaffActor,
): Promise<TemplateAnswer> {
  return asStaff(db, by, async (transaction) => {
    // One at a time, so that a name that is free stays free until it is taken.
    await sql`select pg_advisory_xact_lock(hashtextextended('answer_template', 0))`.execute(transaction)
    const clash = await changedSince(transaction, seen)
    if (clash) return clash
    const twin = await transaction
      .selectFrom('answer_template')
      .select('id')
      .where(sql`lower(name)`, '=', template.name.toLowerCase())
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (twin && twin.id !== seen?.id) return { ok: false, reason: 'name-taken' }
    const values = {
      name: template.name,
      subject: JSON.stringify(template.subject),
      text: JSON.stringify(template.text),
    }
    if (seen !== null) {
      await transaction.updateTable('answer_template').set(values).where('id', '=', seen.id).execute()
      return { ok: true, id: seen.id }
    }
    const { id } = await transaction
      .insertInto('answer_template')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id }
  })
}

/** Offers a template no longer; answers that began with it stay as they are. */
export async function retireTemplate(
  db: Database,
  seen: { id: number; version: number },
  by: StaffActor,
): Promise<TemplateAnswer> {
  return asStaff(db, by, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('answer_template', 0))`.execute(transaction)
    const clash = await changedSince(transaction, seen)
    if (clash) return clash
    await transaction
      .updateTable('answer_template')
      .set({ retired_at: sql`now()` })
      .where('id', '=', seen.id)
      .execute()
    return { ok: true, id: seen.id }
  })
}

async function changedSince(
  db: Database,
  seen: { id: number; version: number } | null,
): Promise<Exclude<TemplateAnswer, { ok: true }> | null> {
  if (seen === null) return null
  const now = (await answerTemplates(db)).find(({ id }) => id === seen.id) ?? null
  if (now === null && (await templateVersion(db, seen.id)) === 0)
    return { ok: false, reason: 'no-such-template' }
  return now?.version === seen.version ? null : { ok: false, reason: 'changed-meanwhile', now }
}
