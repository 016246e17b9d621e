import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { listColumns } from '#app/shop/stock/list-question.ts'
import { makePaste, planPaste } from '#app/shop/stock/paste-change.ts'
import { pastedLimits } from '#app/shop/stock/pasted-cells.ts'
import { mostChanged, pieceParts } from '#app/shop/stock/piece-parts.ts'
import { action } from '../answer.ts'
import { mayChange, notAllowed, partValue, version } from './change-answers.ts'
import { pieceId } from './piece-input.ts'

export const pasteActions = {
  /** What pasted cells would make of the pieces of a list; nothing is written. */
  'pieces.preview-paste': action({
    permission: 'pieces.edit',
    input: z.strictObject({
      columns: z.array(z.enum(listColumns)).max(listColumns.length),
      rows: z
        .array(
          z.strictObject({
            id: pieceId.nullable(),
            cells: z.array(z.string().max(pastedLimits.cell)).max(pastedLimits.cells),
          }),
        )
        .min(1)
        .max(mostChanged),
    }),
    run: async ({ app, member }, block) => {
      const cells = await planPaste(app.db, block, (part) => mayChange(member, part))
      return { ok: true, key: randomUUID(), cells } as const
    },
  }),
  'pieces.make-paste': action({
    permission: 'pieces.edit',
    input: z.strictObject({
      key: z.uuid(),
      cells: z
        .array(z.strictObject({ id: pieceId, part: z.enum(pieceParts), value: partValue, version }))
        .min(1)
        .max(mostChanged * pieceParts.length),
    }),
    run: async ({ app, member }, input) =>
      input.cells.every(({ part }) => mayChange(member, part))
        ? ({ ok: true, ...(await makePaste(app.db, member, input)) } as const)
        : notAllowed,
  }),
} as const
