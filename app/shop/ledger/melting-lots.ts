import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { type Metal, metals } from '#app/shop/buying/valuables.ts'
import { worth } from '#app/shop/buying/valuation.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { type LotEvent, type LotStatus, lotStatuses } from './lot-words.ts'
import { findMeltable, type Meltable, waitingToMelt } from './meltable.ts'

/** What keeps a lot from being changed; `changed-meanwhile`: somebody did so since the version that was seen. */
export type LotRefusal =
  | { ok: false; reason: 'no-such-lot' | 'changed-meanwhile' }
  | { ok: false; reason: 'not-from-here'; status: LotStatus }

/** What metal a thing has: hundredths of a gram, tenths of a per mille. */
export type Alloy = { metal: Metal; weight: number; fineness: number }

/** Fine metal in millionths of a gram: as the calculator reckons it. */
export const fineOf = ({ weight, fineness }: Pick<Alloy, 'weight' | 'fineness'>) => weight * fineness

const lockedLot = { id: int4, number: text, status: oneOf(lotStatuses), version: int4, now: timestamptz }

/** Does something to a lot as it was seen, in somebody's name; whoever comes second is told. */
export async function onLot<Done extends { ok: boolean }>(
  db: Database,
  member: StaffActor,
  { lot, version, from }: { lot: number; version: number; from: readonly LotStatus[] },
  work: (transaction: Database, locked: { id: number; number: string; now: Date }) => Promise<Done>,
): Promise<Done | LotRefusal> {
  return asStaff(db, member, async (transaction) => {
    const [locked] = await query(transaction, lockedLot)`
      select id, number, status, version, now() as now from melt_lot where id = ${lot} for no key update
    `
    if (!locked) return { ok: false, reason: 'no-such-lot' }
    if (!from.includes(locked.status)) return { ok: false, reason: 'not-from-here', status: locked.status }
    if (locked.version !== version) return { ok: false, reason: 'changed-meanwhile' }
    return work(transaction, locked)
  })
}

/** Raises a lot's version and writes down what was done to it. */
export async function noteOnLot(
  db: Database,
  member: StaffActor,
  lot: number,
  { event, about = null }: { event: LotEvent; about?: string | null },
): Promise<void> {
  await sql`update melt_lot set version = version + 1 where id = ${lot}`.execute(db)
  await db.insertInto('melt_lot_event').values({ lot_id: lot, event, about, by: member.name }).execute()
}

/** Opens a lot for a refinery; what goes into it comes after. `day`: YYYY-MM-DD. */
export async function openLot(
  db: Database,
  member: StaffActor,
  { refiner, note, day }: { refiner: string; note: string; day: string },
): Promise<{ ok: true; lot: number; number: string }> {
  return asStaff(db, member, async (transaction) => {
    const [opened] = await query(transaction, { id: int4, number: text })`
      with next as (${nextNumberInSeries('melt', new Date(`${day}T12:00:00Z`))})
      insert into melt_lot (number, refiner, note, opened_on)
      select 'SL-' || next.number, ${refiner}, ${note}, ${day}::date from next returning id, number
    `
    if (!opened) throw new Error('a lot was not opened')
    await noteOnLot(transaction, member, opened.id, { event: 'open' })
    return { ok: true, lot: opened.id, number: opened.number }
  })
}

export type LineAdded =
  | { ok: true }
  | LotRefusal
  /** It lies in a lot already. */
  | { ok: false; reason: 'in-lot'; lot: string }
  | { ok: false; reason: 'no-such-thing' | 'not-meltable' }

/** Puts a thing of the ledger into a lot that is not sent yet; one thing is in one lot. */
export async function addToLot(
  db: Database,
  member: StaffActor,
  { lot, version, ledger, alloy }: { lot: number; version: number; ledger: number; alloy: Alloy },
): Promise<LineAdded> {
  return onLot(db, member, { lot, version, from: ['open'] }, async (transaction): Promise<LineAdded> => {
    const thing = await findMeltable(transaction, ledger)
    if (!thing) return { ok: false, reason: 'no-such-thing' }
    if (thing.lot) return { ok: false, reason: 'in-lot', lot: thing.lot }
    if (!thing.isMeltable) return { ok: false, reason: 'not-meltable' }
    const added = await transaction
      .insertInto('melt_lot_line')
      .values({ lot_id: lot, ledger_number: ledger, ...alloy, fine: fineOf(alloy) })
      .onConflict((conflict) => conflict.column('ledger_number').doNothing())
      .returning('ledger_number')
      .executeTakeFirst()
    if (!added) {
      const other = await findMeltable(transaction, ledger)
      return { ok: false, reason: 'in-lot', lot: other?.lot ?? '' }
    }
    await noteOnLot(transaction, member, lot, { event: 'add', about: aboutThing(thing) })
    return { ok: true }
  })
}

/**
 * Puts everything of these that waits and of which metal, weight and fineness are known into a lot, as they were bought;
 * `left`: what has to be weighed first, or is elsewhere by now.
 */
