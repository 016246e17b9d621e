import { readFile } from 'node:fs/promises'
import { locales } from '#app/language/locales.ts'
import { openFiles } from '#app/platform/file-places.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { wantVariants } from '#app/shop/catalogue/photos-ahead.ts'
import { storeAsset } from '#app/shop/catalogue/photos-assets.ts'
import { readSettings, saveSetting } from '#app/shop/settings/settings.ts'
import { inTheNameOf } from '#app/shop/staff/named-actor.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { actingStaff, givenBy } from './acting-staff.ts'
import { defineCommand } from './command.ts'
import { onShop } from './shop.ts'

/**
 * Puts the official harmonised notice on the legal guarantee (Directive (EU) 2024/825) into the checkout of a language,
 * as a picture; without one the shop's own words stand there.
 */
export const guaranteeNotice = defineCommand({
  name: 'guarantee-notice',
  usage: `npm run guarantee-notice -- <${locales.join('|')}> <picture file>    the official notice of that language
npm run guarantee-notice -- <${locales.join('|')}> none              the shop's own words again
--by <name>: the member of staff who does it, by name or address; else your account of the machine.`,
  options: { by: { type: 'string' } },
  read: ([first, file, ...more], values) => {
    const locale = locales.find((known) => known === first)
    return locale && file && more.length === 0 ? { locale, file, by: givenBy(values) } : null
  },
  run: ({ locale, file, by }, { env: source, say }) =>
    onShop(source, async ({ db, env }) => {
      const actor = await actingStaff(db, by, 'settings.change')
      const { notices } = await readSettings(db)
      let picture: string | null = null
      if (file !== 'none') {
        const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
          throw new StartFault(`${file} cannot be read (${error.code ?? error.message})`)
        })
        const files = await openFiles(env)
        const stored = await storeAsset(files, 'notices', `guarantee-${locale}.jpg`, bytes)
        if (!stored.ok) throw new StartFault(`${file} is no picture that can be shown: ${stored.reason}`)
        picture = stored.asset.name
      }
      const guarantee = { ...notices.guarantee, [locale]: picture }
      const said = picture ?? 'the shop’s own words'
      await inTheNameOf(db, actor, async (transaction) => {
        await saveSetting(transaction, 'notices', { ...notices, guarantee })
        if (picture !== null) await wantVariants(transaction, [picture])
        await noteStaffAct(transaction, {
          kind: 'guarantee-notice',
          about: `${locale}: ${said}`,
          by: actor.name,
        })
      })
      say(`${locale}  ${said}`)
    }),
})
