import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { readEnv } from '#app/platform/env.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { ownSecret } from '#app/platform/secrets.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { type FillProgress, fillCatalogue } from '#db/demo-scale.ts'
import { demoIsDue, loadDemo } from '#db/load-demo.ts'
import { runCommand } from './command.ts'
import { step, withProgress } from './progress.mjs'

const mostProducts = 2_000_000

/**
 * `npm run demo`: the demo shop into an empty database; `-- --products 100000` puts as many made-up pieces of
 * real makers on top of what is there.
 */
await runCommand(async () => {
  const products = wantedProducts()
  const env = readEnv(process.env)
  const server = env.DATABASE_URL ? null : await startEmbeddedPostgres(env.DATA_DIR)
  const connectionString = env.DATABASE_URL ?? (server?.connectionString as string)
  try {
    await migrate(connectionString, { directory: resolve('db/migrations'), onApply: (file) => step(file) })
    const db = openDatabase(connectionString)
    try {
      const files = openLocalFiles(join(env.DATA_DIR, 'files'))
      if (await demoIsDue(db)) {
        const counts = await loadDemo({
          db,
          files,
          directory: resolve('db/demo'),
          now: new Date(),
          secret: env.SESSION_SECRET ?? ownSecret(env.DATA_DIR, 'session-secret'),
        })
        step(`Demo shop loaded: ${counts.pieces} pieces, ${counts.photos} photos, ${counts.stories} stories`)
      } else if (products === 0) step('There is a shop in this database already; nothing was changed')
      if (products > 0) {
        let now: FillProgress | null = null
        const { added, seconds } = await withProgress(
          `Adding ${products} pieces`,
          `${products} pieces added`,
          () =>
            fillCatalogue(db, {
              products,
              now: new Date(),
              files,
              photos: resolve('db/demo/photos'),
              onProgress: (progress) => {
                now = progress
              },
            }),
          () => inWords(now),
        )
        step(`${Math.round(added / seconds)} pieces a second`)
      }
    } finally {
      await db.destroy()
    }
  } finally {
    await server?.stop()
  }
})

function wantedProducts(): number {
  const words = process.argv.slice(2)
  const { values } = parseArgs({
    args: words,
    options: { products: { type: 'string', default: '0' } },
    strict: false,
  })
  const text = String(values.products)
  if (
    words.length > 2 ||
    Object.keys(values).length > 1 ||
    !/^\d{1,7}$/.test(text) ||
    Number(text) > mostProducts
  )
    throw new StartFault(
      `"${words.join(' ')}" is not understood: npm run demo -- --products <up to ${mostProducts}>`,
    )
  return Number(text)
}

function inWords(progress: FillProgress | null): string {
  if (!progress) return ''
  const { step: name, done, total, perSecond } = progress
  return `: ${name}, ${done} of ${total}, ${perSecond} a second`
}
