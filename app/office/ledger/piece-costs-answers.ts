import { z } from 'zod'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { costKinds } from '#app/shop/ledger/cost-kinds.ts'
import { addPieceCost, takeBackCost } from '#app/shop/ledger/piece-costs.ts'
import { readEuros } from '#app/shop/ledger/read-amounts.ts'
import { action } from '../answer.ts'
import { stockNumber } from '../piece/piece-side-answers.ts'

const invalid = (faults: Readonly<Record<string, string>>) =>
  ({ ok: false, reason: 'invalid', faults }) as const

/** What a piece cost besides its purchase price: entered, and taken back by a counter-entry. */
export const pieceCostsActions = {
  'piece.add-cost': action({
    permission: 'pieces.edit-cost',
    input: z.strictObject({
      piece: stockNumber,
      day: z.iso.date('not-a-day'),
      kind: z.enum(costKinds, 'missing'),
      net: z.string().max(40, 'too-long'),
      vat: z.string().max(40, 'too-long'),
      supplier: z.string().max(300, 'too-long'),
      receipt: z.string().max(300, 'too-long'),
      note: z.string().max(2000, 'too-long'),
    }),
    run: async ({ app: { db }, member, now }, { piece, net, vat, ...cost }) => {
      const [netCents, vatCents] = [readEuros(net), readEuros(vat.trim() === '' ? '0' : vat)]
      if (!netCents.ok || !vatCents.ok)
        return invalid({
          ...(netCents.ok ? {} : { net: netCents.reason }),
          ...(vatCents.ok ? {} : { vat: vatCents.reason }),
        })
      return addPieceCost(db, member, piece, {
        ...cost,
        netCents: netCents.value,
        vatCents: vatCents.value,
        today: germanDay(now),
      })
    },
  }),
  'piece.take-back-cost': action({
    permission: 'pieces.edit-cost',
    input: z.strictObject({
      piece: stockNumber,
      cost: z.int().positive(),
      note: z.string().max(500, 'too-long'),
    }),
    run: async ({ app: { db }, member, now }, wanted) =>
      takeBackCost(db, member, { ...wanted, today: germanDay(now) }),
  }),
} as const
