import type { ContentCounts } from '#app/content-service/files/count-content.ts'
import { deleteStory } from '#app/content-service/publishing.ts'
import { locales } from '#app/language/locales.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { exportContentFiles, loadContentFiles } from '#db/load-content.ts'
import { actingStaff, givenBy } from './acting-staff.ts'
import { defineCommand, required } from './command.ts'
import { onShop } from './shop.ts'
import { staffActLines } from './staff-act-lines.ts'

const demoStories = 'db/demo/stories'

/** Content files into the content service, published, its stories into files, and one story away. */
export const content = defineCommand({
  name: 'content',
  usage: `npm run content -- load [--dir ${demoStories}] [--assets db/demo/photos] [--overwrite]    files into the content service
npm run content -- export [--dir ${demoStories}]                           its stories into files
npm run content -- delete --slug about-us                                        one story, as named in the files
npm run content -- history                                                       who loaded or deleted what, and when
--overwrite: also in place of drafts that somebody wrote in the office since.
A running shop shows what was loaded or deleted at once. --by <name>: the member of staff who does it, by name or address; else your account of the machine.`,
  options: {
    dir: { type: 'string' },
    assets: { type: 'string' },
    slug: { type: 'string' },
    by: { type: 'string' },
    overwrite: { type: 'boolean' },
  },
  actions: {
    load: ['dir', 'assets', 'by', 'overwrite'],
    export: ['dir', 'assets'],
    delete: ['slug', 'by'],
    history: [],
  },
  read: ([action, ...more], { dir = demoStories, assets, overwrite = false, ...values }) =>
    more.length === 0
      ? {
          action,
          dir,
          assets,
          overwrite,
          slug: action === 'delete' ? required(values, 'slug') : '',
          by: givenBy(values),
        }
      : null,
  run: ({ action, dir, assets, overwrite, slug, ...wish }, { env, say }) =>
    onShop(env, async ({ db }) => {
      if (action === 'history') return say(...(await staffActLines(db)))
      if (action === 'export') {
        const written = await exportContentFiles(db, dir)
        for (const slug of written.withUnpublishedChanges)
          say(`! ${slug} has changes that are not published: not in its file`)
        return say(`✓ ${written.files} stories written to ${dir}`, ...countLines(written))
      }
      const by = (await actingStaff(db, wish.by, 'content.edit')).name
      if (action === 'delete') {
        const story = await db
          .selectFrom('story')
          .select('uuid')
          .where('full_slug', '=', slug)
          .executeTakeFirst()
        const deleted = story && (await deleteStory(db, story.uuid))
        if (!deleted?.ok) throw new StartFault(`There is no story "${slug}"`)
        await noteStaffAct(db, { kind: 'content', about: `${slug} deleted`, by })
        say(`✓ ${slug} is deleted; what was published of it is kept`)
      } else {
        const loaded = await loadContentFiles(db, dir, {
          now: new Date(),
          overwrite,
          ...(assets && { assetsDir: assets }),
        })
        const { changed, published } = loaded
        if (changed + published > 0) {
          const about = `${changed} changed, ${published} published from ${dir}`
          await noteStaffAct(db, { kind: 'content', about, by })
        }
        for (const warning of loaded.warnings) say(`! ${warning}`)
        say(
          `✓ ${loaded.stories} stories read from ${dir}: ${loaded.changed} changed, ${loaded.published} published`,
          ...countLines(loaded),
        )
      }
    }),
})

function countLines({ kinds, blocks, words }: ContentCounts): string[] {
  const perLocale = (textOf: (locale: (typeof locales)[number]) => string) =>
    locales.map((locale) => `${locale} ${textOf(locale)}`).join('   ')
  return [
    ...Object.entries(kinds)
      .sort()
      .map(
        ([kind, counts]) =>
          `  ${kind.padEnd(8)} ${perLocale((locale) => String(counts[locale]).padStart(3))}`,
      ),
    `  blocks   ${blocks}`,
    `  words    ${perLocale((locale) => words[locale].toLocaleString('en'))}`,
  ]
}
