import { z } from 'zod'
import { boundedText } from './bounded-answer.ts'
import type { Log } from './log.ts'

/** What VIES says of a VAT id; `unreachable`: nothing, in time. */
export type ViesAnswer =
  | { outcome: 'valid' | 'invalid'; checkedAt: Date; consultation: string | null }
  | { outcome: 'unreachable'; checkedAt: Date; consultation: null }

/** The Commission's VAT Information Exchange System (docs/protocols.md 9). */
export type Vies = {
  /** Asks whether somebody has an id. `requester` is the asking business's own, which makes the answer a proof. */
  check(id: string, requester: string | null): Promise<ViesAnswer>
}

const answered = z.object({
  valid: z.boolean(),
  requestIdentifier: z.string().max(100).nullish(),
  /** Beside an answer that is none: a member state is away. */
  userError: z.enum(['VALID', 'INVALID']).nullish(),
})
const failed = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })

/** So long an answer is believed, and silence not asked again, ms. */
const believedFor = 10 * 60_000
const silentFor = 30_000
/** Questions under way at a time, and answers kept: people type ids, programs must not have them asked without end. */
const mostAtOnce = 4
const mostKept = 500
const largestAnswer = 20_000

/** `timeout` in ms covers a whole question. Nothing is thrown: whoever cannot be asked is `unreachable`. */
export function openVies({
  url,
  log,
  timeout = 3_000,
  now = Date.now,
}: {
  url: string
  log: Log
  timeout?: number
  now?: () => number
}): Vies {
  const kept = new Map<string, { answer: Promise<ViesAnswer>; until: number }>()
  let underWay = 0

  async function ask(id: string, requester: string | null): Promise<ViesAnswer> {
    const checkedAt = new Date(now())
    const unreachable = (reason: string): ViesAnswer => {
      log.warn({ reason }, 'VIES does not say whether a VAT id is valid')
      return { outcome: 'unreachable', checkedAt, consultation: null }
    }
    if (underWay >= mostAtOnce) return unreachable('too many questions at once')
    underWay += 1
    try {
      const response = await fetch(`${url.replace(/\/+$/, '')}/check-vat-number`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({
          countryCode: id.slice(0, 2),
          vatNumber: id.slice(2),
          ...(requester && {
            requesterMemberStateCode: requester.slice(0, 2),
            requesterNumber: requester.slice(2),
          }),
        }),
        signal: AbortSignal.timeout(timeout),
      })
      const body: unknown = JSON.parse(await boundedText(response, largestAnswer))
      const said = answered.safeParse(body)
      if (response.ok && said.success) {
        const { valid, requestIdentifier } = said.data
        return { outcome: valid ? 'valid' : 'invalid', checkedAt, consultation: requestIdentifier || null }
      }
      const error = failed.safeParse(body).data?.errorWrappers[0]?.error
      // An own id that a member state does not take must not keep the buyer's from being asked about.
      if (requester && error?.startsWith('INVALID_REQUESTER')) return await ask(id, null)
      return unreachable(error ?? `answered ${response.status}`)
    } catch (error) {
      return unreachable((error as Error).message)
    } finally {
      underWay -= 1
    }
  }

  return {
    async check(id, requester) {
      const key = `${id} ${requester ?? ''}`
      const last = kept.get(key)
      if (last && now() < last.until) return last.answer
      const entry = { answer: ask(id, requester), until: now() + believedFor }
      kept.delete(key)
      kept.set(key, entry)
      if (kept.size > mostKept) for (const oldest of [...kept.keys()].slice(0, 100)) kept.delete(oldest)
      const answer = await entry.answer
      if (answer.outcome === 'unreachable') entry.until = now() + silentFor
      return answer
    },
  }
}
