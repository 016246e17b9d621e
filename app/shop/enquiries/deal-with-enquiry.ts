import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { asStaff, type StaffActor, versionOf } from '#app/shop/staff/change-record.ts'
import type { ContactSubject } from './contact-fields.ts'
import type { EnquirySource, EnquiryState } from './enquiry-states.ts'
import { unfilled } from './template-text.ts'

type Refused<Reason extends string> = { ok: false; reason: Reason }
/** `version`: of the enquiry when somebody began; another one has been written meanwhile, and nothing was done. */
type Seen = { id: number; version: number }
export type Dealt = { ok: true; version: number } | Refused<'no-such-enquiry'> | Refused<'changed-meanwhile'>

/** The newest recorded change of an enquiry, answers and notes among them; 0: nobody has done anything. */
export const enquiryVersion = (db: Database, id: number): Promise<number> =>
  versionOf(db, { subject: 'enquiry', id: String(id) })

/** Locks an enquiry and looks whether it is as it was seen. */
async function dealing<Refusal extends Refused<string> = never>(
  db: Database,
  { id, version }: Seen,
  by: StaffActor,
  work: (
    transaction: Database,
    enquiry: { email: string | null; assigned: boolean },
  ) => Promise<Refusal | null>,
): Promise<Dealt | Refusal> {
  return asStaff(db, by, async (transaction) => {
    const enquiry = await transaction
      .selectFrom('contact_message')
      .select(['email', 'assignee_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!enquiry) return { ok: false, reason: 'no-such-enquiry' }
    if ((await enquiryVersion(transaction, id)) !== version) return { ok: false, reason: 'changed-meanwhile' }
    const refused = await work(transaction, { email: enquiry.email, assigned: enquiry.assignee_id !== null })
    return refused ?? { ok: true, version: await enquiryVersion(transaction, id) }
  })
}

/**
 * - `no-address`: whoever asked left no mail address
 * - `unfilled`: something of a template is still to be filled in; `what` names it
 */
export type AnswerRefusal = Refused<'no-address'> | (Refused<'unfilled'> & { what: string[] })

/**
 * Sends an answer by mail and notes it, in one transaction. It is then `answered`, or whatever `state` says; without an
 * assignee it is whose answers.
 */
export async function answerEnquiry(
  db: Database,
  answer: Seen & { locale: Locale; subject: string; text: string; state: EnquiryState },
  by: StaffActor,
): Promise<Dealt | AnswerRefusal> {
  const what = unfilled(`${answer.subject}\n${answer.text}`)
  if (what.length > 0) return { ok: false, reason: 'unfilled', what }
  const { id, locale, subject, text, state } = answer
  return dealing<AnswerRefusal>(db, answer, by, async (transaction, { email, assigned }) => {
    if (email === null) return { ok: false, reason: 'no-address' }
    const entry = await transaction
      .insertInto('enquiry_entry')
      .values({ message_id: id, kind: 'answer', staff_id: by.id, locale, subject, text })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .updateTable('contact_message')
      .set({
        state,
        answered_at: sql`coalesce(answered_at, now())`,
        ...(!assigned && { assignee_id: by.id }),
      })
      .where('id', '=', id)
      .execute()
    await transaction
      .deleteFrom('enquiry_draft')
      .where('message_id', '=', id)
      .where('staff_id', '=', by.id)
      .execute()
    await enqueueMails(transaction, [
      {
        ...{ kind: 'enquiry-answer', locale, recipient: email },
        reason: `contact:${id}:answer:${entry.id}`,
        payload: { message: id, entry: entry.id },
      },
    ])
    return null
  })
}

/** Writes down a note that only staff read, or what came back (`reply`: then it is open again). */
export async function noteOnEnquiry(
  db: Database,
  { kind, text, ...seen }: Seen & { kind: 'note' | 'reply'; text: string },
  by: StaffActor,
): Promise<Dealt> {
  return dealing<never>(db, seen, by, async (transaction) => {
    await transaction
      .insertInto('enquiry_entry')
      .values({ message_id: seen.id, kind, staff_id: by.id, text })
      .execute()
    if (kind === 'reply')
      await transaction
        .updateTable('contact_message')
        .set({ state: 'open' })
        .where('id', '=', seen.id)
        .execute()
    return null
  })
}

/** - `no-such-piece`: of that stock number · `no-such-member`: or one whose account is closed */
export type ChangeRefusal = Refused<'no-such-piece' | 'no-such-member'>

/** Changes where an enquiry stands, whose it is, or which piece it is about. What is left out stays. */
export async function changeEnquiry(
  db: Database,
  {
    state,
    assignee,
    piece,
    ...seen
  }: Seen & {
    state?: EnquiryState | undefined
    assignee?: number | null | undefined
    piece?: string | null | undefined
  },
  by: StaffActor,
): Promise<Dealt | ChangeRefusal> {
  return dealing<ChangeRefusal>(db, seen, by, async (transaction) => {
    if (typeof piece === 'string' && !(await exists(transaction, 'product', piece)))
      return { ok: false, reason: 'no-such-piece' }
    if (typeof assignee === 'number' && !(await exists(transaction, 'staff', assignee)))
      return { ok: false, reason: 'no-such-member' }
    if (state === undefined && assignee === undefined && piece === undefined) return null
    await transaction
      .updateTable('contact_message')
      .set({
        ...(state !== undefined && { state }),
        ...(assignee !== undefined && { assignee_id: assignee }),
        ...(piece !== undefined && { piece }),
      })
      .where('id', '=', seen.id)
      .execute()
    return null
  })
}

async function exists(db: Database, what: 'product' | 'staff', id: string | number): Promise<boolean> {
  const found =
    what === 'product'
      ? await db.selectFrom('product').select('id').where('id', '=', String(id)).executeTakeFirst()
      : await db
          .selectFrom('staff_member')
          .select('id')
          .where('id', '=', Number(id))
          .where('disabled_at', 'is', null)
          .executeTakeFirst()
  return found !== undefined
}

/** An enquiry that came by phone, at the counter or by mail, as somebody enters it. */
export type EnteredEnquiry = {
  source: Exclude<EnquirySource, 'form'>
  locale: Locale
  name: string
  email: string | null
  phone: string | null
  subject: ContactSubject
  message: string
  piece: string | null
  /** Made by the form: the same sent twice is one. */
  submission: string
}

/** Enters an enquiry; it is whose enters it. Nobody is sent a mail. */
export async function enterEnquiry(
  db: Database,
  entered: EnteredEnquiry,
  by: StaffActor,
): Promise<{ ok: true; id: number } | ChangeRefusal> {
  return asStaff(db, by, async (transaction) => {
    if (entered.piece !== null && !(await exists(transaction, 'product', entered.piece)))
      return { ok: false, reason: 'no-such-piece' }
    const { id } = await transaction
      .insertInto('contact_message')
      .values({ ...entered, assignee_id: by.id, entered_by: by.id })
      .onConflict((conflict) => conflict.column('submission').doUpdateSet({ source: entered.source }))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id }
  })
}

/** Keeps what somebody has written of an answer; nothing written: forgets it. */
export async function keepDraft(
  db: Database,
  draft: { id: number; locale: Locale; subject: string; text: string },
  by: StaffActor,
): Promise<{ ok: true } | Refused<'no-such-enquiry'>> {
  const { id, locale, subject, text } = draft
  return asStaff(db, by, async (transaction) => {
    const enquiry = await transaction
      .selectFrom('contact_message')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!enquiry) return { ok: false, reason: 'no-such-enquiry' }
    if (text.trim() === '')
      await transaction
        .deleteFrom('enquiry_draft')
        .where('message_id', '=', id)
        .where('staff_id', '=', by.id)
        .execute()
    else
      await transaction
        .insertInto('enquiry_draft')
        .values({ message_id: id, staff_id: by.id, locale, subject, text })
        .onConflict((conflict) =>
          conflict
            .columns(['message_id', 'staff_id'])
            .doUpdateSet({ locale, subject, text, changed_at: sql`now()` }),
        )
        .execute()
    return { ok: true }
  })
}
