import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import { insightPath, insightQuery } from './insight-path.ts'

/** Something a visitor did, as it may be kept: no token, no personal data. */
export type InsightEvent = {
  /** `pageview`, `engagement`, or a name of our own. */
  name: string
  /** `/de/uhren`, with the parameters of a campaign at most */
  path: string
  /** An address of another site, without its query. */
  referrer: string | null
  props: Record<string, string>
  /** What the tracker measured of a visit's length and depth. */
  measured: { sd?: number; e?: number; v?: number; i?: boolean }
}

const most = { name: 120, urlBytes: 2000, path: 2000, host: 253, props: 30, propName: 300, prop: 500 }

const url = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= most.urlBytes)
const props = z
  .record(z.string().max(most.propName), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .refine((given) => Object.keys(given).length <= most.props)
const short = z.object({
  n: z.string().min(1).max(most.name),
  u: url,
  r: z.string().max(most.urlBytes).nullish(),
  p: props.nullish(),
  sd: z.number().optional(),
  e: z.number().optional(),
  v: z.number().optional(),
  i: z.boolean().optional(),
})

const longNames: Record<string, string> = { name: 'n', url: 'u', referrer: 'r', props: 'p' }

/** An event as Plausible's tracker sends it, `{n,u,d,r,p}` or with the names written out; null for anything else. */
export function parseEvent(body: unknown, siteUrl: string): InsightEvent | null {
  if (typeof body !== 'object' || body === null) return null
  const given = Object.fromEntries(Object.entries(body).map(([key, value]) => [longNames[key] ?? key, value]))
  const parsed = short.safeParse(given)
  if (!parsed.success) return null
  const { n: name, u, r, p, ...measured } = parsed.data
  const path = insightPath(u, siteUrl)
  // Escaped, an address may be longer than it was sent.
  if (path === null || !path.startsWith('/') || path.length > most.path) return null
  const readable = cleanLine(name)
  if (readable === '') return null
  return { name: readable, path, referrer: referrerOf(r, siteUrl), props: propsOf(p ?? {}), measured }
}

/** Other sites only; where somebody was before within ours is known. */
function referrerOf(address: string | null | undefined, siteUrl: string): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, origin, host, hostname, pathname } = new URL(address)
  const isOther = /^https?:$/.test(protocol) && host !== new URL(siteUrl).host
  return isOther && hostname.length <= most.host ? `${origin}${pathname}` : null
}

function propsOf(given: z.infer<typeof props>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const whole = cleanLine(String(value ?? ''))
    const text = name === 'query' ? insightQuery(whole) : whole.slice(0, most.prop).toWellFormed()
    if (text) kept[cleanLine(name)] = text
  }
  return kept
}
