import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { asStaff, changesSince, type StaffActor, type Subject, versionOf } from '../staff/change-record.ts'
import type { Faults } from './setting-faults.ts'
import {
  type Branch,
  checkBranch,
  checkOpening,
  checkSetting,
  readSettings,
  type Setting,
  type SettingKey,
  saveBranch,
  saveSetting,
} from './settings.ts'

/** Somebody saved since the form was opened: what is stored now, by whom. Nothing was changed. */
export type ChangedMeanwhile<Value> = {
  ok: false
  reason: 'changed-meanwhile'
  version: number
  theirs: Value
  by: string | null
  at: string
}

export type Invalid = { ok: false; reason: 'invalid'; faults: Faults }

export type Changed<Value> = { ok: true; version: number; value: Value } | Invalid | ChangedMeanwhile<Value>

/** Stores one setting in somebody's name, if it still is as it was in `version`. */
export async function changeSetting<Key extends SettingKey>(
  db: Database,
  member: StaffActor,
  key: Key,
  { value, version }: { value: unknown; version: number },
): Promise<Changed<Setting<Key>>> {
  const checked = checkSetting(key, value)
  if (!checked.ok) return { ok: false, reason: 'invalid', faults: checked.faults }
  const subject = { subject: 'setting', id: key } as const
  return asStaff(db, member, async (transaction): Promise<Changed<Setting<Key>>> => {
    await sql`lock table setting in share row exclusive mode`.execute(transaction)
    const stored = async () => (await readSettings(transaction))[key] as Setting<Key>
    const meanwhile = await changedMeanwhile(transaction, subject, version)
    if (meanwhile) return { ...meanwhile, theirs: await stored() }
    await saveSetting(transaction, key, checked.value as never)
    return { ok: true, version: await versionOf(transaction, subject), value: await stored() }
  })
}

/** Stores a branch that is there in somebody's name, if it still is as it was in `version`. */
export async function changeBranch(
  db: Database,
  member: StaffActor,
  { value, version }: { value: unknown; version: number },
  check = checkBranch,
): Promise<Changed<Branch> | { ok: false; reason: 'no-such-branch' }> {
  const checked = check(value)
  if (!checked.ok) return { ok: false, reason: 'invalid', faults: checked.faults }
  const branch = checked.value
  const subject = { subject: 'branch', id: branch.id } as const
  return asStaff(db, member, async (transaction) => {
    const branches = await lockBranches(transaction)
    const position = branches.findIndex(({ id }) => id === branch.id)
    const theirs = branches[position]
    if (!theirs) return { ok: false, reason: 'no-such-branch' }
    const meanwhile = await changedMeanwhile(transaction, subject, version)
    if (meanwhile) return { ...meanwhile, theirs }
    await saveBranch(transaction, await positionOf(transaction, branch.id), branch)
    return { ok: true, version: await versionOf(transaction, subject), value: branch }
  })
}

/** Opening hours and exceptions of a branch alone: what whoever stands at the counter may change. */
export async function changeOpening(
  db: Database,
  member: StaffActor,
  { id, hours, holidays, version }: { id: string; hours: unknown; holidays: unknown; version: number },
): ReturnType<typeof changeBranch> {
  return together(db, async (transaction) => {
    const branch = (await lockBranches(transaction)).find((each) => each.id === id)
    if (!branch) return { ok: false, reason: 'no-such-branch' }
    const value = { ...branch, hours, holidays }
    return changeBranch(transaction, member, { value, version }, checkOpening)
  })
}

/** A branch more, after the others. */
export async function addBranch(
  db: Database,
  member: StaffActor,
  value: unknown,
): Promise<{ ok: true; id: string } | Invalid> {
  const checked = checkBranch(value)
  if (!checked.ok) return { ok: false, reason: 'invalid', faults: checked.faults }
  return asStaff(db, member, async (transaction) => {
    const branches = await lockBranches(transaction)
    const { id } = checked.value
    if (branches.some((branch) => branch.id === id))
      return { ok: false, reason: 'invalid', faults: { id: 'id-taken' } }
    const [row] = await query(transaction, { next: int8 })`
      select coalesce(max(position) + 1, 0)::int8 as next from branch
    `
    await saveBranch(transaction, row?.next ?? 0, checked.value)
    return { ok: true, id }
  })
}

