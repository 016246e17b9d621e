import { existsSync } from 'node:fs'
import { StartFault } from '#app/platform/start-fault.ts'
import { loadSettings } from '#db/load-settings.ts'
import { defineCommand } from './command.ts'
import { onShop } from './shop.ts'

/** Who the shop is and how it works, from a file; what the file does not name stays as it is. */
export const settings = defineCommand({
  name: 'settings',
  usage: `npm run settings -- load <file>    settings and branches of a YAML file, as in db/start/settings.yaml and db/demo/settings.yaml
A running shop obeys within seconds. What the file does not name stays.`,
  options: {},
  actions: { load: [] },
  read: ([, file, ...more]) => (file !== undefined && more.length === 0 ? { file } : null),
  run: ({ file }, { env, say }) =>
    onShop(env, async ({ db }) => {
      if (!existsSync(file)) throw new StartFault(`There is no file ${file}`)
      const { keys, branches } = await db
        .transaction()
        .execute((transaction) => loadSettings(transaction, file))
        .catch((error: Error) => {
          throw new StartFault(error.message)
        })
      say(`✓ ${file}: ${keys.length === 0 ? 'no settings' : keys.join(', ')}; branches: ${branches}`)
    }),
})
