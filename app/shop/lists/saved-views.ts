import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, query, value } from '#app/platform/database/statement.ts'
import { asStaff, changesSince, type StaffActor, versionOf } from '#app/shop/staff/change-record.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { readQuestion, writeQuestion } from '#app/shop/stock/list-question.ts'
import { type ListName, lists } from './lists.ts'

export const viewLimits = { name: 60, address: 4000, ofOnePerson: 50 }

/** Whoever asks: shared views may be changed by their maker and by owners. */
export type ViewMember = StaffActor & { role: StaffRole }

export type SavedView = {
  id: number
  name: string
  address: string
  shared: boolean
  /** Who made it. */
  by: string
  own: boolean
  mayChange: boolean
  version: number
}

export type ViewRefusal =
  | { ok: false; reason: 'no-such-view' | 'not-allowed' | 'name-missing' | 'name-taken' | 'too-many' }
  /** What it is now, and who made it so; `version` is what a further save begins from. */
  | { ok: false; reason: 'changed-meanwhile'; by: string | null; name: string; version: number }
export type ViewSaved = { ok: true; id: number } | ViewRefusal

const subjectOf = (id: number) => ({ subject: 'saved-view', id: String(id) }) as const

/** Somebody's own views of a list and those of everybody, by name. */
export async function savedViews(db: Database, member: ViewMember, list: ListName): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_view as v')
    .innerJoin('staff_member as m', 'm.id', 'v.staff_id')
    .select(['v.id', 'v.name', 'v.address', 'v.shared', 'v.staff_id', 'm.name as by'])
    .where('v.list', '=', list)
    .where((is) => is.or([is('v.shared', '=', true), is('v.staff_id', '=', member.id)]))
    .orderBy('v.shared')
    .orderBy('v.name')
    .orderBy('v.id')
    .execute()
  return Promise.all(
    rows.map(async ({ staff_id, ...view }) => ({
      ...view,
      own: staff_id === member.id,
      mayChange: staff_id === member.id || member.role === 'owner',
      version: await versionOf(db, subjectOf(view.id)),
    })),
  )
}

/**
 * The address of a view without filters that are gone, such as a branch that was closed; it differs from the view's own
 * where something is gone.
 */
export function usableAddress(
  address: string,
  { branches, brands }: { branches: ReadonlySet<string>; brands: ReadonlySet<string> },
): string {
  const question = readQuestion(new URLSearchParams(address))
  return writeQuestion({
    ...question,
    branches: question.branches.filter((id) => id === 'none' || branches.has(id)),
    brands: question.brands.filter((slug) => brands.has(slug)),
  }).toString()
}

/** Keeps a list under a name. */
export async function saveView(
  db: Database,
  member: ViewMember,
  given: { list: ListName; name: string; address: string; shared: boolean },
): Promise<ViewSaved> {
  const name = given.name.trim()
  if (name === '') return { ok: false, reason: 'name-missing' }
  return asStaff(db, member, async (transaction) => {
    await oneAtATime(transaction)
    if (
      await isTaken(transaction, {
        list: given.list,
        name,
        shared: given.shared,
        staffId: member.id,
        id: null,
      })
    )
      return { ok: false, reason: 'name-taken' }
    const [own] = await query(transaction, { count: int4 })`
      select count(*)::int as count from saved_view where staff_id = ${member.id}`
    if ((own?.count ?? 0) >= viewLimits.ofOnePerson) return { ok: false, reason: 'too-many' }
    const { id } = await transaction
      .insertInto('saved_view')
      .values({
        list: given.list,
        staff_id: member.id,
        name,
        address: lists[given.list].plain(given.address),
        shared: given.shared,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id }
  })
}

/** Renames a view, shares it, or replaces the list that it shows; what is not given stays. */
export async function changeView(
  db: Database,
  member: ViewMember,
  given: { list: ListName; id: number; version: number; name?: string; address?: string; shared?: boolean },
): Promise<ViewSaved> {
  const { id } = given
  return asStaff(db, member, async (transaction) => {
    await oneAtATime(transaction)
    const view = await changeable(transaction, member, given)
    if ('ok' in view) return view
    const name = given.name?.trim() ?? view.name
    if (name === '') return { ok: false, reason: 'name-missing' }
    const shared = given.shared ?? view.shared
    const { list } = given
    if (await isTaken(transaction, { list, name, shared, staffId: view.staff_id, id }))
      return { ok: false, reason: 'name-taken' }
    const address = given.address === undefined ? view.address : lists[list].plain(given.address)
    await transaction.updateTable('saved_view').set({ name, shared, address }).where('id', '=', id).execute()
    return { ok: true, id }
  })
}

export async function deleteView(
  db: Database,
  member: ViewMember,
  given: { list: ListName; id: number; version: number },
): Promise<ViewSaved> {
  return asStaff(db, member, async (transaction) => {
    await oneAtATime(transaction)
    const view = await changeable(transaction, member, given)
    if ('ok' in view) return view
    await transaction.deleteFrom('saved_view').where('id', '=', given.id).execute()
    return { ok: true, id: given.id }
  })
}

/** Views are few and seldom written: of two at once the second waits, and then sees the first one's name. */
const oneAtATime = (transaction: Database) =>
  sql`lock table saved_view in share row exclusive mode`.execute(transaction)

/** A view as it is, where somebody may change it and it is still as they saw it. */
async function changeable(
  db: Database,
  member: ViewMember,
  { list, id, version }: { list: ListName; id: number; version: number },
) {
  const view = await db
    .selectFrom('saved_view')
    .selectAll()
    .where('id', '=', id)
    .where('list', '=', list)
    .executeTakeFirst()
  const own = view?.staff_id === member.id
  if (!view || !(own || view.shared)) return { ok: false, reason: 'no-such-view' } as const
  if (!own && member.role !== 'owner') return { ok: false, reason: 'not-allowed' } as const
  const last = (await changesSince(db, subjectOf(id), version)).at(-1)
  if (!last) return view
  const { by } = last
  return { ok: false, reason: 'changed-meanwhile', by, name: view.name, version: last.version } as const
}

async function isTaken(
  db: Database,
  {
    list,
    name,
    shared,
    staffId,
    id,
  }: { list: ListName; name: string; shared: boolean; staffId: number; id: number | null },
): Promise<boolean> {
  const among = db
    .selectFrom('saved_view')
    .select('id')
    .where('list', '=', list)
    .where('shared', '=', shared)
    .where(value(bool)`lower(name) = lower(${name})`)
  const rows = await (shared ? among : among.where('staff_id', '=', staffId)).execute()
  return rows.some((row) => row.id !== id)
}
