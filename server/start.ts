import { pathToFileURL } from 'node:url'
import { readEnv } from '#app/platform/env.ts'
import { step } from '#app/platform/progress.mjs'
import { describeFault } from '#app/platform/report-fault.ts'
import { buildIsDue, buildShop } from './build.ts'
import { runUntilStopped } from './run-until-stopped.ts'

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
  const start = async () => {
    const bundle: { startShop(options: StartOptions): Promise<RunningShop> } = await import(
      pathToFileURL('build/server/index.js').href
    )
    return bundle.startShop({
      env: process.env,
      step: (text) => {
        step(text, since)
        since = performance.now()
      },
    })
  }
  await runUntilStopped(start, ({ addresses }) => {
    const width = Math.max(...addresses.map(({ label }) => label.length))
    const lines = addresses.map(({ label, url }) => `  ${label.padEnd(width)}  ${url}`)
    process.stdout.write(`\n${lines.join('\n')}\n\n  Stop with Ctrl+C.\n`)
  })
}
