import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into the shop's process by `bench:growth` (`--import`): tells over the channel to its starter what the process
 * holds, and the longest pause of its event loop since it was last asked, by the clock and of this thread alone.
 */
export type ProbeReport = {
  rss: number
  /** The most since it began. */
  most: number
  heap: number
  buffers: number
  pause: { clock: number; cpu: number }
}

const looksEvery = 5
const histogram = monitorEventLoopDelay({ resolution: looksEvery })
histogram.enable()
let used = process.threadCpuUsage()
let cpu = 0
setInterval(() => {
  const { user, system } = process.threadCpuUsage(used)
  cpu = Math.max(cpu, (user + system) / 1000)
  used = process.threadCpuUsage()
}, looksEvery).unref()

process.on('message', (asked: { collect?: boolean }) => {
  if (asked.collect) globalThis.gc?.()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  const pause = { clock: Math.max(0, histogram.max / 1e6 - looksEvery), cpu }
  const most = process.resourceUsage().maxRSS * 1024
  process.send?.({ rss, most, heap: heapUsed, buffers: arrayBuffers, pause } satisfies ProbeReport)
  histogram.reset()
  // Its own cleaning is nobody's pause.
  used = process.threadCpuUsage()
  cpu = 0
})
process.channel?.unref()
