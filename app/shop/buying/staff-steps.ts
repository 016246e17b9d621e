import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, together } from '#app/platform/database/database.ts'
import { now } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { tellColleague, tellVisitor } from '../appointments/appointment-mails.ts'
import { sealSerial } from '../catalogue/serial-encryption.ts'
import type { MailPayload } from '../mail-kinds.ts'
import { readReason } from '../reason.ts'
import type { Settings } from '../settings/settings.ts'
import { type ComplianceDates, type ComplianceEvent, writeCompliance } from './compliance.ts'
import { answerStanding } from './offer.ts'
import { sellScopes } from './sell-request-fields.ts'
import type { SellEvent, SellStatus } from './sell-request-status.ts'
import {
  deadlineIn,
  type LockedRequest,
  lockRequest,
  mayTake,
  noteChange,
  type RequestKey,
  takeSellStep,
  writeToSeller,
  writeToStaff,
} from './sell-request-steps.ts'
import type { Parcel } from './types.ts'

export type CounterResult =
  | { ok: true; status: SellStatus }
  | { ok: false; reason: 'no-such-request' | 'not-possible' | 'no-such-branch' | 'not-agreed' }

/** What staff do with the goods of a request and with its course; offers, identification and payment stand apart. */
export type CounterStep =
  /** The goods are here, in this branch. */
  | { event: 'receive'; branchId: string }
  | { event: 'miss' }
  /** We do not buy it; what is here goes back. The reason stays with us, `tell` is what the seller reads of it. */
  | { event: 'turn-down'; reason: string; tell?: string | null }
  /** It left us, free of charge; `parcel` null when it was handed over. */
  | { event: 'return'; parcel: Parcel | null }
  /** Something must be looked into before the deal goes on. */
  | { event: 'hold'; reason: string; dates?: ComplianceDates }
  /**
   * The hold is lifted: before an agreement the piece is offered for anew, after one the deal goes on.
   * Reasons of a hold, and of whatever ends it, go to the restricted record alone.
   */
  | { event: 'reopen' | 'resume'; reason: string }
  /** Handed to the authorities. */
  | { event: 'surrender'; reason: string }

/** Takes a step as the table of states allows it, with what belongs to it, and tells the seller what concerns them. */
export async function takeStaffStep(
  db: Database,
  which: RequestKey,
  step: CounterStep,
  { by, settings }: { by: string; settings: Pick<Settings, 'branches' | 'buying'> },
): Promise<CounterResult> {
  return together(db, async (transaction): Promise<CounterResult> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    if (step.event === 'receive' && !settings.branches.some(({ id }) => id === step.branchId)) {
      return { ok: false, reason: 'no-such-branch' }
    }
    if (step.event === 'resume' || step.event === 'reopen') {
      const agreed = await hasAgreed(transaction, request.id)
      if (agreed !== (step.event === 'resume')) return { ok: false, reason: 'not-agreed' }
    }
    const restricted = 'reason' in step && (step.event === 'hold' || request.status === 'compliance_hold')
    const leaves = step.event === 'return' || step.event === 'surrender'
    const status = await takeSellStep(
      transaction,
      request,
      step.event,
      { actor: 'staff', name: by },
      {
        ...('reason' in step && !restricted ? { note: step.reason } : {}),
        ...(step.event === 'receive' ? { here: true } : leaves ? { here: false } : {}),
        lapsesAt: step.event === 'miss' ? deadlineIn(request.now, settings.buying.waitingDays) : null,
      },
    )
    if (status === null) return { ok: false, reason: 'not-possible' }
    if (restricted) await restrict(transaction, request.id, step, by)
    await follow(transaction, request, step, by)
    return { ok: true, status }
  })
}

/** Why a deal is held stands where few read it, and in no history. */
function restrict(db: Database, id: number, step: Extract<CounterStep, { reason: string }>, by: string) {
  const event: ComplianceEvent = step.event
  return writeCompliance(db, id, {
    event,
    text: step.reason,
    by,
    ...(step.event === 'hold' && step.dates ? { dates: step.dates } : {}),
  })
}

/**
 * What went back to a seller travels under another number than was said: it is replaced, the former one stays in the
 * history, and the seller is told.
 */
export async function changeReturnParcel(
  db: Database,
  which: RequestKey,
  parcel: Parcel,
  by: string,
): Promise<CounterResult> {
  return together(db, async (transaction): Promise<CounterResult> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    if (request.status !== 'returned') return { ok: false, reason: 'not-possible' }
    const { parcel_out: before } = await transaction
      .selectFrom('sell_request')
      .select('parcel_out')
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow()
    await sql`update sell_request set parcel_out = ${JSON.stringify(parcel)}::jsonb where id = ${request.id}`.execute(
      transaction,
    )
    await noteChange(transaction, request, { event: 'change-parcel', by, before, after: parcel })
    await writeToSeller(transaction, request, 'sell-parcel-changed', request.now.toISOString())
    return { ok: true, status: request.status }
  })
}

