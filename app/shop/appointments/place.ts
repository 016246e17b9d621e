import type { Database } from '#app/platform/database/database.ts'
import type { Branch, Settings } from '../settings/settings.ts'
import { branchesAsOpen } from '../settings/vacation.ts'
import { freeSeat, lockBranch, rulesOf, type Slot, slotsOf } from './free-times.ts'

/** What decides when somebody is received, and who is told. */
export type AppointmentSettings = Pick<Settings, 'buying' | 'branches' | 'contact' | 'vacation'>

export type WantedTime = { branchId: string; startsAt: Date }

export type Placed =
  | ({ ok: true; seat: number } & Slot)
  /** `no-such-time`: the branch receives nobody then; `taken`: it does, but somebody else. */
  | { ok: false; reason: 'no-such-branch' | 'no-such-time' | 'taken' }

export function branchOf(settings: AppointmentSettings, branchId: string): Branch | null {
  return branchesAsOpen(settings).find(({ id }) => id === branchId) ?? null
}

/**
 * A place at one of a branch's free times, in a transaction: the branch stays locked for the rest of it, so that of many
 * who want the last one exactly one gets it. `except`: an appointment that is moved. `earliest`: no time before it will do.
 */
export async function placeAtFreeTime(
  db: Database,
  { branchId, startsAt }: WantedTime,
  {
    settings,
    now,
    except = null,
    earliest = null,
  }: { settings: AppointmentSettings; now: Date; except?: number | null; earliest?: Date | null },
): Promise<Placed> {
  if (earliest !== null && startsAt < earliest) return { ok: false, reason: 'no-such-time' }
  const branch = branchOf(settings, branchId)
  if (!branch) return { ok: false, reason: 'no-such-branch' }
  const rules = rulesOf(settings.buying, branchId)
  const slot = slotsOf(branch, rules, now).find((each) => each.startsAt.getTime() === startsAt.getTime())
  if (!slot) return { ok: false, reason: 'no-such-time' }
  await lockBranch(db, branchId)
  const seat = await freeSeat(db, { branchId, ...slot }, { seats: rules.seats, except })
  return seat === null ? { ok: false, reason: 'taken' } : { ok: true, seat, ...slot }
}

/**
 * A place wherever staff want it, though no time is free: outside of hours, in a closed day, beside others. Minutes are
 * those of the branch unless said otherwise.
 */
export async function placeByForce(
  db: Database,
  { branchId, startsAt, minutes }: WantedTime & { minutes: number | null },
  { settings, except = null }: { settings: AppointmentSettings; except?: number | null },
): Promise<Placed> {
  if (!settings.branches.some(({ id }) => id === branchId)) return { ok: false, reason: 'no-such-branch' }
  const length = minutes ?? rulesOf(settings.buying, branchId).minutes
  const slot = { startsAt, endsAt: new Date(startsAt.getTime() + length * 60_000) }
  await lockBranch(db, branchId)
  const seat = await freeSeat(db, { branchId, ...slot }, { seats: 1, except, force: true })
  return seat === null ? { ok: false, reason: 'taken' } : { ok: true, seat, ...slot }
}

/** Whether somebody is away at a time, or receives somebody else. */
export async function isBusy(
  db: Database,
  staffId: number,
  { startsAt, endsAt, except = null }: Slot & { except?: number | null },
): Promise<'person-busy' | 'person-away' | null> {
  const [other, away] = await Promise.all([
    db
      .selectFrom('appointment')
      .select('id')
      .where('staff_id', '=', staffId)
      .where('cancelled_at', 'is', null)
      .where('id', '<>', except ?? 0)
      .where('starts_at', '<', endsAt)
      .where('ends_at', '>', startsAt)
      .executeTakeFirst(),
    db
      .selectFrom('absence')
      .select('id')
      .where('staff_id', '=', staffId)
      .where('ended_at', 'is', null)
      .where('starts_at', '<', endsAt)
      .where('ends_at', '>', startsAt)
      .executeTakeFirst(),
  ])
  if (other) return 'person-busy'
  return away ? 'person-away' : null
}

/** What a constraint of the database says where two were faster than their checks; null: it is another fault. */
export function refusedByConstraint(error: unknown): 'taken' | 'person-busy' | null {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'appointment_seat') return 'taken'
  return constraint === 'appointment_person' ? 'person-busy' : null
}
