import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, together } from '#app/platform/database/database.ts'
import { germanDay } from './german-day.ts'
import { type RequestKey, whichIs } from './sell-request-steps.ts'

const day = z.iso.date('invalid').nullable()

/** The dates of a case, as they stand from an entry on. */
export const complianceDatesSchema = z.object({
  /** Since when there is a suspicion. */
  suspectedOn: day,
  /** When it was reported to the authority (goAML), and under which reference. */
  reportedOn: day,
  reportReference: z.string().trim().max(120, 'too-long').nullable(),
  /** Until when money and goods are held. */
  heldUntil: day,
})
export type ComplianceDates = z.infer<typeof complianceDatesSchema>

export type ComplianceEvent = 'hold' | 'note' | 'reopen' | 'resume' | 'turn-down' | 'surrender'

export type ComplianceEntry = ComplianceDates & {
  id: number
  event: ComplianceEvent
  text: string
  by: string
  at: Date
}

/** What whoever may read it is shown of a case, and who has looked at it before. */
export type ComplianceCase = {
  entries: ComplianceEntry[]
  dates: ComplianceDates
  looks: { who: string; why: string; at: Date }[]
}

const noDates: ComplianceDates = {
  suspectedOn: null,
  reportedOn: null,
  reportReference: null,
  heldUntil: null,
}

/**
 * Adds to the restricted record of a request: the only place where it stands why a deal is held. Dates that are not said
 * stay what they were.
 */
export async function writeCompliance(
  db: Database,
  requestId: number,
  { event, text, dates, by }: { event: ComplianceEvent; text: string; dates?: ComplianceDates; by: string },
): Promise<void> {
  const stand = dates ?? (await newestEntry(db, requestId)) ?? noDates
  await db
    .insertInto('compliance_note')
    .values({
      request_id: requestId,
      event,
      text: text.trim().slice(0, 4000),
      suspected_on: stand.suspectedOn,
      reported_on: stand.reportedOn,
      report_reference: stand.reportReference || null,
      held_until: stand.heldUntil,
      author: by,
    })
    .execute()
}

export type ComplianceNoted =
  | { ok: true }
  | { ok: false; reason: 'no-such-request' | 'changed-meanwhile' | 'why-missing' | 'not-possible' }

/**
 * Adds a note, or other dates, to a case that there is. `seen` is the newest entry that whoever writes has read: another
 * one since then may say otherwise.
 */
export async function noteCompliance(
  db: Database,
  which: RequestKey,
  { text, dates, seen, by }: { text: string; dates: ComplianceDates; seen: number; by: string },
): Promise<ComplianceNoted> {
  if (text.trim().length < 3) return { ok: false, reason: 'why-missing' }
  return together(db, async (transaction): Promise<ComplianceNoted> => {
    const request = await transaction
      .selectFrom('sell_request')
      .select('id')
      .where(whichIs(which))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!request) return { ok: false, reason: 'no-such-request' }
    const newest = await newestEntry(transaction, request.id)
    if (!newest) return { ok: false, reason: 'not-possible' }
    if (newest.id !== seen) {
      const isMine = newest.event === 'note' && newest.text === text.trim() && newest.by === by
      return isMine ? { ok: true } : { ok: false, reason: 'changed-meanwhile' }
    }
    await writeCompliance(transaction, request.id, { event: 'note', text, dates, by })
    return { ok: true }
  })
}

/**
 * Opens the restricted record of a request; who looked, and why (3 characters at least), is written down before it is
 * shown.
 */
export async function readCompliance(
  db: Database,
  requestId: number,
  { who, why }: { who: string; why: string },
): Promise<{ ok: true; value: ComplianceCase } | { ok: false; reason: 'not-found' | 'why-missing' }> {
  if (why.trim().length < 3) return { ok: false, reason: 'why-missing' }
  return together(db, async (transaction) => {
    const looks = await transaction
      .selectFrom('sealed_look')
      .select(['who', 'why', 'at'])
      .where('subject', '=', 'compliance')
      .where('subject_id', '=', String(requestId))
      .orderBy('id')
      .execute()
    const entries = await entriesOf(transaction, requestId)
    const earlier = await earlierNotes(transaction, requestId)
    if (entries.length + earlier.length === 0) return { ok: false as const, reason: 'not-found' as const }
    await sql`
      insert into sealed_look (subject, subject_id, who, why)
      values ('compliance', ${String(requestId)}, ${who}, ${why.trim().slice(0, 500)})
    `.execute(transaction)
    const newest = entries.at(-1) ?? noDates
    const { suspectedOn, reportedOn, reportReference, heldUntil } = newest
    return {
      ok: true as const,
      value: {
        entries: [...earlier, ...entries],
        dates: { suspectedOn, reportedOn, reportReference, heldUntil },
        looks,
      },
    }
  })
}

/** Whether there is a restricted record of a request, for whoever may ask for it. */
export async function hasCompliance(db: Database, requestId: number): Promise<boolean> {
  return (await newestEntry(db, requestId)) !== null || (await earlierNotes(db, requestId)).length > 0
}

async function entriesOf(db: Database, requestId: number): Promise<ComplianceEntry[]> {
  const rows = await db
    .selectFrom('compliance_note')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    event: row.event as ComplianceEvent,
    text: row.text,
    by: row.author,
    at: row.at,
    suspectedOn: row.suspected_on,
    reportedOn: row.reported_on,
    reportReference: row.report_reference,
    heldUntil: row.held_until,
  }))
}

async function newestEntry(db: Database, requestId: number): Promise<ComplianceEntry | null> {
  return (await entriesOf(db, requestId)).at(-1) ?? null
}

/** Former releases kept the reasons of holds in the history of the request, which shows them to nobody any more. */
async function earlierNotes(db: Database, requestId: number): Promise<ComplianceEntry[]> {
  const rows = await db
    .selectFrom('sell_status_change')
    .select(['event', 'note', 'actor', 'at'])
    .where('request_id', '=', requestId)
    .where('note', 'is not', null)
    .where((where) => where.or([where('event', '=', 'hold'), where('from_status', '=', 'compliance_hold')]))
    .orderBy('id')
    .execute()
  return rows.map(({ event, note, actor, at }) => ({
    ...noDates,
    id: 0,
    event: event as ComplianceEvent,
    text: note ?? '',
    by: actor,
    at,
    suspectedOn: event === 'hold' ? germanDay(at) : null,
  }))
}
