import { z } from 'zod'
import { boundedText } from './bounded-answer.ts'

/** A price as the feed says it: cents per troy ounce in euros. */
export type FedPrice = {
  metal: 'gold' | 'silver' | 'platinum' | 'palladium'
  centsPerOunce: number
  at: Date
}

export type FeedAnswer =
  | { ok: true; source: string; prices: FedPrice[]; refused: string[] }
  | { ok: false; reason: string }

const quote = z.object({
  price: z.number().positive().finite(),
  currency: z.enum(['EUR', 'USD']),
  time: z.iso.datetime({ offset: true }),
})

/**
 * What METAL_FEED_URL answers: a quote per metal per troy ounce, and for quotes in dollars how many dollars a euro
 * costs: `{ "source": "…", "usdPerEur": 1.08, "metals": { "gold": { "price": 3500, "currency": "EUR",
 * "time": "2026-11-20T13:30:00Z" }, … } }`.
 */
const schema = z.object({
  source: z.string().trim().min(1).max(80).optional(),
  usdPerEur: z.number().min(0.5).max(2).optional(),
  metals: z.record(z.string(), z.unknown()),
})

const metals = ['gold', 'silver', 'platinum', 'palladium'] as const

/** More cents than any ounce costs, and than a price may have. */
const mostCents = 2_000_000_000

const largestAnswer = 100_000

/**
 * Reads the feed once. Quotes that do not fit are named in `refused`, and a feed that cannot be read at all is
 * `ok: false`; nothing is thrown. `timeout` in ms covers the whole answer.
 */
export async function readMetalFeed(
  url: string,
  { now, timeout = 2_000 }: { now: Date; timeout?: number },
): Promise<FeedAnswer> {
  let body: unknown
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, { signal, headers: { accept: 'application/json' } })
    if (!response.ok) {
      await response.body?.cancel()
      return { ok: false, reason: `answered ${response.status}` }
    }
    body = JSON.parse(await boundedText(response, largestAnswer))
  } catch (error) {
    return { ok: false, reason: (error as Error).message }
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success) return { ok: false, reason: z.prettifyError(parsed.error) }
  const { usdPerEur, metals: quotes } = parsed.data
  const prices: FedPrice[] = []
  const refused: string[] = []
  for (const metal of metals) {
    if (quotes[metal] === undefined) continue
    const read = quote.safeParse(quotes[metal])
    if (!read.success) {
      refused.push(`${metal}: ${z.prettifyError(read.error)}`)
      continue
    }
    const { price, currency, time } = read.data
    if (currency === 'USD' && usdPerEur === undefined) {
      refused.push(`${metal}: in USD, and the feed does not say usdPerEur`)
      continue
    }
    const euros = currency === 'USD' ? price / (usdPerEur as number) : price
    const at = new Date(time)
    const centsPerOunce = Math.round(euros * 100)
    if (centsPerOunce < 1 || centsPerOunce > mostCents) refused.push(`${metal}: ${euros} EUR is no price`)
    else if (at.getTime() > now.getTime() + 300_000) refused.push(`${metal}: its time ${time} is yet to come`)
    else prices.push({ metal, centsPerOunce, at })
  }
  return { ok: true, source: parsed.data.source ?? new URL(url).hostname, prices, refused }
}
