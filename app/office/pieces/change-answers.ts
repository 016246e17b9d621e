import { z } from 'zod'
import { may } from '#app/shop/staff/permissions.ts'
import { partPermissions, pieceParts } from '#app/shop/stock/piece-parts.ts'
import { type PartSet, setPart } from '#app/shop/stock/set-parts.ts'
import { action } from '../answer.ts'
import { pieceId } from './piece-input.ts'

export const partValue = z.union([z.int(), z.string().max(60), z.null()])
export const version = z.int().min(0)

export const changeActions = {
  /** Changes one cell of the list. */
  'pieces.set': action({
    permission: 'pieces.see',
    input: z.object({ id: pieceId, part: z.enum(pieceParts), value: partValue, version }),
    run: async ({ app, member }, input): Promise<PartSet> =>
      may(member.role, partPermissions[input.part])
        ? setPart(app.db, member, input)
        : { ok: false, reason: 'not-allowed' },
  }),
} as const
