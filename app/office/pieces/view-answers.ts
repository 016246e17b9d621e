import { z } from 'zod'
import { changeView, deleteView, saveView, viewLimits } from '#app/shop/stock/saved-views.ts'
import { action } from '../answer.ts'

const id = z
  .int()
  .positive()
  .max(2 ** 31 - 1)
const version = z.int().min(0)
const name = z.string().max(viewLimits.name)
const address = z.string().max(viewLimits.address)
const shared = z.boolean()

export const viewActions = {
  'pieces.save-view': action({
    permission: 'pieces.see',
    input: z.object({ name, address, shared }),
    run: ({ app, member }, input) => saveView(app.db, member, input),
  }),
  'pieces.change-view': action({
    permission: 'pieces.see',
    input: z.object({
      id,
      version,
      name: name.optional(),
      address: address.optional(),
      shared: shared.optional(),
    }),
    run: ({ app, member }, { id: view, version: from, ...change }) =>
      changeView(app.db, member, {
        id: view,
        version: from,
        ...(change.name !== undefined && { name: change.name }),
        ...(change.address !== undefined && { address: change.address }),
        ...(change.shared !== undefined && { shared: change.shared }),
      }),
  }),
  'pieces.delete-view': action({
    permission: 'pieces.see',
    input: z.object({ id, version }),
    run: ({ app, member }, input) => deleteView(app.db, member, input),
  }),
} as const
