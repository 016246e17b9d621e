import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { buildShop } from '#server/build.ts'
import startRunningShop, { answers, freePort } from '#tests/setup/running-shop.ts'
import { ownCpuNanoseconds, residentMegabytes, startedOn } from './processes.ts'
import type { RenderReport } from './render-probe.ts'
import { settled } from './settled.ts'

/** This working tree's shop with the demo, for whoever loads and counts by himself. */
export type DemoShop = {
  address: string
  port: number
  pid: number
  dataDir: string
  stop(): Promise<void>
}

/** The built shop of some tree on some data, and what its answers cost it. Linux alone tells that: /proc. */
export type TreeShop = {
  name: string
  url: string
  /** Asks for a page so many times, four at a time; CPU in ms an answer. */
  burst(path: string, count: number): Promise<{ cpu: number; perSecond: number }>
  text(path: string): Promise<string>
  /** Status and HTML of an address, without what differs between two builds of the same page. */
  html(path: string): Promise<string>
  /** CPU of React's `renderToString` for each page since it was last asked, ms; null where it was not used. */
  rendering(): Promise<number | null>
  megabytes(): number
  stop(): Promise<void>
}

/** As a browser says it: robots are answered differently. */
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const atATime = 4

/** The same for both: it stands in every page. */
const siteUrl = 'http://shop.localhost'

/**
 * Builds the shop and starts it with the demo in a database of its own, both on the first core. Resolves once its
 * catalogue is in memory and it has `settled`, after so many seconds at the latest.
 */
export async function startDemoShop({ settle }: { settle: string }): Promise<DemoShop> {
  await buildShop()
  delete process.env.SHOP_URL
  const stop = await startedOn(0, startRunningShop)
  const { SHOP_URL: address = '', SHOP_PID: pid, SHOP_DATA_DIR: dataDir = '' } = process.env
  await catalogueRead(address)
  await settled({ pid: Number(pid), dataDir }, Number(settle))
  return {
    address,
    port: Number(new URL(address).port),
    pid: Number(pid),
    dataDir,
    stop: async () => stop?.(),
  }
}

/** Until the catalogue is in memory a listing is a redirect or a fault. */
async function catalogueRead(address: string): Promise<void> {
  while (!(await fetch(`${address}/health`)).ok) await wait(200)
}

/** Starts the shop that was built in the folder `cwd` on the data in `dataDir`; it keeps no pages. */
export async function startTreeShop(options: {
  name: string
  cwd: string
  dataDir: string
  encoding: string
}): Promise<TreeShop> {
  const { name, cwd, dataDir, encoding } = options
  const port = await freePort()
  const memory: { shopMemory: string[] } = await import(pathToFileURL(join(cwd, 'server/heap.mjs')).href)
  const probe = resolve('bench/render-probe.ts')
  const child = spawn(process.execPath, [...memory.shopMemory, '--import', probe, 'server/start.ts'], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: siteUrl,
      LOG_LEVEL: 'error',
      PAGE_CACHE: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  const agent = new Agent({ keepAlive: true, maxSockets: atATime })
  const headers = { 'user-agent': browser, accept: 'text/html', 'accept-encoding': encoding }
  const ask = async (path: string, sent: Record<string, string> = headers): Promise<IncomingMessage> => {
    const [answer] = await once(get(url + path, { agent, headers: sent }), 'response')
    return answer as IncomingMessage
  }
  const asText = async (path: string) => text(await ask(path, { ...headers, 'accept-encoding': 'identity' }))
  const pid = child.pid as number
  const cpu = () => ownCpuNanoseconds(pid) / 1e6
  const stop = async () => {
    agent.destroy()
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    await answers(url, child)
    await catalogueRead(url)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    name,
    url,
    async burst(path, count) {
      const [begin, used] = [performance.now(), cpu()]
      let left = count
      const walk = async () => {
        for (; left > 0; ) {
          left -= 1
          const answer = await ask(path)
          answer.resume()
          await once(answer, 'end')
          if (answer.statusCode !== 200) throw new Error(`${name} answers ${path} with ${answer.statusCode}`)
        }
      }
      await Promise.all(Array.from({ length: atATime }, walk))
      return { cpu: (cpu() - used) / count, perSecond: (1000 * count) / (performance.now() - begin) }
    },
    text: asText,
    async html(path) {
      const answer = await ask(path, { ...headers, 'accept-encoding': 'identity' })
      return `${answer.statusCode}\n${withoutBuild(await text(answer))}`
    },
    async rendering() {
      child.send('report')
      const [{ pages, cpu: spent }] = (await once(child, 'message')) as [RenderReport]
      return pages === 0 ? null : spent / pages
    },
    megabytes: () => residentMegabytes(pid),
    stop,
  }
}

/** Names of built files hold a hash of what is in them, and how code is parted differs, too. */
function withoutBuild(html: string): string {
  return html
    .replace(/<script type="application\/json" id="modules">.*?<\/script>/s, '')
    .replaceAll(/-[\w-]{8}\.(js|css|woff2|svg|png)/g, '.$1')
}
