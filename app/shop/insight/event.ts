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
  .string('must be text')
  .min(1, 'is required')
  .refine((text) => Buffer.byteLength(text) <= most.urlBytes, `may have ${most.urlBytes} bytes at most`)
const propsObject = z
  .record(
    z.string().max(most.propName, `a name may have ${most.propName} characters at most`),
    z.union([z.string(), z.number(), z.boolean(), z.null()], 'a value must be text, a number, yes or no'),
    'must be an object',
  )
  .refine((given) => Object.keys(given).length <= most.props, `may be ${most.props} at most`)
/** Older trackers write the properties as JSON within the JSON. */
const props = z.preprocess((given, context) => {
  if (typeof given !== 'string') return given
  if (given.trim() === '') return null
  try {
    return JSON.parse(given)
  } catch {
    context.addIssue('must be an object, or one as JSON')
    return z.NEVER
  }
}, propsObject.nullish())
const measure = z.number('must be a number').nullish()
const short = z.object({
  n: z
    .string('must be text')
    .min(1, 'is required')
    .max(most.name, `may have ${most.name} characters at most`),
  u: url,
  d: z.string('must be text').max(most.urlBytes, 'is too long').nullish(),
  r: z.string('must be text').max(most.urlBytes, 'is too long').nullish(),
  p: props,
  sd: measure,
  e: measure,
  v: measure,
  i: z.boolean('must be yes or no').nullish(),
})

/** `m` is what the first trackers called properties. */
const otherNames: Record<string, string> = {
  name: 'n',
  url: 'u',
  domain: 'd',
  referrer: 'r',
  props: 'p',
  m: 'p',
  meta: 'p',
}

const read = (body: unknown) =>
  short.safeParse(
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(
          Object.entries(body).map(([key, value]) => [
            Object.hasOwn(otherNames, key) ? otherNames[key] : key,
            value,
          ]),
        )
      : undefined,
  )

/**
 * An event as Plausible's tracker sends it, `{n,u,d,r,p}` or with the names written out, its `p` an object or JSON; null
 * for anything else. What is not of interest here (`h`, `w`, `$` …) is passed over.
 */
export function parseEvent(body: unknown, siteUrl: string): InsightEvent | null {
  const parsed = read(body)
  if (!parsed.success) return null
  const { n: name, u, d: _, r, p, sd, e, v, i } = parsed.data
  const path = insightPath(u, siteUrl)
  // Escaped, an address may be longer than it was sent.
  if (path === null || !path.startsWith('/') || path.length > most.path) return null
  const readable = cleanLine(name)
  if (readable === '') return null
  const measured = {
    ...(sd != null && { sd }),
    ...(e != null && { e }),
    ...(v != null && { v }),
    ...(i != null && { i }),
  }
  return { name: readable, path, referrer: referrerOf(r, siteUrl), props: propsOf(p ?? {}), measured }
}

/** Why it is no event, in a few words for whoever sent it. */
export function eventFault(body: unknown): string {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return 'the body must be a JSON object'
  const parsed = read(body)
  if (parsed.success) return 'its name or address cannot be kept'
  return parsed.error.issues
    .map(({ path, message }) => `${path.join('.').slice(0, 60)}: ${message}`)
    .join('; ')
}

/**
 * Whether an event tells of a page of another site, by its address or its domain. `hosts`: where this site is reached,
 * with their ports. A domain without a dot names no site (`localhost`, a name that somebody gave it).
 */
export function isOfAnotherSite(body: unknown, siteUrl: string, hosts: readonly string[]): boolean {
  const parsed = read(body)
  if (!parsed.success) return false
  const { u, d } = parsed.data
  const ours = new Set([new URL(siteUrl).host, ...hosts].map(asHost))
  if (URL.canParse(u, siteUrl)) {
    const { protocol, host, pathname } = new URL(u, siteUrl)
    // Without a path (`javascript:`) it is the address of no page at all.
    if (pathname.startsWith('/') && !(/^https?:$/.test(protocol) && ours.has(host))) return true
  }
  const names = new Set([...ours].flatMap((host) => [host, withoutPort(host)]).map(withoutWww))
  const given = (d ?? '')
    .split(',')
    .map((domain) => asHost(domain.trim()))
    .filter((domain) => domain.includes('.') || domain.includes(':'))
  return given.length > 0 && !given.some((domain) => names.has(withoutWww(domain)))
}

/** As addresses have it: small letters, and `xn--` for others than ASCII's. */
export function asHost(text: string): string {
  const address = `http://${text}`
  return /[\s/\\?#@]/.test(text) || !URL.canParse(address) ? text.toLowerCase() : new URL(address).host
}

const withoutPort = (host: string) => host.replace(/:\d+$/, '')
const withoutWww = (host: string) => host.replace(/^www\./, '')

/** Other sites only; where somebody was before within ours is known. */
function referrerOf(address: string | null | undefined, siteUrl: string): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, origin, host, hostname, pathname } = new URL(address)
  const isOther = /^https?:$/.test(protocol) && host !== new URL(siteUrl).host
  return isOther && hostname.length <= most.host ? `${origin}${pathname}` : null
}

function propsOf(given: z.infer<typeof propsObject>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const whole = cleanLine(String(value ?? ''))
    const text = name === 'query' ? insightQuery(whole) : whole.slice(0, most.prop).toWellFormed()
    if (text) kept[cleanLine(name)] = text
  }
  return kept
}
