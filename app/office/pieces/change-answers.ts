import { z } from 'zod'
import { may } from '#app/shop/staff/permissions.ts'
import { type PiecePart, partPermissions, pieceParts } from '#app/shop/stock/piece-parts.ts'
import { type PartSet, setPart } from '#app/shop/stock/set-parts.ts'
import { action, type SignedIn } from '../answer.ts'
import { pieceId } from './piece-input.ts'

export const partValue = z.union([z.int(), z.string().max(60), z.null()])
export const version = z.int().min(0)

export const mayChange = ({ role }: SignedIn, part: PiecePart) => may(role, partPermissions[part])
export const notAllowed = { ok: false, reason: 'not-allowed' } as const

export const changeActions = {
  /** Changes one cell of the list. */
  'pieces.set': action({
    permission: 'pieces.see',
    input: z.object({ id: pieceId, part: z.enum(pieceParts), value: partValue, version }),
    run: async ({ app, member }, input): Promise<PartSet> =>
      mayChange(member, input.part) ? setPart(app.db, member, input) : notAllowed,
  }),
} as const
