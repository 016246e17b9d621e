import { z } from 'zod'
import { readListedPieces } from '#app/shop/stock/list-pieces.ts'
import { scannedNumber } from '#app/shop/stock-taking/scanned.ts'
import { findForStaff } from '#app/shop/today/find.ts'
import { action } from '../answer.ts'

export const paletteActions = {
  'palette.find': action({
    permission: 'pieces.see',
    input: z.object({ words: z.string().max(100) }),
    run: async ({ app, member: { role } }, { words }) => ({
      ok: true as const,
      found: await findForStaff(app.db, { words, role, secret: app.secret }),
    }),
  }),
  /** The piece that a label's code is of. */
  'palette.open-code': action({
    permission: 'pieces.see',
    input: z.strictObject({ code: z.string().max(300) }),
    run: async ({ app: { db }, member, now }, { code }) => {
      const number = scannedNumber(code)
      const [piece] = number === null ? [] : await readListedPieces(db, [number], { now, seesCost: false })
      if (!piece) return { ok: false, reason: 'no-such-piece' } as const
      const name = [piece.brand, piece.name[member.locale]].filter(Boolean).join(' ')
      return { ok: true, id: piece.id, name } as const
    },
  }),
} as const
