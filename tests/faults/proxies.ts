import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { freePort } from '../setup/running-shop.ts'
import { type Middle, startMiddle } from './proxies/middle.ts'
import { proxyRules } from './proxies/rules.ts'
import { startShop } from './proxies/shop.ts'

/** The secret of the configuration in docs/cache-in-front.md. */
const token = 'the-purge-token'

type Proxy = {
  program: string
  package: string
  /** The language of its configuration in the document. */
  language: string
  start: (configuration: string, folder: string, port: number) => [command: string, ...args: string[]]
}

const proxies: Record<string, Proxy> = {
  nginx: { program: 'nginx', package: 'nginx-light', language: 'nginx', start: nginx },
  varnish: { program: 'varnishd', package: 'varnish', language: 'vcl', start: varnish },
}

/** What is not installed here, in words. */
export function missingProxies(): string[] {
  return Object.values(proxies)
    .filter(({ program }) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map(({ program, package: name }) => `${program} is not installed (Debian: apt-get install ${name})`)
}

/** A built shop behind each shared cache, configured as the document says. */
export async function tryProxies(
  only: string | undefined,
  heard: (what: string, wrong: string[], of: { done: number; of: number }) => void,
): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const missing = missingProxies()
  if (missing.length > 0) throw new Error(missing.join('; '))
  const chosen = Object.entries(proxies).filter(([name]) => only === undefined || name === only)
  if (chosen.length === 0)
    throw new Error(`There is no "${only}"; there are: ${Object.keys(proxies).join(', ')}.`)
  for (const [name, proxy] of chosen) {
    const folder = mkdtempSync(join(tmpdir(), `shop-behind-${name}-`))
    const [port, middlePort] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const purgeUrl = name === 'varnish' ? `${url}/` : undefined
    const shop = await startShop(join(folder, 'data'), { siteUrl: url, purgeUrl, token })
    const middle = await startMiddle(middlePort, shop.port)
    const stopProxy = await startProxy(proxy, folder, { port, middlePort })
    const postgres = await startEmbeddedPostgres(join(folder, 'data'))
    const db = openDatabase(postgres.connectionString, { maxConnections: 2 })
    try {
      await tryRules(name, { url, middle, db, purgeUrl }, heard)
    } finally {
      await db.destroy()
      await postgres.stop()
      await stopProxy()
      await middle.stop()
      await shop.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function tryRules(
  name: string,
  shop: { url: string; middle: Middle; db: Database; purgeUrl: string | undefined },
  heard: Parameters<typeof tryProxies>[1],
): Promise<void> {
  const rules = Object.entries(proxyRules)
  for (const [index, [rule, run]] of rules.entries()) {
    const wrong = await run({ ...shop, token }).catch((error: Error) => [error.stack ?? error.message])
    heard(`proxies --only ${name}: ${rule}`, wrong, { done: index + 1, of: rules.length })
  }
}

async function startProxy(
  { start, program, language }: Proxy,
  folder: string,
  { port, middlePort }: { port: number; middlePort: number },
): Promise<() => Promise<void>> {
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``)
  const told = block.exec(readFileSync('docs/cache-in-front.md', 'utf8'))?.[1]
  if (told === undefined) throw new Error(`docs/cache-in-front.md has no block of ${language}`)
  const configuration = told
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${middlePort}`)
    .replaceAll('.port = "3000"', `.port = "${middlePort}"`)
    .replaceAll('listen 80', `listen 127.0.0.1:${port}`)
    .replaceAll('/var/cache/nginx/shop', join(folder, 'cache'))
  const [command, ...args] = start(configuration, folder, port)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) break
    const answered = await fetch(`http://127.0.0.1:${port}/robots.txt`).then(
      ({ ok, body }) => body?.cancel().then(() => ok),
      () => false,
    )
    if (answered) return stop
    await wait(100)
  }
  await stop()
  throw new Error(`${program} did not start:\n${said}`)
}

function nginx(configuration: string, folder: string): [string, ...string[]] {
  const file = join(folder, 'nginx.conf')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  // Only who may become somebody else is asked to stay who he is.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : ''
  const around = `${user} daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; worker_processes 1;
events { worker_connections 512; }
http { access_log off; ${places.join(' ')}
${configuration}
}
`
  writeFileSync(file, around)
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', file]
}

function varnish(configuration: string, folder: string, port: number): [string, ...string[]] {
  const file = join(folder, 'shop.vcl')
  writeFileSync(file, configuration)
  mkdirSync(join(folder, 'work'))
  return [
    'varnishd',
    ...['-F', '-j', 'none', '-a', `127.0.0.1:${port}`, '-f', file, '-n', join(folder, 'work')],
    ...['-s', 'malloc,64m', '-p', 'http_gzip_support=off', '-T', 'none'],
  ]
}
