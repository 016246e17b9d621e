import { existsSync } from 'node:fs'
import { StartFault } from '#app/platform/start-fault.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { loadSettings } from '#db/load-settings.ts'
import { defineCommand } from './command.ts'
import { onShop } from './shop.ts'
import { staffActLines } from './staff-act-lines.ts'
import { staffName } from './staff-name.ts'

/** Who the shop is and how it works, from a file; what the file does not name stays as it is. */
export const settings = defineCommand({
  name: 'settings',
  usage: `npm run settings -- load <file>    settings and branches of a YAML file, as in db/start/settings.yaml and db/demo/settings.yaml
npm run settings -- history        who changed settings, notices and content, and when
A running shop obeys within seconds. What the file does not name stays. --by <name>: who does it; else the name of your account.`,
  options: { by: { type: 'string' } },
  actions: { load: ['by'], history: [] },
  read: ([action, file, ...more], values) => {
    if (action === 'history') return file === undefined ? { file: null, by: '' } : null
    return file !== undefined && more.length === 0 ? { file, by: staffName(values) } : null
  },
  run: ({ file, by }, { env, say }) =>
    onShop(env, async ({ db }) => {
      if (file === null) return say(...(await staffActLines(db)))
      if (!existsSync(file)) throw new StartFault(`There is no file ${file}`)
      const { keys, branches } = await db
        .transaction()
        .execute(async (transaction) => {
          const loaded = await loadSettings(transaction, file)
          const named = [...loaded.keys, ...(loaded.branches > 0 ? [`${loaded.branches} branches`] : [])]
          await noteStaffAct(transaction, {
            kind: 'settings',
            about: `${file}: ${named.join(', ') || 'nothing'}`,
            by,
          })
          return loaded
        })
        .catch((error: Error) => {
          throw new StartFault(error.message)
        })
      say(`✓ ${file}: ${keys.length === 0 ? 'no settings' : keys.join(', ')}; branches: ${branches}`)
    }),
})
