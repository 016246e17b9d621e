/**
 * Loaded into each process of a shop under `soak` (`--import`): on a socket of its own in the folder that `SOAK_PROBES`
 * names it tells whoever connects the bytes of its heap, once it has collected what nothing reaches any more.
 */
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const probe = createServer((asking) => {
  // Whoever hangs up does not want to know.
  asking.on('error', () => undefined)
  collect()
  asking.end(String(process.memoryUsage().heapUsed))
})
// A command of the shop's that was handed the flag leaves nothing behind.
// Exclusive: else node:cluster would have the primary listen for a worker, and take that for the shop's own.
probe.listen({ path: join(process.env.SOAK_PROBES ?? '.', `${process.pid}.sock`), exclusive: true }).unref()
