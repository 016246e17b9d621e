import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { shopMemory } from '#server/heap.mjs'
import { answers, freePort } from '../setup/running-shop.ts'

export type BuiltShop = { url: string; process: ChildProcess; log(): string; stop(): Promise<void> }

/** What a shop is told that is to use what a command has put into its database. */
const secret = { SESSION_SECRET: 'a-secret-for-a-shop-that-is-done-harm-to' }

const root = resolve(import.meta.dirname, '../..')

/**
 * The built shop as a process of its own, ready to serve. `wrapped`: a program before Node and its words, such as
 * `faketime`. Visitors may say in `X-Forwarded-For` where they come from.
 */
export async function startBuiltShop(
  settings: Record<string, string>,
  wrapped: readonly string[] = [],
): Promise<BuiltShop> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [program = '', ...words] = [...wrapped, process.execPath, ...shopMemory, 'server/start.ts']
  const shop = spawn(program, words, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      TRUST_PROXY: 'true',
      ...secret,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [shop.stdout, shop.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  const stop = async () => {
    if (shop.exitCode !== null || shop.signalCode !== null) return
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  try {
    await answers(url, shop)
    while (!(await fetch(`${url}/health`)).ok) await wait(100)
  } catch (error) {
    await stop()
    throw new Error(`The shop did not start: ${(error as Error).message}\n${log.slice(-3_000)}`)
  }
  return { url, process: shop, log: () => log, stop }
}

/** Puts the demo into a database that is not the shop's own, by the shop's command. */
export async function loadDemoInto(settings: Record<string, string>): Promise<void> {
  const command = spawn(process.execPath, ['commands/run.ts', 'demo'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', SITE_URL: 'http://127.0.0.1', ...secret, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error(`the demo could not be loaded (${code})`)
}

/** Keeps what a shop has logged for whoever wants to know why, and says where. */
export function keepLog(shop: BuiltShop, name: string): string {
  const folder = join('test-results', 'faults')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.log`)
  writeFileSync(file, shop.log())
  return `the shop's log: ${file}`
}
