import { parseArgs } from 'node:util'
import type { ContentCounts } from '#app/content/files/count-content.ts'
import { locales } from '#app/language/locales.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { runOnShop } from '#server/shop-command.ts'
import { exportContentFiles, loadContentFiles } from './load-content.ts'

/**
 * `npm run content -- load|export [--dir db/demo/stories] [--assets db/demo/photos]`: content files into the content
 * service, published, or its stories into files. A running shop shows what was loaded at once.
 */
const usage = 'npm run content -- load|export [--dir db/demo/stories] [--assets db/demo/photos]'

await runOnShop(words, async ({ command, dir, assets }, db) => {
  if (command === 'load') {
    const loaded = await loadContentFiles(db, dir, { now: new Date(), ...(assets && { assetsDir: assets }) })
    for (const warning of loaded.warnings) say(`! ${warning}`)
    say(
      `✓ ${loaded.stories} stories read from ${dir}: ${loaded.changed} changed, ${loaded.published} published`,
    )
    tellCounts(loaded)
  } else {
    const written = await exportContentFiles(db, dir)
    for (const slug of written.withUnpublishedChanges)
      say(`! ${slug} has changes that are not published: not in its file`)
    say(`✓ ${written.files} stories written to ${dir}`)
    tellCounts(written)
  }
})

function words(): { command: 'load' | 'export'; dir: string; assets: string | undefined } {
  const options = { dir: { type: 'string' }, assets: { type: 'string' } } as const
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [command, ...more] = positionals
    if ((command === 'load' || command === 'export') && more.length === 0) {
      return { command, dir: values.dir ?? 'db/demo/stories', assets: values.assets }
    }
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartFault(`Usage: ${usage}`)
}

function tellCounts({ kinds, blocks, words }: ContentCounts): void {
  for (const [kind, counts] of Object.entries(kinds).sort()) {
    say(
      `  ${kind.padEnd(8)} ${locales.map((locale) => `${locale} ${String(counts[locale]).padStart(3)}`).join('   ')}`,
    )
  }
  say(`  blocks   ${blocks}`)
  say(`  words    ${locales.map((locale) => `${locale} ${words[locale].toLocaleString('en')}`).join('   ')}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
