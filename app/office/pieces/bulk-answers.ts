import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import {
  type BulkRefusal,
  bulkChange,
  lastBulkChanges,
  makeBulkChange,
  namesOfPieces,
  partsOf,
  planBulkChange,
  type RecordedBulkChange,
  undoBulkChange,
} from '#app/shop/stock/bulk-change.ts'
import { mostChanged, type PartValue } from '#app/shop/stock/piece-parts.ts'
import { action, type SignedIn, screen } from '../answer.ts'
import { mayChange, notAllowed, partValue, version } from './change-answers.ts'
import { pieceId } from './piece-input.ts'

/** A piece before and after, as the preview shows it. */
export type PreviewedRow = {
  id: string
  name: string
  version: number
  before: PartValue
  after: PartValue
  refusal: BulkRefusal | null
}

export const bulkScreens = {
  'bulk-changes': screen({
    permission: 'pieces.edit',
    load: async ({ app, member }) => ({
      branches: (await currentSettings(app.db)).branches.map(({ id, name }) => ({ id, name })),
      changes: (await lastBulkChanges(app.db)).map(({ madeAt, undoneAt, staffId, ...change }) => ({
        ...change,
        madeAt: madeAt.toISOString(),
        undoneAt: undoneAt?.toISOString() ?? null,
        mayUndo: mayUndo(member, { staffId, change: change.change }),
      })),
    }),
  }),
} as const

/** One's own; those of others the owner alone. */
const mayUndo = (member: SignedIn, { staffId, change }: { staffId: number; change: RecordedBulkChange }) =>
  (staffId === member.id || member.role === 'owner') &&
  partsOf(change).every((part) => mayChange(member, part))

export const bulkActions = {
  /** What a change would make of the chosen pieces; nothing is written. */
  'pieces.preview-bulk': action({
    permission: 'pieces.edit',
    input: z.strictObject({ ids: z.array(pieceId).min(1).max(mostChanged), change: bulkChange }),
    run: async ({ app: { db }, member }, { ids, change }) => {
      if (!mayChange(member, change.part)) return notAllowed
      const [planned, names] = await Promise.all([planBulkChange(db, ids, change), namesOfPieces(db, ids)])
      const rows = planned.map((piece): PreviewedRow => {
        const named = names.get(piece.id)
        const name = [named?.brand, named?.name[member.locale]].filter(Boolean).join(' ')
        return { ...piece, name }
      })
      // Made here: browsers have none for addresses without HTTPS.
      return { ok: true, key: randomUUID(), rows } as const
    },
  }),
  'pieces.make-bulk': action({
    permission: 'pieces.edit',
    input: z.strictObject({
      key: z.uuid(),
      change: bulkChange,
      pieces: z
        .array(z.strictObject({ id: pieceId, version, before: partValue }))
        .min(1)
        .max(mostChanged),
    }),
    run: async ({ app, member }, input) =>
      mayChange(member, input.change.part)
        ? ({ ok: true, ...(await makeBulkChange(app.db, member, input)) } as const)
        : notAllowed,
  }),
  'pieces.undo-bulk': action({
    permission: 'pieces.edit',
    input: z.strictObject({
      id: z
        .int()
        .min(1)
        .max(2 ** 31 - 1),
    }),
    run: async ({ app, member }, { id }) => {
      const [made] = await lastBulkChanges(app.db, { id })
      if (made && !mayUndo(member, made)) return notAllowed
      return undoBulkChange(app.db, member, id)
    },
  }),
} as const
