import type { Log } from './log.ts'
import { startPauses } from './pauses.ts'

export type AnalyticsServer = {
  /** Passes an event on; returns at once. What cannot be delivered is tried again, and at last given up and logged. */
  send(event: object, visitor: { address: string; agent: string }): void
  /** Gives what waits one last try. */
  stop(): Promise<void>
}

/** Events wait in memory alone: an address on a disk would outlive the visit. */
const maxWaiting = 1000
const timeLimit = 5000

/**
 * A Plausible server (its events API): told of each event with the visitor's address and browser, which it needs to
 * count visitors and does not keep. `pauses`: before the second, third … try, ms.
 */
export function openAnalytics(options: {
  url: string
  domain: string
  log: Log
  pauses?: readonly number[]
}): AnalyticsServer {
  const { domain, log, pauses = [1000, 5000, 30_000, 120_000] } = options
  const endpoint = `${options.url.replace(/\/+$/, '')}/api/event`
  const sending = new Set<Promise<void>>()
  const { pause, endAll } = startPauses()
  let stopped = false
  let lost = 0

  async function deliver(event: object, visitor: { address: string; agent: string }): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const isLast = stopped
      const fault = await post({ ...event, d: domain }, visitor)
      if (fault === null) return
      const wait = pauses[attempt]
      if (fault === 'refused' || wait === undefined || isLast) {
        log.warn({ attempt, fault }, 'an event did not reach the analytics server')
        return
      }
      if (!stopped) await pause(wait)
    }
  }

  async function post(event: object, { address, agent }: { address: string; agent: string }) {
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': agent, 'x-forwarded-for': address },
        body: JSON.stringify(event),
        signal: AbortSignal.timeout(timeLimit),
      })
      await response.body?.cancel()
      if (response.ok) return null
      return response.status >= 400 && response.status < 500 && response.status !== 429 ? 'refused' : 'failed'
    } catch {
      return 'failed'
    }
  }

  return {
    send(event, visitor) {
      if (sending.size >= maxWaiting) {
        lost += 1
        if (lost === 1 || lost % 1000 === 0) log.warn({ lost }, 'too many events wait; new ones are left out')
        return
      }
      const delivery = deliver(event, visitor).finally(() => sending.delete(delivery))
      sending.add(delivery)
    },
    async stop() {
      stopped = true
      endAll()
      await Promise.all(sending)
    },
  }
}
