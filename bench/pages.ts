import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBrowser } from '#tests/setup/browser.ts'
import startRunningShop from '#tests/setup/running-shop.ts'
import { firstBelow } from './first-below.ts'
import { followLinks } from './followed-links.ts'
import { settled } from './settled.ts'

/**
 * `npm run bench:pages [-- --url http://localhost:3000 --only /de --runs 3]`: Lighthouse, as a phone, on the main
 * pages, in both languages: the median of several runs, for single ones differ. `--vs` names another running shop, an
 * older release say, and each page is visited there in turn. Lighthouse is fetched for the occasion: it is three
 * times as large as what it measures. Then links are followed on a slow phone (`followed-links.ts`); `--links 9` does
 * that alone, nine times. Nothing else should run on the machine meanwhile.
 */
const lighthouse = 'lighthouse@13.5.0'
const pages = [
  ['home', '/de', '/en'],
  ['listing', '/de/uhren', '/en/watches'],
  ['product', '/de/produkte/', '/en/products/'],
  ['article', '/de/wissensdatenbank/', '/en/knowledge-base/'],
  ['content', '/de/ueber-uns', '/en/about-us'],
  ['calculator', '/de/goldankaufsrechner'],
] as const
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { title: string; score: number | null; displayValue?: string; numericValue?: number }
  >
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    vs: { type: 'string' },
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
    links: { type: 'string' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

const browser = await ensureBrowser((file, args) => run(file, args))
if (browser === null) throw new Error('No browser: install Chromium or Chrome.')
if (values.url) process.env.SHOP_URL = values.url
const stop = await startRunningShop()
if (stop) await settled({ pid: Number(process.env.SHOP_PID), dataDir: String(process.env.SHOP_DATA_DIR) }, 60)
const folder = mkdtempSync(join(tmpdir(), 'shop-lighthouse-'))
try {
  const shops = [process.env.SHOP_URL as string, ...(values.vs ? [values.vs] : [])]
  if (values.links === undefined) await measure(shops, browser)
  await followLinks(shops, Number(values.links ?? values.runs), print)
} finally {
  rmSync(folder, { recursive: true, force: true })
  await stop?.()
}

async function measure(shops: string[], chrome: string): Promise<void> {
  print('| page | performance | accessibility | best practices | seo | LCP | TBT | CLS | below 0.9 |')
  print('|---|---|---|---|---|---|---|---|---|')
  for (const [name, ...addresses] of pages) {
    for (const address of addresses) {
      if (values.only && !address.startsWith(values.only)) continue
      // Products and articles are the first of the sitemap.
      const path = address.endsWith('/') ? await firstBelow(shops[0] as string, address) : address
      const visits = shops.map((shop) => ({ shop, reports: [] as Report[] }))
      // The first visitor has copies of photos made; the figures are those of everybody after.
      for (const { shop } of visits) await fetch(shop + path)
      const runs = Number(values.runs)
      // Now and then a run comes to nothing (NO_NAVSTART); it is made up for.
      for (let tries = 0; tries < runs + 2; tries += 1) {
        for (const { shop, reports } of visits) {
          const report = reports.length < runs && (await visit(shop + path, chrome))
          if (report) reports.push(report)
        }
      }
      for (const { shop, reports } of visits) {
        const where = shops.length > 1 ? `, ${new URL(shop).host}` : ''
        print(`| ${name}, ${address.slice(1, 3)}${where} | ${middleOf(reports)} |`)
      }
    }
  }
}

/** The run in the middle by performance, as a row of the table. */
function middleOf(reports: Report[]): string {
  reports.sort((one, other) => performanceOf(one) - performanceOf(other))
  const middle = reports[Math.floor(reports.length / 2)]
  if (!middle) return 'Lighthouse failed'
  const { categories: judged, audits } = middle
  const scores = categories.map((id) => String(Math.round((judged[id]?.score ?? 0) * 100)))
  const missed = categories.flatMap((id) =>
    (judged[id]?.auditRefs ?? [])
      .filter((audit) => audit.weight > 0 && (audits[audit.id]?.score ?? 1) < 0.9)
      .map((audit) => audit.id),
  )
  const figures = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
    (id) => audits[id]?.displayValue ?? '–',
  )
  return [...scores, ...figures, missed.join(', ') || '–'].join(' | ')
}

function performanceOf(report: Report): number {
  return report.categories.performance?.score ?? 0
}

async function visit(url: string, chrome: string): Promise<Report | null> {
  const output = join(folder, 'report.json')
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const flags = ['--headless=new', '--disable-background-networking', '--disable-component-update', ...root]
  const done = await run(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { CHROME_PATH: chrome },
  )
  return done ? (JSON.parse(readFileSync(output, 'utf8')) as Report) : null
}

function run(file: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.on('error', () => done(false))
    child.on('close', (code) => done(code === 0))
  })
}
