import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Locale, locales } from '#app/language/locales.ts'
import { dice } from '#db/demo-scale-pieces.ts'
import { buildShop } from '#server/build.ts'
import startRunningShop from '#tests/setup/running-shop.ts'
import { residentMegabytes } from './processes.ts'

/**
 * `npm run bench:memory [-- --minutes 10 --visitors 8]`: what the shop's Node process holds while visitors walk through
 * all of it, in both languages, with filters, searches and photos. DATABASE_URL names another shop than the demo.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    visitors: { type: 'string', default: '8' },
  },
})
const minutes = Math.min(24 * 60, Number(values.minutes))
const visitors = Math.min(200, Number(values.visitors))
const print = (line: string) => process.stdout.write(`${line}\n`)
/** As a browser says it: robots are answered differently. */
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

await buildShop()
delete process.env.SHOP_URL
const stop = await startRunningShop()
const shop = String(process.env.SHOP_URL)
const pid = Number(process.env.SHOP_PID)
const statuses = new Map<string, number>()
let answers = 0
try {
  await measure()
} finally {
  await stop?.()
}

async function measure(): Promise<void> {
  const pages = Object.fromEntries(
    await Promise.all(locales.map(async (locale) => [locale, await pagesOf(locale)])),
  ) as Record<Locale, string[]>
  print(
    `${locales.map((locale) => `${pages[locale].length} pages ${locale}`).join(', ')}; ${visitors} visitors\n`,
  )
  print('| minute | memory (RSS) | answers so far |')
  print('|---|---|---|')
  const tell = (minute: number) =>
    print(`| ${minute} | ${residentMegabytes(pid)} MB | ${answers.toLocaleString('en')} |`)
  tell(0)
  const end = performance.now() + minutes * 60_000
  const walks = Array.from({ length: visitors }, (_, index) => walk(index, pages, end))
  for (let minute = 1; minute <= minutes; minute++) {
    await wait(Math.max(0, end - (minutes - minute) * 60_000 - performance.now()))
    tell(minute)
  }
  await Promise.all(walks)
  print(`\nAnswers: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
}

/** From page to page until the end: by a link of this one, or somewhere else; every one as a new caller now and then. */
async function walk(visitor: number, pages: Record<Locale, string[]>, end: number): Promise<void> {
  const roll = dice(visitor + 1)
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(roll() * list.length)] as Value
  let links: string[] = []
  let caller = ''
  while (performance.now() < end) {
    const locale = pick(locales)
    if (caller === '' || roll() < 0.1)
      caller = `10.${[0, 0, 0].map(() => Math.floor(roll() * 256)).join('.')}`
    const path = links.length > 0 && roll() < 0.7 ? pick(links) : pick(pages[locale])
    const html = await ask(path, caller)
    // Filters, orders and further pages of listings among them; files and the office are somebody else's.
    links = addressesIn(html, /href="(\/(?:de|en)(?:[/?][^"]*)?)"/g)
    const photos = addressesIn(html, /["\s,]([^"\s,]*\/api\/(?:photos|assets)\/[^"\s,]+)/g)
    for (let count = 0; count < 3 && photos.length > 0; count++) await ask(pick(photos), caller)
    const words =
      /<title>([^<]+)/
        .exec(html)?.[1]
        ?.split(/[^\p{L}\d]+/u)
        .filter(({ length }) => length > 2) ?? []
    if (words.length > 0 && roll() < 0.5) {
      const typed = words.slice(0, 1 + Math.floor(roll() * 3)).join(' ')
      const query = typed.slice(0, 3 + Math.floor(roll() * typed.length))
      await ask(`/api/search?query=${encodeURIComponent(query)}&locale=${locale}`, caller)
    }
  }
}

/** @returns the text of a page, nothing of anything else */
async function ask(path: string, caller: string): Promise<string> {
  const response = await fetch(new URL(path, shop), {
    headers: { 'user-agent': browser, accept: 'text/html,*/*', 'x-forwarded-for': caller },
  })
  answers += 1
  const status = response.ok ? String(response.status) : `${response.status} ${new URL(path, shop).pathname}`
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const body = Buffer.from(await response.arrayBuffer())
  return response.headers.get('content-type')?.startsWith('text/html') ? body.toString() : ''
}

function addressesIn(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}

/** What a language's sitemap names. */
async function pagesOf(locale: Locale): Promise<string[]> {
  const addresses = async (file: string): Promise<string[]> => {
    const xml = await (await fetch(file)).text()
    const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
    if (!xml.includes('<sitemapindex')) return found
    const parts: string[] = []
    for (const part of found) parts.push(...(await addresses(part)))
    return parts
  }
  return (await addresses(`${shop}/${locale}/sitemap.xml`)).map((address) => new URL(address).pathname)
}
