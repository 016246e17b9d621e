import { type Database, together } from '#app/platform/database/database.ts'
import { int8, value } from '#app/platform/database/statement.ts'
import { lockBranch } from './free-times.ts'

/** When a branch receives nobody, or a person is not there. One of the two is named. */
export type Absence = {
  id: number
  branchId: string | null
  staff: { id: number; name: string } | null
  startsAt: Date
  endsAt: Date
  reason: string
}

/** The absences that touch a span, earliest first. */
export async function readAbsences(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<Absence[]> {
  const rows = await db
    .selectFrom('absence as a')
    .leftJoin('staff_member as s', 's.id', 'a.staff_id')
    .select(['a.id', 'a.branch_id', 'a.staff_id', 'a.starts_at', 'a.ends_at', 'a.reason', 's.name'])
    .where('a.ended_at', 'is', null)
    .where('a.starts_at', '<', until)
    .where('a.ends_at', '>', from)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    ...{
      id: row.id,
      branchId: row.branch_id,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      reason: row.reason,
    },
    staff: row.staff_id !== null && row.name !== null ? { id: row.staff_id, name: row.name } : null,
  }))
}

const longest = 366 * 86_400_000

/**
 * Blocks a time of a branch or a person. What is booked in it already stays: `inside` says how many, for somebody has to
 * move them.
 */
export async function blockTime(
  db: Database,
  {
    of,
    startsAt,
    endsAt,
    reason,
  }: { of: { branchId: string } | { staffId: number }; startsAt: Date; endsAt: Date; reason: string },
): Promise<
  | { ok: true; id: number; inside: number }
  | { ok: false; reason: 'ends-before-begin' | 'too-long' | 'nobody' }
> {
  if (endsAt <= startsAt) return { ok: false, reason: 'ends-before-begin' }
  if (endsAt.getTime() - startsAt.getTime() > longest) return { ok: false, reason: 'too-long' }
  return together(db, async (transaction) => {
    const whose =
      'branchId' in of
        ? await transaction.selectFrom('branch').select('id').where('id', '=', of.branchId).executeTakeFirst()
        : await transaction
            .selectFrom('staff_member')
            .select('id')
            .where('id', '=', of.staffId)
            .where('disabled_at', 'is', null)
            .executeTakeFirst()
    if (!whose) return { ok: false, reason: 'nobody' } as const
    // Whoever books a time of the branch at this moment has it before, and is counted.
    if ('branchId' in of) await lockBranch(transaction, of.branchId)
    const { id } = await transaction
      .insertInto('absence')
      .values({
        ...('branchId' in of ? { branch_id: of.branchId } : { staff_id: of.staffId }),
        ...{ starts_at: startsAt, ends_at: endsAt, reason },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { inside } = await transaction
      .selectFrom('appointment')
      .select(value(int8)`count(*)`.as('inside'))
      .where('cancelled_at', 'is', null)
      .where('starts_at', '<', endsAt)
      .where('ends_at', '>', startsAt)
      .where((build) =>
        'branchId' in of ? build('branch_id', '=', of.branchId) : build('staff_id', '=', of.staffId),
      )
      .executeTakeFirstOrThrow()
    return { ok: true, id, inside } as const
  })
}

/** Takes a blocked time back. Twice is once. Returns whether there is such a one. */
export async function unblockTime(db: Database, id: number, now: Date): Promise<boolean> {
  const found = await db
    .updateTable('absence')
    .set(({ fn, val }) => ({ ended_at: fn.coalesce('ended_at', val(now)) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return found.numUpdatedRows > 0n
}