/** The order in which customers see the branches; the first one's hours stand on every page. */
export async function orderBranches(
  db: Database,
  member: StaffActor,
  { ids, from }: { ids: readonly string[]; from: readonly string[] },
): Promise<{ ok: true } | { ok: false; reason: 'others-there' | 'changed-meanwhile' }> {
  return asStaff(db, member, async (transaction) => {
    const branches = await lockBranches(transaction)
    const known = branches.map(({ id }) => id)
    if (ids.length !== known.length || known.some((id) => !ids.includes(id)))
      return { ok: false, reason: 'others-there' }
    if (known.some((id, position) => from[position] !== id)) return { ok: false, reason: 'changed-meanwhile' }
    for (const [position, id] of ids.entries())
      await transaction
        .updateTable('branch')
        .set({ position })
        .where('id', '=', id)
        .where('position', '<>', position)
        .execute()
    return { ok: true }
  })
}

/** What names a branch and keeps it from being taken away. */
export type BranchUse = Record<'pieces' | 'requests' | 'appointments' | 'purchases' | 'payments', number>

/** Takes a branch away that nothing names: no piece lies or lay there, no request, visit or purchase was there. */
export async function removeBranch(
  db: Database,
  member: StaffActor,
  { id, version }: { id: string; version: number },
): Promise<
  | { ok: true }
  | { ok: false; reason: 'no-such-branch' }
  | { ok: false; reason: 'in-use'; use: BranchUse }
  | ChangedMeanwhile<Branch>
> {
  return asStaff(db, member, async (transaction) => {
    const theirs = (await lockBranches(transaction)).find((branch) => branch.id === id)
    if (!theirs) return { ok: false, reason: 'no-such-branch' }
    const meanwhile = await changedMeanwhile(transaction, { subject: 'branch', id }, version)
    if (meanwhile) return { ...meanwhile, theirs }
    const use = await branchUse(transaction, id)
    if (Object.values(use).some((count) => count > 0)) return { ok: false, reason: 'in-use', use }
    await transaction.deleteFrom('branch').where('id', '=', id).execute()
    return { ok: true }
  })
}

/** How much of the shop names a branch. */
export async function branchUse(db: Database, id: string): Promise<BranchUse> {
  const [use] = await query(db, {
    ...{ pieces: int8, requests: int8, appointments: int8, purchases: int8, payments: int8 },
  })`
    select (select count(*) from product where branch_id = ${id}) as pieces,
      (select count(*) from sell_request where branch_id = ${id}) as requests,
      (select count(*) from appointment where branch_id = ${id}) as appointments,
      (select count(*) from purchase where branch_id = ${id})
        + (select count(*) from purchase_receipt where branch_id = ${id}) as purchases,
      (select count(*) from money where branch_id = ${id}) as payments
  `
  return use ?? { pieces: 0, requests: 0, appointments: 0, purchases: 0, payments: 0 }
}

/** Nobody else stores a branch, or something that names one, until the transaction ends; reading goes on. */
async function lockBranches(transaction: Database): Promise<Branch[]> {
  await sql`lock table branch in share row exclusive mode`.execute(transaction)
  return (await readSettings(transaction)).branches
}

async function positionOf(transaction: Database, id: string): Promise<number> {
  const row = await transaction
    .selectFrom('branch')
    .select('position')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.position
}

/** Who changed something last since a version; null when nobody did. */
async function changedMeanwhile(transaction: Database, subject: Subject, version: number) {
  const last = (await changesSince(transaction, subject, version)).at(-1)
  return last
    ? ({
        ok: false,
        reason: 'changed-meanwhile',
        version: last.version,
        by: last.by,
        at: last.at.toISOString(),
      } as const)
    : null
}
