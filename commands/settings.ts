import { existsSync } from 'node:fs'
import { StartFault } from '#app/platform/start-fault.ts'
import { inTheNameOf } from '#app/shop/staff/named-actor.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { loadSettings } from '#db/load-settings.ts'
import { actingStaff, givenBy } from './acting-staff.ts'
import { defineCommand } from './command.ts'
import { onShop } from './shop.ts'
import { staffActLines } from './staff-act-lines.ts'

/** Who the shop is and how it works, from a file; what the file does not name stays as it is. */
export const settings = defineCommand({
  name: 'settings',
  usage: `npm run settings -- load <file>    settings and branches of a YAML file, as in db/start/settings.yaml and db/demo/settings.yaml
npm run settings -- history        who changed settings, notices and content, and when
A running shop obeys within seconds. What the file does not name stays. --by <name>: the member of staff who does it, by name or address; else your account of the machine.`,
  options: { by: { type: 'string' } },
  actions: { load: ['by'], history: [] },
  read: ([action, file, ...more], values) => {
    if (action === 'history') return file === undefined ? { file: null } : null
    return file !== undefined && more.length === 0 ? { file, by: givenBy(values) } : null
  },
  run: (wish, { env, say }) =>
    onShop(env, async ({ db }) => {
      if (wish.file === null) return say(...(await staffActLines(db)))
      const { file } = wish
      const actor = await actingStaff(db, wish.by, 'settings.change')
      if (!existsSync(file)) throw new StartFault(`There is no file ${file}`)
      const { keys, branches } = await inTheNameOf(db, actor, async (transaction) => {
        const loaded = await loadSettings(transaction, file)
        const named = [...loaded.keys, ...(loaded.branches > 0 ? [`${loaded.branches} branches`] : [])]
        const about = `${file}: ${named.join(', ') || 'nothing'}`
        await noteStaffAct(transaction, { kind: 'settings', about, by: actor.name })
        return loaded
      }).catch((error: Error) => {
        throw new StartFault(error.message)
      })
      say(`✓ ${file}: ${keys.length === 0 ? 'no settings' : keys.join(', ')}; branches: ${branches}`)
    }),
})
