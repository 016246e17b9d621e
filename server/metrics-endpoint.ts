import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '#app/platform/database/database.ts'
import type { Env } from '#app/platform/env.ts'
import type { Log } from '#app/platform/log.ts'
import { type WaitingWork, waitingWork } from '#app/shop/waiting-work.ts'
import { keepEnded } from './ended-workers.ts'
import { type Metrics, metricsContentType, metricsText } from './metrics.ts'
import { tell } from './worker.ts'
import { type FromWorker, isShopMessage, type ToWorker } from './worker-messages.ts'

/** Milliseconds: for the database, for the other processes, and between two questions of the database. */
const usualTimes = { database: 1_000, workers: 1_000, fresh: 10_000 }

/**
 * Serves what all processes of the shop have measured at `/metrics`, on a port of its own. Whatever does not answer in
 * time is left out: a scrape neither fails nor hangs because something else does.
 */
export async function serveMetrics(
  { metrics, db, log }: { metrics: Metrics; db: Database; log: Log },
  { METRICS_PORT: port, METRICS_HOST: host }: Pick<Env, 'METRICS_PORT' | 'METRICS_HOST'>,
  times: Partial<typeof usualTimes> = {},
): Promise<{ port: number; stop(): Promise<void> }> {
  const { database, workers, fresh } = { ...usualTimes, ...times }
  metrics.sources.work = readingWork(db, log, { within: database, fresh })
  const ended = keepEnded(cluster)
  const server = createServer(async (asked, answer) => {
    if (asked.method !== 'GET' || asked.url?.replace(/\?.*$/, '') !== '/metrics')
      return void answer.writeHead(404).end('Figures are at /metrics\n')
    try {
      const figures = await Promise.all([metrics.figures(), ofWorkers(workers)])
      const text = await metricsText([figures[0], await ended.figures(), ...figures[1]])
      answer.writeHead(200, { 'content-type': metricsContentType, 'cache-control': 'no-store' }).end(text)
    } catch (error) {
      log.error({ err: error }, 'the figures could not be told')
      answer.writeHead(500).end('The figures could not be told\n')
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      ended.stop()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** What waits, at most as old as `fresh` says; null where the database does not answer. One question at a time. */
function readingWork(
  db: Database,
  log: Log,
  { within, fresh }: { within: number; fresh: number },
): () => Promise<readonly WaitingWork[] | null> {
  let read: { at: number; work: readonly WaitingWork[] } | null = null
  let asking: Promise<readonly WaitingWork[] | null> | null = null
  async function ask(): Promise<readonly WaitingWork[] | null> {
    try {
      read = { at: performance.now(), work: await waitingWork(db) }
      return read.work
    } catch (error) {
      log.warn({ err: error }, 'what waits could not be read')
      return null
    } finally {
      asking = null
    }
  }
  return async () => {
    if (read !== null && performance.now() - read.at < fresh) return read.work
    asking ??= ask()
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), within)
    return Promise.race([asking, late.promise]).finally(() => clearTimeout(timer))
  }
}

let asked = 0

/** What the workers have measured; one that does not answer in time is left out. */
async function ofWorkers(within: number): Promise<(readonly object[])[]> {
  if (!cluster.isPrimary) return []
  asked += 1
  const id = asked
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
  const found = await Promise.all(
    workers.map((worker) => {
      if (!worker) return null
      const { promise, resolve } = Promise.withResolvers<readonly object[] | null>()
      const hear = (message: FromWorker) => {
        if (isShopMessage(message) && message.shop === 'measured' && message.id === id)
          resolve(message.figures)
      }
      const timer = setTimeout(() => resolve(null), within)
      worker.on('message', hear)
      worker.send({ shop: 'measure', id } satisfies ToWorker, (error) => error && resolve(null))
      return promise.finally(() => {
        clearTimeout(timer)
        worker.off('message', hear)
      })
    }),
  )
  return found.filter((figures) => figures !== null)
}

/** A worker's part: tells the primary what it has measured, when it asks and, by what is returned, at its own end. */
export function tellMetrics(metrics: Metrics, log: Log): () => Promise<void> {
  const say = async (id: number) => {
    try {
      await tell({ shop: 'measured', id, figures: await metrics.figures() })
    } catch (error) {
      log.error({ err: error }, 'the figures could not be told')
    }
  }
  const hear = (message: ToWorker) => {
    if (isShopMessage(message) && message.shop === 'measure') void say(message.id)
  }
  process.on('message', hear)
  return async () => {
    process.off('message', hear)
    await say(unasked)
  }
}

/** The number of a question that nobody has asked. */
const unasked = 0
