/**
 * A server of two workers without a shop, as `server/start.ts` makes one. Prints the primary's orders to itself as JSON
 * lines: `{ port }` once it listens, `{ restarted }` after each SIGUSR2, `{ stopping }` at SIGTERM. Its addresses: `/pid`,
 * `/slow` answers after a moment, `/hang` never ends a turn of the event loop, `/confirm` asks the siblings. Each tells
 * how long it took, and how often this worker has confirmed; after `/late` that takes it 300 ms.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createLog } from '#app/platform/log.ts'
import { forkItself, startWorkers } from '#server/cluster.ts'
import { handOverRest } from '#server/handed-over.ts'
import { confirmAtSiblings, onConfirm, relayConfirmations } from '#server/siblings.ts'
import { followConnections, stopListening } from '#server/stop-listening.ts'
import { runWorker } from '#server/worker.ts'

if (cluster.isWorker) await runWorker(serve)
else await lead()

async function lead(): Promise<void> {
  const relay = relayConfirmations()
  const workers = await startWorkers({
    count: 2,
    connectionString: '',
    log: createLog('silent'),
    fork: forkItself(import.meta.filename),
    handOver: handOverRest,
    // A client is told with its next answer: only one that a busy machine holds up for longer would be cut off.
    times: { idle: 20_000, lastIdle: 3_000, handOver: 3_000, stop: 3_000 },
  })
  const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)
  process.on('SIGUSR2', () => void workers.restart().then((restarted) => say({ restarted })))
  process.on('SIGTERM', async () => {
    say({ stopping: true })
    await workers.stop()
    relay.stop()
    process.exit(0)
  })
  say({ port: workers.port })
}

async function serve() {
  let asked = 0
  let late = false
  const server = createServer(async (request, answer) => {
    if (request.url === '/slow') await wait(50)
    // Whoever asked learns from the head that it hangs.
    if (request.url === '/hang') answer.flushHeaders()
    while (request.url === '/hang') asked += 0
    if (request.url === '/late') late = true
    const since = performance.now()
    if (request.url === '/confirm') await confirmAtSiblings()
    answer.end(JSON.stringify({ pid: process.pid, asked, took: performance.now() - since }))
  })
  server.prependListener('request', followConnections(server))
  onConfirm(async () => {
    if (late) await wait(300)
    asked += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    drain: () => undefined,
    stopServing: (times?: object) => stopListening(server, times),
    stop: async () => undefined,
  }
}
