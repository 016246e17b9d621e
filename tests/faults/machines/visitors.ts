import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answered, ask, type Place } from './proxy.ts'

const pages = [
  '/en',
  '/de/uhren',
  '/en/jewelry',
  '/de/kontakt',
  '/de/suche?query=rolex',
  '/en/watches?page=2',
  '/de/checkout',
]

export const visitors = 8
let forms = 0

/** What visitors were answered who asked without a pause, over connections that they keep. */
export type Heard = {
  answered: Answered[]
  /** Those that are not as they should be. */
  failed: Answered[]
  /** Texts of the messages that were acknowledged. */
  acknowledged: string[]
}

/**
 * Visitors who open pages, load what those pages name (scripts, styles, photos), and send forms, until `stop` is called.
 * `pause`: milliseconds between two pages of one of them; machines that are busy without one take half a minute to start.
 */
export function letVisitorsAsk(
  place: Place,
  { count = visitors, pause = 20 } = {},
): {
  heard: Heard
  stop(): Promise<Heard>
} {
  const heard: Heard = { answered: [], failed: [], acknowledged: [] }
  let ended = false
  const note = (answer: Answered, status: number) => {
    heard.answered.push(answer)
    if (answer.status !== status) heard.failed.push(answer)
  }
  const crowd = Array.from({ length: count }, async (_, visitor) => {
    const agent = new (place.ca === undefined ? PlainAgent : SecureAgent)({ keepAlive: true, maxSockets: 1 })
    for (let time = visitor; !ended; time += 1) {
      await wait(pause)
      const path = pages[time % pages.length] as string
      const page = await ask({ ...place, agent, path })
      note(page, 200)
      const named = [...page.text.matchAll(/"(\/(?:assets|api\/photos)\/[^" ?#]+)["#]/g)].map(
        ([, found]) => found as string,
      )
      // Others each time, as what a page names is mostly kept by its browser.
      for (const part of [named[time % named.length], named[(time * 7 + 3) % named.length]])
        if (part !== undefined && !ended) note(await ask({ ...place, agent, path: part }), 200)
      if (time % 4 === 0 && !ended) {
        forms += 1
        const message = `Guten Tag ${forms}`
        const fields = { name: 'Anna Beispiel', email: `anna-${forms}@beispiel.example`, message }
        const sent = await ask({
          ...place,
          agent,
          path: '/en/contact',
          form: new URLSearchParams(fields).toString(),
        })
        note(sent, 303)
        if (sent.status === 303) heard.acknowledged.push(message)
      }
    }
    agent.destroy()
  })
  return {
    heard,
    async stop() {
      ended = true
      await Promise.all(crowd)
      return heard
    },
  }
}

/** What went wrong in a few lines. */
export function told(failed: readonly Answered[], at: number): string[] {
  const lines = failed.map(
    ({ path, since, until, status, fault, reused }) =>
      `${path}: ${status ?? fault}, asked ${Math.round(since - at)} ms and answered ${Math.round(until - at)} ms after the blow${reused ? ', over a kept connection' : ''}`,
  )
  return lines.length > 8 ? [...lines.slice(0, 8), `and ${lines.length - 8} more`] : lines
}
