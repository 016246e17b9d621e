import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { startTreeShop, type TreeShop } from './measured-shop.ts'

/**
 * `npm run bench:uncached [-- --against 8eabf1a --products 100000 --rounds 5 --requests 100]`: pages that nobody has kept,
 * of this working tree and of another commit in turn, on copies of one folder of data with the demo and so many more
 * pieces. CPU is of the shop's process, without its database; the floor is what React's `renderToString` takes of it, of the
 * same page with its data in memory. Compares the HTML of both, too. `--encoding br` asks as browsers do.
 */
const { values } = parseArgs({
  options: {
    against: { type: 'string', default: '8eabf1a' },
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '100' },
    encoding: { type: 'string', default: 'identity' },
  },
})
const print = (line = '') => process.stdout.write(`${line}\n`)
const rounds = Number(values.rounds)
const requests = Number(values.requests)
const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
const commit = git('rev-parse', '--short=7', '--verify', `${values.against}^{commit}`)
const home = resolve(`data/bench-uncached-${values.products}-${commit}`)
const data = { before: join(home, 'before'), now: join(home, 'now') }
const trees = { before: join(home, 'tree'), now: resolve('.') }

process.env.NODE_ENV = 'production'
const shops: TreeShop[] = []
try {
  build()
  fill()
  for (const name of ['before', 'now'] as const) {
    const { encoding } = values
    shops.push(await startTreeShop({ name, cwd: trees[name], dataDir: data[name], encoding }))
  }
  await measure(shops[0] as TreeShop, shops[1] as TreeShop)
} finally {
  await Promise.all(shops.map((shop) => shop.stop()))
}

/** Both trees; the other commit stands in a folder of its own and has this tree's packages. */
function build(): void {
  if (!existsSync(trees.before)) {
    mkdirSync(home, { recursive: true })
    git('worktree', 'prune')
    git('worktree', 'add', '--detach', trees.before, commit)
    symlinkSync(resolve('node_modules'), join(trees.before, 'node_modules'))
  }
  if (git('diff', '--name-only', commit, '--', 'package-lock.json') !== '')
    print('Packages have changed since: the other commit runs with those of this tree.')
  for (const cwd of Object.values(trees)) node(cwd, ['server/build.ts'])
}

/** Filled by the older commit's command; this tree brings a fresh copy to its own state. */
function fill(): void {
  if (!existsSync(data.before))
    node(trees.before, ['commands/run.ts', 'demo', '--products', values.products], { DATA_DIR: data.before })
  rmSync(data.now, { recursive: true, force: true })
  // Ownership and all: the database runs under an account of its own.
  execFileSync('cp', ['-a', data.before, data.now])
}

function node(cwd: string, words: string[], env: Record<string, string> = {}): void {
  execFileSync(process.execPath, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function measure(before: TreeShop, now: TreeShop): Promise<void> {
  const listing = pathTo('de', 'watches')
  const products = pathTo('de', 'product', { name: '', id: '' }).replace(/\/+$/, '/')
  const piece = new RegExp(`href="(${products}[^"]+)"`).exec(await now.text(listing))?.[1] ?? ''
  const pages = { home: pathTo('de', 'index'), listing, product: piece }
  for (const path of Object.values(pages))
    for (const shop of [before, now]) await shop.burst(path, 3 * requests)
  print(
    `\n${values.products} pieces, packed: ${values.encoding}; medians of ${rounds} rounds of ${requests}\n`,
  )
  print(
    `| page | CPU, ${commit} | CPU, now | ratio | of lower quartiles | renderToString | requests a second, ${commit} | now | ratio |`,
  )
  print('|---|---|---|---|---|---|---|---|---|')
  for (const [name, path] of Object.entries(pages)) {
    await now.rendering()
    const figures = { before: [] as Figures[], now: [] as Figures[] }
    for (let round = 0; round < rounds; round += 1) {
      figures.before.push(await before.burst(path, requests))
      figures.now.push(await now.burst(path, requests))
    }
    const [old, fresh] = [middleOf(figures.before), middleOf(figures.now)]
    const cells = [
      name,
      `${old.cpu.toFixed(2)} ms`,
      `${fresh.cpu.toFixed(2)} ms`,
      (old.cpu / fresh.cpu).toFixed(2),
      (middleOf(figures.before, 4).cpu / middleOf(figures.now, 4).cpu).toFixed(2),
      `${(await now.rendering())?.toFixed(2) ?? '–'} ms`,
      old.perSecond.toFixed(0),
      fresh.perSecond.toFixed(0),
      (fresh.perSecond / old.perSecond).toFixed(2),
    ]
    print(`| ${cells.join(' | ')} |`)
  }
  for (const shop of [before, now]) print(`\nResident memory of ${shop.name}: ${shop.megabytes()} MB`)
  await compare(before, now)
}

type Figures = { cpu: number; perSecond: number }

/** The median, or with 4 the lower quartile. */
function middleOf(figures: Figures[], part = 2): Figures {
  const middle = (of: (each: Figures) => number) =>
    figures.map(of).toSorted((one, other) => one - other)[Math.floor(figures.length / part)] ?? 0
  return { cpu: middle(({ cpu }) => cpu), perSecond: middle(({ perSecond }) => perSecond) }
}

/** The same pages of both, word for word but for the names of built files. */
async function compare(before: TreeShop, now: TreeShop): Promise<void> {
  const paths = [...new Set((await Promise.all(locales.map(somePages))).flat())]
  const different: string[] = []
  for (const path of paths) {
    const [one, other] = await Promise.all([before.html(path), now.html(path)])
    if (one !== other) different.push(path)
  }
  print(
    `\n${paths.length} pages compared, ${different.length} of them different: ${different.join(', ') || '–'}`,
  )

  /** Of the sitemap's parts the first, evenly picked; listings with filters, orders and pages; what is nowhere. */
  async function somePages(locale: Locale): Promise<string[]> {
    const [first = ''] = addressesIn(await now.text(`/${locale}/sitemap.xml`))
    const inMap = addressesIn(
      first.endsWith('.xml') ? await now.text(first) : await now.text(`/${locale}/sitemap.xml`),
    )
    const picked = inMap.filter((_, index) => index % Math.ceil(inMap.length / 60) === 0)
    const listing = pathTo(locale, 'watches')
    const queries = ['?page=2', '?sort=price-asc', '?sort=price-desc&page=3', '?open=brand']
    const search = `${pathTo(locale, 'search')}?query=rolex`
    return [...picked, `/${locale}`, ...queries.map((query) => listing + query), search, `/${locale}/nowhere`]
  }
}

function addressesIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}