export async function addWaitingToLot(
  db: Database,
  member: StaffActor,
  { lot, version, ledgers }: { lot: number; version: number; ledgers: readonly number[] },
): Promise<{ ok: true; added: number; left: number } | LotRefusal> {
  return onLot(db, member, { lot, version, from: ['open'] }, async (transaction) => {
    const waiting = await waitingToMelt(transaction)
    const wanted = waiting.filter(({ number }) => ledgers.includes(number))
    const lines = wanted.flatMap(({ number, metal, weight, fineness }) =>
      metal === null || weight === null || fineness === null
        ? []
        : [
            {
              lot_id: lot,
              ledger_number: number,
              ...{ metal, weight, fineness, fine: fineOf({ weight, fineness }) },
            },
          ],
    )
    const added =
      lines.length === 0
        ? []
        : await transaction
            .insertInto('melt_lot_line')
            .values(lines)
            .onConflict((conflict) => conflict.column('ledger_number').doNothing())
            .returning('ledger_number')
            .execute()
    for (const { ledger_number } of added) {
      const thing = wanted.find(({ number }) => number === ledger_number)
      if (thing) await noteOnLot(transaction, member, lot, { event: 'add', about: aboutThing(thing) })
    }
    return { ok: true, added: added.length, left: ledgers.length - added.length } as const
  })
}

const aboutThing = ({ number, title }: Pick<Meltable, 'number' | 'title'>) => `${number} ${title}`

/** Corrects what metal a thing has, while its lot is here. */
export async function changeLotLine(
  db: Database,
  member: StaffActor,
  { lot, version, ledger, alloy }: { lot: number; version: number; ledger: number; alloy: Alloy },
): Promise<{ ok: true } | LotRefusal | { ok: false; reason: 'no-such-thing' }> {
  return onLot(db, member, { lot, version, from: ['open'] }, async (transaction) => {
    const changed = await transaction
      .updateTable('melt_lot_line')
      .set({ ...alloy, fine: fineOf(alloy) })
      .where('lot_id', '=', lot)
      .where('ledger_number', '=', ledger)
      .returning('ledger_number')
      .executeTakeFirst()
    if (!changed) return { ok: false, reason: 'no-such-thing' } as const
    await noteOnLot(transaction, member, lot, { event: 'change', about: String(ledger) })
    return { ok: true } as const
  })
}

/** Takes a thing out of a lot that is not sent yet: it waits again. */
export async function takeOutOfLot(
  db: Database,
  member: StaffActor,
  { lot, version, ledger }: { lot: number; version: number; ledger: number },
): Promise<{ ok: true } | LotRefusal | { ok: false; reason: 'no-such-thing' }> {
  return onLot(db, member, { lot, version, from: ['open'] }, async (transaction) => {
    const gone = await transaction
      .deleteFrom('melt_lot_line')
      .where('lot_id', '=', lot)
      .where('ledger_number', '=', ledger)
      .returning('ledger_number')
      .executeTakeFirst()
    if (!gone) return { ok: false, reason: 'no-such-thing' } as const
    await noteOnLot(transaction, member, lot, { event: 'take-out', about: String(ledger) })
    return { ok: true } as const
  })
}

/** Gives up a lot that is not sent yet; what was in it waits again. */
export async function cancelLot(
  db: Database,
  member: StaffActor,
  { lot, version }: { lot: number; version: number },
): Promise<{ ok: true } | LotRefusal> {
  return onLot(db, member, { lot, version, from: ['open'] }, async (transaction) => {
    await transaction.deleteFrom('melt_lot_line').where('lot_id', '=', lot).execute()
    await transaction.updateTable('melt_lot').set({ status: 'cancelled' }).where('id', '=', lot).execute()
    await noteOnLot(transaction, member, lot, { event: 'cancel' })
    return { ok: true } as const
  })
}

export type LotSent =
  | { ok: true }
  | LotRefusal
  | { ok: false; reason: 'empty' }
  /** Somebody holds or bought them meanwhile, or they are on sale: their ledger numbers and names. */
  | { ok: false; reason: 'not-meltable'; things: string[] }

/**
 * A lot leaves for the refinery: pieces of the catalogue are melted from then on, and nobody can buy them. What each thing
 * should bring at the prices of this moment stays with it, to be compared with what comes back.
 */
export async function sendLot(
  db: Database,
  member: StaffActor,
  { lot, version }: { lot: number; version: number },
): Promise<LotSent> {
  return onLot(
    db,
    member,
    { lot, version, from: ['open'] },
    async (transaction, { now }): Promise<LotSent> => {
      const lines = await transaction
        .selectFrom('melt_lot_line')
        .select(['ledger_number', 'metal', 'fine'])
        .where('lot_id', '=', lot)
        .orderBy('ledger_number')
        .execute()
      if (lines.length === 0) return { ok: false, reason: 'empty' }
      const { prices } = await currentPrices(transaction, now)
      const things: Meltable[] = []
      for (const { ledger_number } of lines) {
        const thing = await findMeltable(transaction, ledger_number, { locks: true })
        if (thing) things.push(thing)
      }
      const kept = things.filter(({ isMeltable }) => !isMeltable).map(aboutThing)
      if (kept.length > 0) return { ok: false, reason: 'not-meltable', things: kept }
      for (const { product, status } of things) {
        if (product === null || status === 'melted') continue
        const takeIn = status === 'draft'
        if (takeIn) await sql`update product set status = 'intake' where id = ${product}`.execute(transaction)
        await sql`update product set status = 'melted' where id = ${product}`.execute(transaction)
      }
      for (const { ledger_number, metal, fine } of lines) {
        const price = prices[metals.find((each) => each === metal) ?? 'gold']
        await transaction
          .updateTable('melt_lot_line')
          .set({ expected_cents: price ? worth(fine, price.centsPerOunce, 1000) : null })
          .where('lot_id', '=', lot)
          .where('ledger_number', '=', ledger_number)
          .execute()
      }
      await transaction
        .updateTable('melt_lot')
        .set({ status: 'sent', sent_on: germanDay(now) })
        .where('id', '=', lot)
        .execute()
      await noteOnLot(transaction, member, lot, { event: 'send' })
      return { ok: true }
    },
  )
}
