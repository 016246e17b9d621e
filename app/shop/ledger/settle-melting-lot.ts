import { createHash } from 'node:crypto'
import type { Database } from '#app/platform/database/database.ts'
import type { Files, StoredFile } from '#app/platform/files.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { meltPiece } from '#app/shop/buying/ledger.ts'
import type { Metal } from '#app/shop/buying/valuables.ts'
import { isPdf, safeFileName } from '#app/shop/pdf-file.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { type LotRefusal, noteOnLot, onLot } from './melting-lots.ts'

/** What came back of a metal: millionths of a gram, and cents before fees. */
export type ReturnedMetal = { metal: Metal; fine: number; valueCents: number }

type Line = { ledger: number; metal: string; weight: number; fine: number }

/**
 * What each thing has of an amount in cents, by `ledger`; together exactly the amount. A metal's value goes to the things
 * that have it, by their fine metal; a metal that none was expected to have (silver in gold) to all, by weight. Fees lessen
 * each by what it brought.
 */
export function sharesOf(
  lines: readonly Line[],
  returned: readonly ReturnedMetal[],
  feesCents: number,
): Map<number, number> {
  const values = lines.map(() => 0)
  for (const { metal, valueCents } of returned) {
    const fine = lines.map((line) => (line.metal === metal ? line.fine : 0))
    const by = fine.some((each) => each > 0) ? fine : lines.map(({ weight }) => weight)
    for (const [at, share] of exactShares(valueCents, by).entries()) values[at] = (values[at] ?? 0) + share
  }
  const fees = exactShares(feesCents, values)
  return new Map(lines.map(({ ledger }, at) => [ledger, (values[at] ?? 0) - (fees[at] ?? 0)]))
}

/** Cents in proportion to whole numbers, however large: each share is the difference of two sums, rounded down. */
function exactShares(cents: number, to: readonly number[]): number[] {
  const whole = to.reduce((sum, each) => sum + BigInt(each), 0n)
  if (whole === 0n) return to.map(() => 0)
  let before = 0n
  return to.map((each) => {
    const from = (BigInt(cents) * before) / whole
    before += BigInt(each)
    return Number((BigInt(cents) * before) / whole - from)
  })
}

export type LotSettled =
  | { ok: true; shares: { ledger: number; cents: number }[] }
  | LotRefusal
  | { ok: false; reason: 'in-the-future' | 'before-sent' }
  /** What was paid is not the values less the fees: by how many cents. */
  | { ok: false; reason: 'sum-differs'; byCents: number }
  /** The fees are more than everything is worth. */
  | { ok: false; reason: 'less-than-nothing' }
  | { ok: false; reason: 'not-possible'; ledger: number }

/**
 * Books what a refinery paid for a lot: each thing leaves the ledger with its share, and the shares are the amount to the
 * cent. `day`: of the settlement, YYYY-MM-DD. No VAT is reckoned: the refinery owes it (§ 13b UStG).
 */
export async function settleMeltingLot(
  db: Database,
  member: StaffActor,
  settlement: {
    lot: number
    version: number
    document: string
    day: string
    returned: readonly ReturnedMetal[]
    feesCents: number
    amountCents: number
  },
): Promise<LotSettled> {
  const { lot, version, document, day, returned, feesCents, amountCents } = settlement
  const values = returned.reduce((sum, { valueCents }) => sum + valueCents, 0)
  if (values < feesCents) return { ok: false, reason: 'less-than-nothing' }
  const byCents = amountCents - (values - feesCents)
  if (byCents !== 0) return { ok: false, reason: 'sum-differs', byCents }
  const failed: { refusal: LotSettled | null } = { refusal: null }
  const settled = await onLot(
    db,
    member,
    { lot, version, from: ['sent'] },
    async (transaction, { now }): Promise<LotSettled> => {
      const { sent_on } = await transaction
        .selectFrom('melt_lot')
        .select('sent_on')
        .where('id', '=', lot)
        .executeTakeFirstOrThrow()
      if (day > germanDay(now)) return { ok: false, reason: 'in-the-future' }
      if (sent_on !== null && day < sent_on) return { ok: false, reason: 'before-sent' }
      const lines = await transaction
        .selectFrom('melt_lot_line')
        .select(['ledger_number as ledger', 'metal', 'weight', 'fine'])
        .where('lot_id', '=', lot)
        .orderBy('ledger_number')
        .execute()
      const shares = sharesOf(lines, returned, feesCents)
      for (const { ledger } of lines) {
        const proceedsCents = shares.get(ledger) ?? 0
        const melted = await meltPiece(transaction, ledger, {
          proceedsCents,
          document,
          day,
          by: member.name,
          lot,
        })
        if (!melted.ok) {
          failed.refusal = { ok: false, reason: 'not-possible', ledger }
          throw new RolledBack()
        }
        await transaction
          .updateTable('melt_lot_line')
          .set({ share_cents: proceedsCents })
          .where('lot_id', '=', lot)
          .where('ledger_number', '=', ledger)
          .execute()
      }
      for (const { metal, fine, valueCents } of returned)
        await transaction
          .insertInto('melt_return')
          .values({ lot_id: lot, metal, fine, value_cents: valueCents })
          .execute()
      await transaction
        .updateTable('melt_lot')
        .set({
          status: 'settled',
          settled_on: day,
          document,
          fees_cents: feesCents,
          amount_cents: amountCents,
        })
        .where('id', '=', lot)
        .execute()
      await noteOnLot(transaction, member, lot, { event: 'settle', about: document })
      return { ok: true, shares: [...shares].map(([ledger, cents]) => ({ ledger, cents })) }
    },
  ).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
    return null
  })
  return settled ?? failed.refusal ?? { ok: false, reason: 'no-such-lot' }
}

/** Ends the transaction: what was booked before goes back with it. */
class RolledBack extends Error {
  override name = 'RolledBack'
}

/** Bytes of a refinery's document at most. */
export const largestSettlement = 10_000_000

const keyOf = (hash: string) => `melting-settlements/${hash}.pdf`

/** Keeps the refinery's document with a lot that was sent; another one takes its place. */
export async function attachSettlement(
  db: Database,
  files: Files,
  member: StaffActor,
  { lot, version, name, bytes }: { lot: number; version: number; name: string; bytes: Uint8Array },
): Promise<{ ok: true } | LotRefusal | { ok: false; reason: 'too-large' | 'not-a-pdf' }> {
  if (bytes.byteLength > largestSettlement) return { ok: false, reason: 'too-large' }
  if (!isPdf(bytes)) return { ok: false, reason: 'not-a-pdf' }
  const hash = createHash('sha256').update(bytes).digest('hex')
  await files.write(keyOf(hash), bytes, { durable: true })
  return onLot(db, member, { lot, version, from: ['sent', 'settled'] }, async (transaction) => {
    await transaction
      .updateTable('melt_lot')
      .set({ file_hash: hash, file_name: safeFileName(name) })
      .where('id', '=', lot)
      .execute()
    await noteOnLot(transaction, member, lot, { event: 'attach', about: safeFileName(name) })
    return { ok: true } as const
  })
}

/** The refinery's document; null: there is none. */
export async function settlementFile(
  db: Database,
  files: Files,
  lot: number,
): Promise<{ name: string; file: StoredFile } | null> {
  const row = await db
    .selectFrom('melt_lot')
    .select(['file_hash', 'file_name'])
    .where('id', '=', lot)
    .executeTakeFirst()
  if (!row?.file_hash || !row.file_name) return null
  const file = await files.find(keyOf(row.file_hash))
  return file && { name: row.file_name, file }
}
