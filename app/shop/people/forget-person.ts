import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { erasePart } from './erase-record.ts'
import { type FileAnswer, fileToWrite, findFile } from './person-files.ts'
import { type Duty, type ErasedPart, type PlannedErasure, planErasure } from './plan-erasure.ts'
import type { PersonKey, RecordKind, RecordRef } from './record-kinds.ts'

type Means = { settings: Pick<Settings, 'buying' | 'mails'>; now: Date }

/** `another-plan`: what goes or stays is something else by now than what was shown. */
export type Forgotten =
  | { ok: true; person: number; erased: number; kept: number }
  | Exclude<FileAnswer, { ok: true }>
  | { ok: false; reason: 'another-plan' }

/**
 * Forgets somebody as the data protection law gives it (Art. 17 GDPR): what no duty keeps is erased at once, what one does is
 * restricted to that, and erased when its time is over (`eraseRestricted`). Writes down that it was asked for and done, and
 * nothing of what was erased. `plan`: the fingerprint of what was shown; `askedOn`: the day on which they asked.
 */
export async function forgetPerson(
  db: Database,
  { key, version, plan, askedOn }: { key: PersonKey; version: number; plan: string; askedOn: string },
  { settings, now, by }: Means & { by: StaffActor },
): Promise<Forgotten> {
  return asStaff(db, by, async (transaction) => {
    const opened = await fileToWrite(transaction, { key, version }, by)
    if (!opened.ok) return opened
    const { person } = opened
    const file = await findFile(transaction, { person })
    const planned = await planErasure(transaction, file?.links ?? [], { settings, now })
    if (planned.fingerprint !== plan) return { ok: false, reason: 'another-plan' }
    const { id } = await transaction
      .insertInto('erasure')
      .values({ person_id: person, asked_on: askedOn, staff_id: by.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const item of planned.items) {
      if (item.stays === null) await erasePart(transaction, item, { now })
      await noteItem(transaction, id, item)
    }
    await transaction
      .updateTable('person')
      .set({ note: '', forgotten_at: sql`now()` })
      .where('id', '=', person)
      .execute()
    await noteStaffAct(transaction, { kind: 'people', about: `person ${person} forgotten`, by: by.name })
    const kept = planned.items.filter(({ stays }) => stays !== null).length
    return { ok: true, person, erased: planned.items.length - kept, kept }
  })
}

async function noteItem(db: Database, erasure: number, item: PlannedErasure): Promise<void> {
  const { kind, ref, part, stays } = item
  await db
    .insertInto('erasure_item')
    .values({
      ...{ erasure_id: erasure, kind, ref, part, duty: stays },
      ...(stays === null ? { erased_at: sql`now()` } : { keep_until: item.keepUntil }),
    })
    .execute()
}

/** What became of a wish to be forgotten. */
export type Erasure = {
  askedOn: string
  doneAt: Date
  by: string
  items: {
    kind: RecordKind
    ref: number
    part: ErasedPart
    duty: Duty | null
    keepUntil: string | null
    erasedAt: Date | null
  }[]
}

/** The wishes of somebody to be forgotten, newest first. */
export async function erasuresOf(db: Database, person: number): Promise<Erasure[]> {
  const rows = await db
    .selectFrom('erasure as e')
    .innerJoin('staff_member as s', 's.id', 'e.staff_id')
    .select(['e.id', 'e.asked_on', 'e.done_at', 's.name'])
    .where('e.person_id', '=', person)
    .orderBy('e.id', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ id, asked_on, done_at, name }) => ({
      ...{ askedOn: asked_on, doneAt: done_at, by: name },
      items: (await itemsOf(db, id)) as Erasure['items'],
    })),
  )
}

const itemsOf = (db: Database, erasure: number) =>
  db
    .selectFrom('erasure_item')
    .select(['kind', 'ref', 'part', 'duty', 'keep_until as keepUntil', 'erased_at as erasedAt'])
    .where('erasure_id', '=', erasure)
    .orderBy('id')
    .execute()

/**
 * Erases what is restricted once its duty is over: an order that has ended meanwhile, an invoice whose years have passed. What
 * is kept for another reason by now says so. Returns how many parts were erased.
 */
export async function eraseRestricted(db: Database, { settings, now }: Means): Promise<number> {
  const kept = await db
    .selectFrom('erasure_item')
    .select(['erasure_id as erasure', 'kind', 'ref'])
    .distinct()
    .where('erased_at', 'is', null)
    .orderBy('erasure_id')
    .execute()
  const byErasure = Map.groupBy(kept, ({ erasure }) => erasure)
  let erased = 0
  for (const [erasure, refs] of byErasure)
    erased += await eraseOver(db, erasure, refs as RecordRef[], { settings, now })
  return erased
}

async function eraseOver(
  db: Database,
  erasure: number,
  refs: readonly RecordRef[],
  means: Means,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('shop.actor', 'shop', true)`.execute(transaction)
    const waiting = await transaction
      .selectFrom('erasure_item')
      .select(['id', 'kind', 'ref', 'part', 'duty', 'keep_until'])
      .where('erasure_id', '=', erasure)
      .where('erased_at', 'is', null)
      .forUpdate()
      .execute()
    const { items } = await planErasure(transaction, refs, means)
    let count = 0
    for (const { id, kind, ref, part, duty, keep_until } of waiting) {
      const now = items.find((each) => each.kind === kind && each.ref === ref && each.part === part)
      if (now && now.stays !== null) {
        if (now.stays !== duty || now.keepUntil !== keep_until)
          await transaction
            .updateTable('erasure_item')
            .set({ duty: now.stays, keep_until: now.keepUntil })
            .where('id', '=', id)
            .execute()
        continue
      }
      // What the plan no longer knows was erased by its own term.
      if (now) await erasePart(transaction, now, means)
      await transaction
        .updateTable('erasure_item')
        .set({ erased_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      count += 1
    }
    await noteNew(transaction, { erasure, items, waiting }, means)
    return count
  })
}

/** Parts that were not known when it was asked for: of a deal that has been done since. */
async function noteNew(
  db: Database,
  {
    erasure,
    items,
    waiting,
  }: {
    erasure: number
    items: readonly PlannedErasure[]
    waiting: readonly { kind: string; ref: number; part: string }[]
  },
  means: Means,
): Promise<void> {
  const known = await itemsOf(db, erasure)
  for (const item of items) {
    const same = (each: { kind: string; ref: number; part: string }) =>
      each.kind === item.kind && each.ref === item.ref && each.part === item.part
    if (known.some(same) || waiting.some(same)) continue
    if (item.stays === null) await erasePart(db, item, means)
    await noteItem(db, erasure, item)
  }
}