/** What a seller was named for the goods when a request is turned down, as long as it was more than a look at them. */
async function namedBefore(
  db: Database,
  { id, status }: LockedRequest,
): Promise<MailPayload<'sell-turned-down'>['had']> {
  if (['estimated', 'accepted', 'appointment', 'label_sent'].includes(status)) return 'estimate'
  if (status === 'agreed' || status === 'identified') return 'offer'
  return status === 'compliance_hold' && (await hasAgreed(db, id)) ? 'offer' : 'nothing'
}

async function follow(db: Database, request: LockedRequest, step: CounterStep, by: string): Promise<void> {
  const about = request.now.toISOString()
  switch (step.event) {
    case 'receive':
      await sql`update sell_request set branch_id = ${step.branchId} where id = ${request.id}`.execute(db)
      await answerStanding(db, request.id, 'replaced')
      await endAppointment(db, request.id, 'came')
      return writeToSeller(db, request, 'sell-received', about, {
        ended: request.lastEvent === 'turn-down',
        calledOff: request.lastEvent === 'cancel' || request.lastEvent === 'decline',
      })
    case 'miss':
      await endAppointment(db, request.id, 'missed')
      return
    case 'turn-down': {
      const visit = await endAppointment(db, request.id, 'called-off')
      await answerStanding(db, request.id, 'replaced')
      await writeToSeller(db, request, 'sell-turned-down', about, {
        message: await tellSeller(db, request, step.tell ?? '', by),
        had: await namedBefore(db, request),
        visit: visit !== null,
        label: request.hasLabel && !request.here,
      })
      if (visit) await tellOfAppointment(db, request, visit, 'ended')
      return
    }
    case 'return':
      if (step.parcel) {
        await sql`update sell_request set parcel_out = ${JSON.stringify(step.parcel)}::jsonb where id = ${request.id}`.execute(
          db,
        )
      }
      return writeToSeller(db, request, 'sell-returned', about)
    case 'hold':
      return answerStandingOfHold(db, request)
    case 'reopen':
    case 'resume':
    case 'surrender':
      return
  }
}

/** What staff want the seller to read stands among the messages of the request. Returns which it is, if there is one. */
async function tellSeller(db: Database, request: LockedRequest, said: string, by: string) {
  const text = readReason(said)
  if (text === null || request.email === null) return null
  const { id } = await db
    .insertInto('sell_message')
    .values({ request_id: request.id, sender: 'staff', author: by, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An offer does not run on while its request is held: it would lapse, or be accepted. */
async function answerStandingOfHold(db: Database, request: LockedRequest): Promise<void> {
  if (request.status === 'final_offer') await answerStanding(db, request.id, 'replaced')
}

/**
 * Ends a request's appointment, and says how; one that had begun is not called off, for whoever decides has seen what they
 * brought. Returns which it was, if there was one that nobody waits for any more.
 */
async function endAppointment(
  db: Database,
  request: number,
  how: 'came' | 'missed' | 'cancelled' | 'called-off',
) {
  if (how === 'called-off') {
    const begun = await db
      .updateTable('appointment')
      .set({ cancelled_at: now, came_at: now })
      .where('request_id', '=', request)
      .where('cancelled_at', 'is', null)
      .where('starts_at', '<=', now)
      .executeTakeFirst()
    if (begun.numUpdatedRows > 0n) return null
  }
  const ended = await db
    .updateTable('appointment')
    .set(({ eb }) => ({
      cancelled_at: now,
      ...(how === 'came' && { came_at: now }),
      ...(how === 'missed' && { missed_at: now }),
      ...(how === 'cancelled' && { cancelled_by: 'customer', sequence: eb('sequence', '+', 1) }),
      ...(how === 'called-off' && { cancelled_by: 'staff', sequence: eb('sequence', '+', 1) }),
    }))
    .where('request_id', '=', request)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'sequence', 'branch_id as branchId', 'starts_at as startsAt', 'ends_at as endsAt'])
    .returning('staff_id as staffId')
    .executeTakeFirst()
  return ended ?? null
}

type Ended = NonNullable<Awaited<ReturnType<typeof endAppointment>>>

/** Whoever had an appointment has it in their calendar still, and so has who was to receive them. */
async function tellOfAppointment(
  db: Database,
  { locale, email, now }: LockedRequest,
  ended: Ended,
  by: 'customer' | 'ended',
): Promise<void> {
  await tellVisitor(db, { ...ended, locale, email }, 'appointment-cancelled', { reason: '', by })
  const { id, staffId } = ended
  if (staffId !== null) await tellColleague(db, id, { staffId, deed: 'cancelled', now })
}

/** Whether the newest final offer was accepted. */
async function hasAgreed(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('sell_offer')
    .select('answer')
    .where('request_id', '=', id)
    .where('kind', '=', 'final')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.answer === 'accepted'
}

/** A seller ends it: before the goods are here they cancel, afterwards they want them back. */
const endingOf = ({ here }: Pick<LockedRequest, 'here'>): SellEvent => (here ? 'decline' : 'cancel')

/** Whether a seller may end it now; what was offered for finally is declined by its offer. */
export const mayEnd = (request: Pick<LockedRequest, 'status' | 'here'>): boolean =>
  request.status !== 'final_offer' && mayTake(request, endingOf(request), { actor: 'seller' })

export const endBySeller = (
  db: Database,
  token: string,
  { settings }: { settings: Pick<Settings, 'contact'> },
): Promise<CounterResult> => endRequest(db, { token }, { settings })

/** `recordedBy` names staff who write down what a seller says on the phone or at the counter. */
export async function endRequest(
  db: Database,
  which: RequestKey,
  { settings, recordedBy }: { settings: Pick<Settings, 'contact'>; recordedBy?: string },
): Promise<CounterResult> {
  return together(db, async (transaction): Promise<CounterResult> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    if (request.status === 'cancelled' || request.status === 'declined')
      return { ok: true, status: request.status }
    const changes = recordedBy === undefined ? {} : { note: `recorded by ${recordedBy}` }
    const status = mayEnd(request)
      ? await takeSellStep(transaction, request, endingOf(request), { actor: 'seller' }, changes)
      : null
    if (status === null) return { ok: false, reason: 'not-possible' }
    const ended = await endAppointment(transaction, request.id, 'cancelled')
    await answerStanding(transaction, request.id, 'declined')
    const about = request.now.toISOString()
    const { email: recipient } = settings.contact
    await writeToStaff(transaction, request, { what: 'cancelled', about, recipient, appointment: ended?.id })
    if (ended) await tellOfAppointment(transaction, request, ended, 'customer')
    if (request.here) await writeToSeller(transaction, request, 'sell-declined', about)
    return { ok: true, status }
  })
}

