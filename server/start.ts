import { pathToFileURL } from 'node:url'
import { readEnv } from '#app/platform/env.ts'
import { buildIsDue, buildShop } from './build.ts'
import { describeFault } from './command.ts'
import { step } from './progress.mjs'

/** What the shop's bundle is given: the environment, and where to tell that a step of the start is done. */
export type StartOptions = {
  env: Record<string, string | undefined>
  step(text: string): void
}

/** What the shop's bundle exports as `startShop`, once it listens. */
export type RunningShop = {
  url: string
  addresses: { label: string; url: string }[]
  stop(): Promise<void>
}

const patienceWhenStopping = 20_000
/** npm passes Ctrl+C on although the terminal has sent it already: that is one wish, not two. */
const sameWish = 500

/** `npm start`: builds when sources changed, starts the shop, says where it is, and stops it in order. */
try {
  process.env.NODE_ENV ??= 'production'
  if (buildIsDue()) {
    // Settings that cannot be used are told before the wait, not after it.
    readEnv(process.env)
    await buildShop()
  }
  await serve()
} catch (error) {
  process.stderr.write(`✗ ${describeFault(error)}\n`)
  process.exit(1)
}

async function serve(): Promise<void> {
  let since = performance.now()
  let wished = 0
  let shop: RunningShop | null = null
  // From here on the database may run: also a start that is interrupted ends in order.
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  if (process.connected) process.on('disconnect', stop)

  const bundle: { startShop(options: StartOptions): Promise<RunningShop> } = await import(
    pathToFileURL('build/server/index.js').href
  )
  shop = await bundle.startShop({
    env: process.env,
    step: (text) => {
      step(text, since)
      since = performance.now()
    },
  })
  if (wished) return finish(shop)
  const width = Math.max(...shop.addresses.map(({ label }) => label.length))
  const lines = shop.addresses.map(({ label, url }) => `  ${label.padEnd(width)}  ${url}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n  Stop with Ctrl+C.\n`)

  function stop(): void {
    const now = performance.now()
    if (wished && now - wished < sameWish) return
    if (wished) {
      process.stderr.write('✗ Stopped at once; the next start tidies up.\n')
      process.exit(1)
    }
    wished = now
    if (shop) void finish(shop)
  }
}

async function finish(shop: RunningShop): Promise<void> {
  const since = performance.now()
  setTimeout(() => {
    process.stderr.write('✗ The shop did not stop in time; the next start tidies up.\n')
    process.exit(1)
  }, patienceWhenStopping).unref()
  try {
    await shop.stop()
    step('Stopped', since)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`✗ ${describeFault(error)}\n`)
    process.exit(1)
  }
}
