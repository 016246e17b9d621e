import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { buildShop } from '#server/build.ts'
import { type Burden, burdens } from './overload-load.ts'
import {
  cores,
  type LoadProcess,
  type Measured,
  type OverloadedShop,
  pinned,
  startLoad,
  startOverloadedShop,
} from './overloaded-shop.ts'
import { middle } from './processes.ts'

/**
 * `npm run bench:overload [-- --seconds 8 --workers 1 --rounds 4 --only silent]`: what a shop still answers when it is
 * asked for more than it can. Finds the peak (pages that nothing keeps, as many at once as keep it busy), then asks for one,
 * two and three times as much whether answered or not, a twentieth of it carts and a fifth robots, and for three times as
 * much of which half the pages are cancelled. Then for half the peak, without and with each burden in turn, `--rounds` times: 5,000
 * silent connections, 200 that send a byte a second of their head or body, 50 that read nothing, 200 heads of 60 kB a second.
 * `--only` one burden, or `none`. Several `--workers` (`1,2,4`): the CPU that each such shop takes for an answer, in turn.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    workers: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '4' },
    only: { type: 'string' },
  },
})
const between = (least: number, text: string, most: number) => Math.min(most, Math.max(least, Number(text)))
const seconds = between(2, values.seconds, 120)
const rounds = between(1, values.rounds, 50)
const counts = values.workers.split(',').map((count) => between(1, count, 64))
/** Of each look at half the peak, without and with a burden in turn. */
const roundSeconds = 2.5
const mostPerSecond = 3_000
const print = (line = '') => process.stdout.write(`${line}\n`)

const headOf = (what: string) => `${what}, without | more beside it | noise | more than noise`

await buildShop()
const shops: OverloadedShop[] = []
const load = await startLoad()
try {
  for (const count of counts) shops.push(await startOverloadedShop(count))
  print(`${cores} cores, load ${loadavg()[0]?.toFixed(1)}, ${pinned ? '' : 'not '}pinned\n`)
  for (const { port } of shops) await load.ask({ kind: 'closed', port, seconds: 5, atOnce: 8 })
  const [shop] = shops
  if (shops.length > 1) await compareWorkers()
  else if (shop) await overload(shop, load)
} finally {
  load.stop()
  await Promise.all(shops.map((shop) => shop.stop()))
}

/** As many at once as keep all workers busy; every shop in turn. */
async function compareWorkers(): Promise<void> {
  const measured: Measured[][] = shops.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, shop] of shops.entries()) {
      const atOnce = 8 * (counts[at] ?? 1)
      measured[at]?.push(await shop.measured(load, { kind: 'closed', port: shop.port, seconds, atOnce }))
    }
  print('| workers | CPU of an answer | least / most | answers a second | cores: shop / load | memory |')
  print('|---|---|---|---|---|---|')
  for (const [at, list] of measured.entries()) {
    const all = (of: (each: Measured) => number) => list.map(of)
    const each = all(({ cpuEach }) => cpuEach)
    const used = `${middle(all(({ shopCores }) => shopCores)).toFixed(2)} / ${middle(all(({ loadCores }) => loadCores)).toFixed(2)}`
    print(
      `| ${counts[at]} | ${middle(each).toFixed(1)} ms | ${Math.min(...each).toFixed(1)} / ${Math.max(...each).toFixed(1)} ms | ${middle(all(({ good }) => good)).toFixed(1)} | ${used} | ${shops[at]?.residentMegabytes()} MB |`,
    )
  }
}