export const inspectionSchema = z.object({
  lines: z
    .array(
      z.object({
        title: z.string().trim().min(1).max(200),
        findings: z.string().trim().max(2000).default(''),
        /** Full serial number; kept sealed, never in here. */
        serial: z.string().trim().min(2).max(60).nullable().default(null),
        register: z
          .object({
            name: z.string().trim().min(1).max(120),
            result: z.enum(['clear', 'hit', 'unclear']),
            reference: z.string().trim().max(120).default(''),
          })
          .nullable()
          .default(null),
        /** Of a watch: what comes with it. */
        scope: z.enum(sellScopes).nullable().default(null),
        /** Where staff pay something else than what was reckoned: that, in cents, and why. For staff alone. */
        priced: z
          .object({ calculatedCents: z.number().int().positive(), why: z.string().trim().min(3).max(500) })
          .nullable()
          .default(null),
      }),
    )
    .min(1)
    .max(50),
})

/** What is kept of an inspection: without serial numbers, which lie sealed. */
export const keptInspectionSchema = z.object({
  lines: z.array(
    z.object({
      title: z.string(),
      findings: z.string(),
      register: z.object({ name: z.string(), result: z.string(), reference: z.string() }).nullable(),
    }),
  ),
  by: z.string(),
  at: z.string(),
})

export type Inspection = z.input<typeof inspectionSchema>
/** A line as it is kept: its serial number is sealed elsewhere. */
export type InspectedLine = Partial<Omit<z.output<typeof inspectionSchema>['lines'][number], 'serial'>>

/** What was found, by line, by whom and when; null before the goods were inspected. Earlier ones say less. */
export async function inspectionOf(db: Database, requestId: number) {
  const row = await db
    .selectFrom('sell_request')
    .select('inspection')
    .where('id', '=', requestId)
    .executeTakeFirst()
  return (row?.inspection ?? null) as { lines: InspectedLine[]; by: string; at: string } | null
}

/**
 * Staff write down what they found, line by line, with the theft register's word. Serial numbers are sealed under
 * `secret`. May be done again until there is a final offer. @throws {z.ZodError}
 */
export async function inspectGoods(
  db: Database,
  which: RequestKey,
  inspection: Inspection,
  { by, secret }: { by: string; secret: Secret },
): Promise<CounterResult> {
  const { lines } = inspectionSchema.parse(inspection)
  return together(db, async (transaction): Promise<CounterResult> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const status = await takeSellStep(transaction, request, 'inspect', { actor: 'staff', name: by })
    if (status === null) return { ok: false, reason: 'not-possible' }
    const kept = { lines: lines.map(({ serial: _, ...line }) => line), by, at: request.now.toISOString() }
    await sql`update sell_request set inspection = ${JSON.stringify(kept)}::jsonb where id = ${request.id}`.execute(
      transaction,
    )
    await transaction.deleteFrom('sell_serial').where('request_id', '=', request.id).execute()
    const serials = lines.flatMap(({ serial }, position) =>
      serial === null ? [] : [{ request_id: request.id, position, ...sealSerial(serial, secret) }],
    )
    if (serials.length > 0) await transaction.insertInto('sell_serial').values(serials).execute()
    return { ok: true, status }
  })
}
