import { createRequire } from 'node:module'

/**
 * Loaded into the shop's process by `bench:uncached` (`--import`): tells over the channel to its starter how many pages
 * React has rendered by `renderToString` since it was last asked, and the CPU of that, ms. Their data is in memory by then.
 */
export type RenderReport = { pages: number; cpu: number }

type Render = (...given: unknown[]) => string

const server: { renderToString: Render } = createRequire(import.meta.url)('react-dom/server')
const { renderToString } = server
const report: RenderReport = { pages: 0, cpu: 0 }
// Before the shop's own modules take it from there.
server.renderToString = (...given) => {
  const since = process.threadCpuUsage()
  try {
    return renderToString(...given)
  } finally {
    const { user, system } = process.threadCpuUsage(since)
    report.cpu += (user + system) / 1000
    report.pages += 1
  }
}

process.on('message', () => {
  process.send?.(report)
  Object.assign(report, { pages: 0, cpu: 0 })
})
process.channel?.unref()
