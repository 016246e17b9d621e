import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Locale, locales } from '#app/language/locales.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { storeAsset } from '#app/shop/catalogue/photos-assets.ts'
import { readSettings, saveSetting } from '#app/shop/settings/settings.ts'

import { runOnShop } from '#server/shop-command.ts'

/**
 * `npm run guarantee-notice -- de notice-de.png` puts the official harmonised notice on the legal guarantee (Directive
 * (EU) 2024/825) into the checkout of a language, as a picture; `-- de none` takes it out, and the shop's own words
 * stand there again.
 */
const usage = `npm run guarantee-notice -- <${locales.join('|')}> <picture file | none>`

await runOnShop(wanted, async ({ locale, file }, db, env) => {
  const { notices } = await readSettings(db)
  let picture: string | null = null
  if (file !== 'none') {
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new StartFault(`${file} cannot be read (${error.code ?? error.message})`)
    })
    const stored = await storeAsset(
      openLocalFiles(join(env.DATA_DIR, 'files')),
      'notices',
      `guarantee-${locale}.jpg`,
      bytes,
    )
    if (!stored.ok) throw new StartFault(`${file} is no picture that can be shown: ${stored.reason}`)
    picture = stored.asset.name
  }
  await saveSetting(db, 'notices', { ...notices, guarantee: { ...notices.guarantee, [locale]: picture } })
  process.stdout.write(`${locale}  ${picture ?? 'the shop’s own words'}\n`)
})

function wanted(): { locale: Locale; file: string } {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    const locale = locales.find((known) => known === positionals[0])
    const file = positionals[1]
    if (locale && file && positionals.length === 2) return { locale, file }
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartFault(`Usage: ${usage}`)
}
