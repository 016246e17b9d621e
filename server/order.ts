import { runOrderCommand } from './office/order-command.ts'
import { parseOrderWords } from './office/order-words.ts'
import { runOnShop } from './shop-command.ts'

/** `npm run order`: what staff do with orders, also while the shop runs. Without words it shows what waits. */
await runOnShop(
  () => parseOrderWords(process.argv.slice(2)),
  async (wish, db, env) => {
    const lines = await runOrderCommand(db, wish, { siteUrl: env.SITE_URL })
    process.stdout.write(`${lines.join('\n')}\n`)
  },
)