async function overload(shop: OverloadedShop, load: LoadProcess): Promise<void> {
  const { port } = shop
  const peak = await shop.measured(load, { kind: 'closed', port, seconds, atOnce: 8 })
  const most = peak.good
  const ofPeak = ({ good, cpuEach }: Measured) =>
    `${Math.round((100 * good) / most)} % | ${Math.round((100 * peak.cpuEach) / cpuEach)} %`
  print(`peak: ${most.toFixed(1)} pages a second, 8 at once, by ${peak.shopCores.toFixed(2)} cores of shop`)
  print(`and database: ${peak.cpuEach.toFixed(1)} ms each\n`)
  print(
    '| asked for | answered / s | of the peak | by CPU | p99 of pages | carts | p99 of carts | robots | refused / s | cancelled / s | lost | cores: shop / load | memory |',
  )
  print('|---|---|---|---|---|---|---|---|---|---|---|---|---|')
  const rows: [title: string, times: number, cancelled: number][] = [
    ['1 ×', 1, 0],
    ['2 ×', 2, 0],
    ['3 ×', 3, 0],
    ['3 ×, half of the pages cancelled after 100 ms', 3, 0.5],
  ]
  for (const [title, times, cancelled] of rows) {
    const perSecond = Math.min(mostPerSecond, most * times)
    const row = await shop.measured(load, { kind: 'open', port, seconds, perSecond, cancelled })
    const { told, good, shopCores, loadCores } = row
    const used = `${shopCores.toFixed(2)} / ${loadCores.toFixed(2)}`
    print(
      `| ${title} | ${good.toFixed(1)} | ${ofPeak(row)} | ${told.pageP99} ms | ${told.carts} of ${told.cartsAsked} | ${told.cartP99} ms | ${told.robots} of ${told.robotsAsked} | ${(told.refused / seconds).toFixed(1)} | ${(told.cancelled / seconds).toFixed(1)} | ${told.lost} | ${used} | ${shop.residentMegabytes()} MB |`,
    )
  }
  print(
    `\n| half the peak, beside | p50 of pages | ${headOf('p99 of pages')} | ${headOf('CPU of an answer')} |`,
  )
  print('|---|---|---|---|---|---|---|---|---|---|')
  for (const what of burdens.filter((each) => (values.only ?? each) === each))
    await weigh(shop, load, what, most / 2)
}

/**
 * Without and with a burden in turn. What it costs is the median of the differences from the rounds before and after; the
 * noise is the largest difference of two neighbouring rounds that were both without.
 */
async function weigh(
  shop: OverloadedShop,
  load: LoadProcess,
  what: Burden,
  perSecond: number,
): Promise<void> {
  const { port } = shop
  const look = () => shop.measured(load, { kind: 'open', port, seconds: roundSeconds, perSecond })
  const count = { silent: 5_000, 'slow readers': 50 }[what as string] ?? 200
  const without = [await look()]
  const beside: Measured[] = []
  let open = 0
  for (let round = 0; round < rounds; round += 1) {
    open = (await load.ask({ kind: 'hold', port, what, count })).held
    beside.push(await look())
    await load.ask({ kind: 'release' })
    without.push(await look())
  }
  const cells = (of: (each: Measured) => number, digits: number) => {
    const [free, burdened] = [without.map(of), beside.map(of)]
    const more = middle(
      burdened.map((figure, at) => figure - ((free[at] as number) + (free[at + 1] as number)) / 2),
    )
    const noise = Math.max(...free.slice(1).map((figure, at) => Math.abs(figure - (free[at] as number))))
    const [usual, sign] = [middle(free), more < 0 ? '−' : '+']
    const shown = `${sign} ${Math.abs(more).toFixed(digits)} ms`
    return `${usual.toFixed(digits)} ms | ${shown} | ± ${noise.toFixed(digits)} ms | ${more > noise ? '**yes**' : 'no'}`
  }
  const p50 = `${middle(without.map(({ told }) => told.pageP50))} → ${middle(beside.map(({ told }) => told.pageP50))} ms`
  print(
    `| ${count} ${what} (${open} open) | ${p50} | ${cells(({ told }) => told.pageP99, 0)} | ${cells(({ cpuEach }) => cpuEach, 1)} |`,
  )
}
