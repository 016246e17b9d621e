import cluster from 'node:cluster'
import { pathToFileURL } from 'node:url'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { step } from '#app/platform/progress.mjs'
import { describeFault } from '#app/platform/report-fault.ts'
import { buildIsDue, buildShop } from './build.ts'
import { forkItself, startWorkers, type Workers } from './cluster.ts'
import { handOverRest } from './handed-over.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { relayConfirmations } from './siblings.ts'
import { runWorker, type Serving } from './worker.ts'
import type { WorkerTask } from './worker-messages.ts'

/** What the shop's bundle is given: the environment, and where to tell that a step of the start is done. */
export type StartOptions = {
  env: Record<string, string | undefined>
  step(text: string): void
}

/** Where the shop is to be found. */
export type Place = {
  url: string
  addresses: { label: string; url: string }[]
}

/** What the shop's bundle exports as `startShop`, once it listens. */
export type RunningShop = Place & { stop(): Promise<void> }

type Bundle = {
  startShop(options: StartOptions): Promise<RunningShop>
  startPrimary(options: StartOptions): Promise<{
    connectionString: string
    placeOf(port: number): Place
    stop(): Promise<void>
  }>
  startWorker(options: StartOptions & WorkerTask): Promise<Serving>
}

/** `npm start`: builds when sources changed, starts the shop, says where it is, and stops it in order. */
try {
  process.env.NODE_ENV ??= 'production'
  if (cluster.isWorker) await serveBesideOthers()
  else await begin()
} catch (error) {
  process.stderr.write(`✗ ${describeFault(error)}\n`)
  process.exit(1)
}

async function begin(): Promise<void> {
  // Settings that cannot be used are told before the wait, not after it.
  const { WORKERS, DRAIN_SECONDS } = readEnv(process.env)
  if (buildIsDue()) await buildShop()
  let restart = async (): Promise<unknown> =>
    process.stdout.write('… Nothing is restarted: there are no workers (WORKERS)\n')
  process.on('SIGUSR2', () => void restart())
  let since = performance.now()
  const options: StartOptions = {
    env: process.env,
    step: (text) => {
      step(text, since)
      since = performance.now()
    },
  }
  await runUntilStopped(
    async () => {
      if (WORKERS === 1) return (await loadBundle()).startShop(options)
      const { workers, ...shop } = await startWithWorkers(options)
      restart = () => workers.restart()
      return shop
    },
    tellPlace,
    DRAIN_SECONDS * 1000,
  )
}

/** This process does what is done once, and others serve. */
async function startWithWorkers(options: StartOptions): Promise<RunningShop & { workers: Workers }> {
  const { WORKERS: count, LOG_LEVEL, HOST, DRAIN_SECONDS } = readEnv(options.env)
  const { startPrimary } = await loadBundle()
  const primary = await startPrimary(options)
  const relay = relayConfirmations()
  try {
    const workers = await startWorkers({
      count,
      connectionString: primary.connectionString,
      log: createLog(LOG_LEVEL),
      fork: forkItself(import.meta.filename),
      handOver: handOverRest,
      times: { drain: DRAIN_SECONDS * 1000 },
    })
    options.step(
      `${count} workers listen on ${HOST}, port ${workers.port}; kill -USR2 ${process.pid} restarts them`,
    )
    const stop = async () => {
      await workers.stop()
      relay.stop()
      await primary.stop()
    }
    return { ...primary.placeOf(workers.port), workers, stop }
  } catch (error) {
    relay.stop()
    await primary.stop()
    throw error
  }
}

/** One of the workers; what it has to say at its start has been said. */
async function serveBesideOthers(): Promise<void> {
  await runWorker(async (task) => {
    const { startWorker } = await loadBundle()
    return startWorker({ env: process.env, step: () => undefined, ...task })
  })
}

function loadBundle(): Promise<Bundle> {
  return import(pathToFileURL('build/server/index.js').href)
}

function tellPlace({ addresses }: Place): void {
  const width = Math.max(...addresses.map(({ label }) => label.length))
  const lines = addresses.map(({ label, url }) => `  ${label.padEnd(width)}  ${url}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n  Stop with Ctrl+C.\n`)
}
