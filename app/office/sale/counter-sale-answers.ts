import { z } from 'zod'
import { identitySchema } from '#app/shop/buying/identification.ts'
import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { type CounterCash, judgeCounterCash } from '#app/shop/counter/counter-cash.ts'
import { type HeldAtCounter, holdAtCounter, releaseFromCounter } from '#app/shop/counter/counter-hold.ts'
import { counterLines, metalCentsOf } from '#app/shop/counter/counter-lines.ts'
import { counterSaleSchema, namelessUpToCents, sellAtCounter } from '#app/shop/counter/counter-sale.ts'
import { knownBuyers } from '#app/shop/counter/known-buyers.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { scannedNumber } from '#app/shop/stock-taking/scanned.ts'
import { findForStaff } from '#app/shop/today/find.ts'
import { action, screen } from '../answer.ts'

const sale = z.uuid()
const piece = z.string().regex(/^\d{4,8}$/)

export const counterSaleScreens = {
  'counter-sale': screen({
    permission: 'sales.make',
    load: async ({ app: { db }, member }, { query }) => {
      const settings = await currentSettings(db)
      const asked = sale.safeParse(query.get('sale'))
      const seesCost = may(member.role, 'pieces.see-cost')
      const lines = asked.success ? await counterLines(db, asked.data, settings.orders) : []
      return {
        sale: asked.success ? asked.data : null,
        branches: settings.branches.map(({ id, name }) => ({ id, name })),
        namelessUpToCents,
        lines: lines.map(({ costCents, deviations, protectedSpecies: _, description: __, ...line }) => ({
          ...line,
          costCents: seesCost ? costCents : null,
          deviations: deviations.map((deviation) => ({ ...deviation, key: deviationKey(deviation) })),
        })),
      }
    },
  }),
} as const

/** As JSON: moments as text. */
function told(held: HeldAtCounter) {
  return 'until' in held ? { ...held, until: held.until.toISOString() } : held
}

function toldCash({ linked, ...cash }: CounterCash) {
  return { ...cash, linked: linked.map(({ at, ...deal }) => ({ ...deal, at: at.toISOString() })) }
}

export const counterSaleActions = {
  /** A piece comes into the hand of whoever sells: by its number, or by what a label's code says. */
  'counter-sale.add': action({
    permission: 'sales.make',
    /** `from`: who has it as it was shown, where it is taken over from a reservation or another sale. */
    input: z.object({ sale, code: z.string().max(300), from: z.string().max(200).nullable() }),
    run: async ({ app, member }, { sale, code, from }) => {
      const number = scannedNumber(code)
      if (number === null) return { ok: false, reason: 'unknown' } as const
      const held = await asStaff(app.db, member, (db) => holdAtCounter(db, { sale, piece: number, from }))
      return { ...told(held), piece: number }
    },
  }),
  'counter-sale.remove': action({
    permission: 'sales.make',
    /** Without a piece: the whole sale comes to nothing. */
    input: z.object({ sale, piece: piece.nullable() }),
    run: async ({ app, member }, given) => {
      await asStaff(app.db, member, (db) => releaseFromCounter(db, given))
      return { ok: true } as const
    },
  }),
  'counter-sale.find': action({
    permission: 'sales.make',
    input: z.object({ words: z.string().max(100) }),
    run: async ({ app: { db, secret }, member: { role } }, { words }) => {
      const found = await findForStaff(db, { words, role, secret })
      return {
        ok: true,
        pieces: found.filter(({ kind }) => kind === 'piece').map(({ id, main, sub }) => ({ id, main, sub })),
      } as const
    },
  }),
  'counter-sale.buyers': action({
    permission: 'sales.make',
    input: z.object({ words: z.string().max(100) }),
    run: async ({ app: { db } }, { words }) => ({ ok: true, buyers: await knownBuyers(db, words) }) as const,
  }),
  /** What the rules about cash say of it, with the deals that count together, before anything is sold. */
  'counter-sale.judge': action({
    permission: 'sales.make',
    input: z.object({
      lines: z.array(z.object({ kind: z.string().max(20), cents: z.int().min(0) })).max(40),
      buyer: z
        .object({ name: z.string().max(200), street: z.string().max(200), postalCode: z.string().max(12) })
        .nullable(),
      identity: identitySchema.nullable(),
    }),
    run: async ({ app: { db, secret }, now }, { lines, buyer, identity }) => {
      const deal = { total: lines.reduce((sum, { cents }) => sum + cents, 0), metals: metalCentsOf(lines) }
      const settings = await currentSettings(db)
      return {
        ok: true,
        cash: toldCash(await judgeCounterCash(db, { deal, party: identity ?? buyer, now, secret, settings })),
      } as const
    },
  }),
  'counter-sale.finish': action({
    permission: 'sales.make',
    input: counterSaleSchema,
    run: async ({ app: { db, secret }, member }, given) => {
      const settings = await currentSettings(db)
      const sold = await asStaff(db, member, (transaction) =>
        sellAtCounter(transaction, given, { by: member.name, secret, settings }),
      )
      if (sold.ok) return { ok: true, number: sold.order.number } as const
      if (!('cash' in sold)) return sold
      return { ...sold, cash: toldCash(sold.cash) }
    },
  }),
} as const
