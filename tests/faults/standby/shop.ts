import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { answers, freePort } from '../../setup/running-shop.ts'
import { onServer } from './server.ts'

export type Shop = { process: ChildProcess; url: string }

/** The piece that is looked at and never bought. */
export const shown = '999999'

/** A process of a built shop. */
export async function startShop(settings: Record<string, string>): Promise<Shop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = spawn(process.execPath, ['server/start.ts'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      // Each buyer comes from an address of his own.
      TRUST_PROXY: 'true',
      SESSION_SECRET: 'a-secret-that-all-servers-of-a-shop-share',
      LOG_LEVEL: 'fatal',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => void started.kill('SIGKILL')
  process.once('exit', end)
  started.once('exit', () => process.off('exit', end))
  await answers(url, started)
  return { process: started, url }
}

export async function stopShop({ process }: Shop): Promise<void> {
  const ended = once(process, 'exit')
  process.kill('SIGTERM')
  await ended
}

/** The page of the piece that nobody buys. */
export async function pathOf(url: string): Promise<string> {
  const html = await (await fetch(`${url}/de/suche?query=${shown}`)).text()
  const path = html.match(new RegExp(`href="(/de/[^"]*${shown}[^"]*)"`))?.[1]
  if (path === undefined) throw new Error(`the page of piece ${shown} is not found`)
  return path
}

/** What was found wrong of how long a shop gives a page with its old price, and the figures in words. */
export type Repriced = { wrong: string[]; summary: string }

/** Of three changes the first may meet a process that is just reading everything anew. */
const mostPrices = { quickest: 1_000, slowest: 10_000 }

/** Changes the price of that page's piece three times, past the shop, and looks how long each process gives the old one. */
export async function reprice(
  database: string,
  { urls, path, round }: { urls: readonly string[]; path: string; round: number },
): Promise<Repriced> {
  const took: number[] = []
  for (let time = 0; time < 3; time += 1) {
    const cents = 130_007 + round * 1_000 + time * 100
    took.push(await priceSeen(database, { urls, path, cents }))
  }
  const [quickest, slowest] = [Math.min(...took), Math.max(...took)]
  return {
    wrong:
      quickest > mostPrices.quickest || slowest > mostPrices.slowest
        ? [`new prices were seen after ${took.join(', ')} ms`]
        : [],
    summary: `new prices on kept pages ${took.join(', ')} ms after they were stored`,
  }
}

/** ms; endless where it is not seen within half a minute. */
async function priceSeen(
  database: string,
  { urls, path, cents }: { urls: readonly string[]; path: string; cents: number },
): Promise<number> {
  const [thousands, rest] = [Math.floor(cents / 100_000), Math.floor((cents % 100_000) / 100)]
  const label = `${thousands}.${String(rest).padStart(3, '0')},${String(cents % 100).padStart(2, '0')}`
  // A primary of a moment ago may let one wait; only what comes after is judged here.
  await onServer(
    database,
    (client) => client.query('update product set price_cents = $1 where id = $2', [cents, shown]),
    15_000,
  )
  const storedAt = performance.now()
  const seen = await Promise.all(
    urls.map(async (url) => {
      while (performance.now() - storedAt < 30_000) {
        const html = await (await fetch(url + path)).text()
        if (html.includes(label)) return performance.now() - storedAt
        await wait(10)
      }
      return Number.POSITIVE_INFINITY
    }),
  )
  return Math.round(Math.max(...seen))
}
