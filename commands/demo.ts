import { resolve } from 'node:path'
import { openFiles } from '#app/platform/file-places.ts'
import { withProgress } from '#app/platform/progress.mjs'
import { playBusiness } from '#db/demo-business/demo-business.ts'
import { type FillProgress, fillCatalogue } from '#db/demo-scale.ts'
import { loadDemo } from '#db/load-demo.ts'
import { settingsIn } from '#db/load-settings.ts'
import { isUntouched } from '#db/start-shop.ts'
import { defineCommand, refuse } from './command.ts'
import { onShop } from './shop.ts'

const maxProducts = 2_000_000

/** The demo shop, and made-up pieces of real makers on top of what is there. */
export const demo = defineCommand({
  name: 'demo',
  usage: `npm run demo                          the demo shop, where there is no shop yet
npm run demo -- --products 100000     besides, as many plausible pieces (up to ${maxProducts})
npm run demo -- --business            besides, a day's business for the office: orders, requests, appointments, enquiries`,
  options: { products: { type: 'string' }, business: { type: 'boolean' } },
  read: (words, { products = '0', business = false }) =>
    words.length === 0 ? { products: countOf(products), business } : null,
  run: ({ products, business }, { env: source, say }) =>
    onShop(
      source,
      async ({ db, env, secret }) => {
        const files = await openFiles(env)
        const loaded = await loadDemo({
          db,
          files,
          directory: resolve('db/demo'),
          now: new Date(),
          secret,
          evenIf: (shop) => isUntouched(shop, resolve('db/start')),
        })
        if (loaded)
          say(
            `✓ Demo shop loaded: ${loaded.pieces} pieces, ${loaded.photos} photos, ${loaded.stories} stories`,
          )
        else if (products === 0 && !business)
          say('✓ There is a shop in this database already; nothing was changed')
        if (business) {
          if (env.SMTP_URL !== undefined)
            refuse('The demo writes to people who do not exist: it plays no business while SMTP_URL is set')
          const { site } = settingsIn(resolve('db/demo/settings.yaml')) as { site: { name: string } }
          const played = await playBusiness(db, {
            ...{ name: site.name, files, secret, now: new Date() },
            photos: resolve('db/demo/photos'),
          })
          if (played === null)
            refuse('Business is played in the demo shop alone, and there before it has had any')
          const { orders, requests, appointments, enquiries } = played
          say(
            `✓ A day's business: ${orders} orders, ${requests} requests of sellers, ${appointments} appointments, ${enquiries} enquiries`,
          )
        }
        if (products === 0) return
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
        say(`✓ ${Math.round(added / seconds)} pieces a second`)
      },
      { onMigration: (file) => say(`✓ ${file}`), maxConnections: 10 },
    ),
})

function countOf(text: string): number {
  return /^\d{1,7}$/.test(text) && Number(text) <= maxProducts
    ? Number(text)
    : refuse(`--products takes a number up to ${maxProducts}, not "${text}"`)
}

function inWords(progress: FillProgress | null): string {
  if (!progress) return ''
  const { step: name, done, total, perSecond } = progress
  return `: ${name}, ${done} of ${total}, ${perSecond} a second`
}
