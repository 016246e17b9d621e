import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, now, value } from '#app/platform/database/statement.ts'
import {
  enqueueMails,
  type MailPayload,
  type OutgoingMail,
  type SellerMailKind,
} from '#app/shop/mail-kinds.ts'
import { endOfDay } from '../checkout/working-days.ts'
import { endOpenReceipt } from './end-receipt.ts'
import { daysLater, germanDay } from './german-day.ts'
import { nextSellStep, possibleSellEvents, type SellEvent, type SellStatus } from './sell-request-status.ts'

/** Who takes a step. Staff are named. */
export type StepBy = { actor: 'seller' | 'shop' } | { actor: 'staff'; name: string }

/** Which request: by its seller's token, its id, or the number that people say. */
export type RequestKey = { token: string } | { id: number } | { number: string }

/** Whoever changes a request locks it first, so that seller, staff and jobs follow each other. `now`: the database's. */
export async function lockRequest(db: Database, which: RequestKey) {
  const request = await db
    .selectFrom('sell_request')
    .select([
      'id',
      'number',
      'token',
      'locale',
      'status',
      'email',
      'branch_id',
      'way',
      'lapses_at',
      'entered_by',
      'step_event as lastEvent',
    ])
    .select([
      value(bool)`here_since is not null`.as('here'),
      value(bool)`label is not null`.as('hasLabel'),
      now.as('now'),
    ])
    .where(whichIs(which))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return request ?? null
}

/** A request, locked for the rest of the transaction. */
export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>

export function whichIs(which: RequestKey): RawBuilder<SqlBool> {
  if ('token' in which) return sql`token = ${which.token}`
  return 'id' in which ? sql`id = ${which.id}` : sql`number = ${which.number}`
}

export type StepChanges = {
  /** When the new state ends by itself; none unless given. */
  lapsesAt?: Date | null
  note?: string
  /** Goods arrive or leave. */
  here?: boolean
}

/**
 * Takes a step with a locked request when the table allows it to whom takes it; writes down event, time and actor. A
 * receipt that waits for its payment ends with every other step.
 * Returns the new state, null when the step is not possible.
 */
export async function takeSellStep(
  db: Database,
  request: LockedRequest,
  event: SellEvent,
  by: StepBy,
  { lapsesAt = null, note, here }: StepChanges = {},
): Promise<SellStatus | null> {
  if (!mayTake(request, event, by)) return null
  const status = nextSellStep(request.status, event)?.to as SellStatus
  const actor = by.actor === 'staff' ? by.name : by.actor
  if (request.status === 'identified' && event !== 'pay')
    await endOpenReceipt(db, request, { cause: event, by: actor })
  await sql`
    update sell_request set status = ${status}, step = step + 1, step_event = ${event}, step_by = ${actor},
      step_note = ${note ?? null}, lapses_at = ${lapsesAt},
      here_since = ${here === undefined ? sql`here_since` : here ? sql`coalesce(here_since, now())` : null}
    where id = ${request.id}
  `.execute(db)
  return status
}

export function mayTake(
  request: Pick<LockedRequest, 'status' | 'here'>,
  event: SellEvent,
  by: StepBy,
): boolean {
  return possibleSellEvents(request, by.actor).includes(event)
}

/** What a kind of mail needs besides its request; may be left out where that is nothing. */
type PayloadIfAny<Kind extends SellerMailKind> =
  Record<never, never> extends Omit<MailPayload<Kind>, 'sell' | 'here'>
    ? []
    : [payload: Omit<MailPayload<Kind>, 'sell' | 'here'>]

/** Writes to the seller; `about` tells two mails of the same kind apart. Nobody is written to who is forgotten. */
export async function writeToSeller<Kind extends SellerMailKind>(
  db: Database,
  request: Pick<LockedRequest, 'id' | 'locale' | 'email' | 'here'>,
  kind: Kind,
  about: string | number,
  ...[payload]: PayloadIfAny<Kind>
): Promise<void> {
  if (request.email === null) return
  await enqueueMails(db, [
    {
      reason: `sell:${request.id}:${kind}:${about}`,
      kind,
      locale: request.locale,
      recipient: request.email,
      payload: { sell: request.id, here: request.here, ...payload },
    } as OutgoingMail,
  ])
}

/** Tells the shop of what a seller did. */
export async function writeToStaff(
  db: Database,
  request: Pick<LockedRequest, 'id'>,
  {
    what,
    about,
    recipient,
    appointment,
    before,
  }: {
    what: NonNullable<MailPayload<'staff-sell'>['what']>
    about: string | number
    recipient: string
    /** The appointment it is about, and the one that was moved. */
    appointment?: number | undefined
    before?: number | undefined
  },
): Promise<void> {
  await enqueueMails(db, [
    {
      reason: `sell:${request.id}:staff:${what}:${about}`,
      kind: 'staff-sell',
      locale: 'de',
      recipient,
      payload: {
        sell: request.id,
        what,
        ...(appointment !== undefined && { appointment }),
        ...(before !== undefined && { before }),
      },
      care: 'staff',
    },
  ])
}

const day = 86_400_000

export function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * day)
}

/** When something that sellers are told by its day is over: that day counts whole. */
export function deadlineIn(now: Date, days: number): Date {
  return endOfDay(daysLater(germanDay(now), days))
}

/** Changes of what was said, which are no steps: the history keeps them for staff. */
export const changeEvents = ['change-parcel', 'change-label', 'move-appointment'] as const

/** Writes down that a parcel or label was replaced, and what it was before. */
export async function noteChange(
  db: Database,
  { id, status }: Pick<LockedRequest, 'id' | 'status'>,
  {
    event,
    by,
    before,
    after,
  }: { event: (typeof changeEvents)[number]; by: string; before: unknown; after: unknown },
): Promise<void> {
  const note = `${JSON.stringify(before)} → ${JSON.stringify(after)}`
  await db
    .insertInto('sell_status_change')
    .values({ request_id: id, event, from_status: status, to_status: status, actor: by, note })
    .execute()
}
