import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { buildShop } from '#server/build.ts'
import { firstLoad, firstLoadLimit, type Script, sumOf } from '#tests/first-load.ts'
import { ensureBrowser, launchOptions } from '#tests/setup/browser.ts'
import startRunningShop from '#tests/setup/running-shop.ts'
import { firstBelow } from './first-below.ts'

/**
 * `npm run bench:bundle [-- --modules 40]`: the scripts that pages load at first, by page and file, and the modules that
 * are in them. The modules are found by source maps, which are made for the occasion.
 */
const pages = [
  ['index', pathTo('de', 'index'), pathTo('en', 'index')],
  ['watches', pathTo('de', 'watches'), pathTo('en', 'watches')],
  ['product', '/de/produkte/', '/en/products/'],
  ['about-us', pathTo('de', 'about-us'), pathTo('en', 'about-us')],
  ['knowledge-article', '/de/wissensdatenbank/', '/en/knowledge-base/'],
  ['gold-purchase-calculator', pathTo('de', 'gold-purchase-calculator')],
  ['contact', pathTo('de', 'contact'), pathTo('en', 'contact')],
  ['sell', pathTo('de', 'sell')],
  ['search', pathTo('de', 'search')],
  ['withdrawal', pathTo('de', 'withdrawal')],
] as const
const assets = 'build/client/assets'
const { values } = parseArgs({ options: { modules: { type: 'string', default: '40' } } })
const print = (line: string) => process.stdout.write(`${line}\n`)
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
const shortName = (file: string) => file.replace(/-[\w-]{8}\.js$/, '')

if ((await ensureBrowser(run)) === null) throw new Error('No browser: install Chromium or Chrome.')
await buildShop()
await run('react-router', ['build', '--sourcemapClient', 'hidden'])
// The shop below builds once more, for this was no build of `npm start`; the files have the same names.
const maps = new Map(
  readdirSync(assets).flatMap((file) =>
    file.endsWith('.map') ? [[file.slice(0, -4), readFileSync(join(assets, file), 'utf8')] as const] : [],
  ),
)
if (maps.size === 0) throw new Error('The build made no source maps.')
const stop = await startRunningShop()
const browser = await chromium.launch(launchOptions())
try {
  const used = await printPages(process.env.SHOP_URL as string)
  printModules(used)
} finally {
  await browser.close()
  await stop?.()
}

/** @returns every file that some page loads at first */
async function printPages(shop: string): Promise<Script[]> {
  const used = new Map<string, Script>()
  print('| page | first load, gzip | bar | files |')
  print('|---|---|---|---|')
  for (const [name, ...addresses] of pages) {
    for (const address of addresses) {
      const page = await browser.newPage({
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
        viewport: { width: 412, height: 823 },
      })
      const path = address.endsWith('/') ? await firstBelow(shop, address) : address
      const { first, later } = await firstLoad(page, shop + path)
      await page.close()
      for (const script of first) used.set(script.file, script)
      const files = first.map(({ file, gzip }) => `${shortName(file)} ${kilobytes(gzip)}`).join(', ')
      const then = later.map(({ file, gzip }) => `; then ${kilobytes(gzip)} ${shortName(file)}`).join('')
      const row = [`${name}, ${path.slice(1, 3)}`, kilobytes(sumOf(first)), firstLoadLimit(name) / 1000]
      print(`| ${row.join(' | ')} | ${files}${then} |`)
    }
  }
  return [...used.values()].sort((one, other) => other.gzip - one.gzip)
}

/** What a module has in a file, by its share of the characters. */
function printModules(scripts: readonly Script[]): void {
  for (const { file, gzip } of scripts) {
    const code = readFileSync(join(assets, file), 'utf8')
    const map = maps.get(file)
    // The router's list of pages and the bundler's own few lines are made of no modules.
    if (map === undefined) continue
    const finder = new SourceMap(JSON.parse(map))
    const characters = new Map<string, number>()
    for (const [row, line] of code.split('\n').entries()) {
      for (let column = 0; column < line.length; column++) {
        const entry = finder.findEntry(row, column)
        // Some places name a source of nothing.
        const module = ('originalSource' in entry && entry.originalSource) || 'made by the bundler'
        characters.set(module, (characters.get(module) ?? 0) + 1)
      }
    }
    print(`\n${shortName(file)}, ${kilobytes(gzip)} kB`)
    const largest = [...characters].sort(([, one], [, other]) => other - one).slice(0, Number(values.modules))
    for (const [module, count] of largest) {
      const share = ((count / code.length) * gzip) / 1000
      print(`  ${share.toFixed(2).padStart(6)}  ${module.replace(/^.*?\/(?=(node_modules|app)\/)/, '')}`)
    }
  }
}

function run(file: string, args: string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', () => done(false))
    child.on('close', (code) => done(code === 0))
  })
}
