import { z } from 'zod'
import { type ListName, listNames, lists } from '#app/shop/lists/lists.ts'
import { changeView, deleteView, saveView, viewLimits } from '#app/shop/lists/saved-views.ts'
import { may, type StaffRole } from '#app/shop/staff/permissions.ts'
import { action } from '../answer.ts'

const list = z.enum(listNames)
const id = z
  .int()
  .positive()
  .max(2 ** 31 - 1)
const version = z.int().min(0)
const name = z.string().max(viewLimits.name)
const address = z.string().max(viewLimits.address)
const shared = z.boolean()

/** Whoever does not see a list keeps no views of it. */
const mayNot = { ok: false, reason: 'not-allowed' } as const
const sees = ({ role }: { role: StaffRole }, name: ListName) => may(role, lists[name].permission)

export const viewActions = {
  'views.save': action({
    permission: 'office.enter',
    input: z.object({ list, name, address, shared }),
    run: async ({ app, member }, input) =>
      sees(member, input.list) ? saveView(app.db, member, input) : mayNot,
  }),
  'views.change': action({
    permission: 'office.enter',
    input: z.object({
      list,
      id,
      version,
      name: name.optional(),
      address: address.optional(),
      shared: shared.optional(),
    }),
    run: async ({ app, member }, { list: of, id: view, version: from, ...change }) =>
      sees(member, of)
        ? changeView(app.db, member, {
            list: of,
            id: view,
            version: from,
            ...(change.name !== undefined && { name: change.name }),
            ...(change.address !== undefined && { address: change.address }),
            ...(change.shared !== undefined && { shared: change.shared }),
          })
        : mayNot,
  }),
  'views.delete': action({
    permission: 'office.enter',
    input: z.object({ list, id, version }),
    run: async ({ app, member }, input) =>
      sees(member, input.list) ? deleteView(app.db, member, input) : mayNot,
  }),
} as const
