import { matchRoute } from '#app/language/route-table.ts'

/** Parameters that say which campaign led here; everything else in a query is nobody's business. */
const campaign = /^(utm_[a-z]+|ref|source)$/

/**
 * An address as it may be counted: never the token of an order, a request or an alert, never what somebody typed. Our
 * own words in addresses are lower case; whatever is not, or is long and without hyphens, is taken for a token.
 */
export function insightPath(address: string, base = 'http://shop.invalid'): string | null {
  if (!URL.canParse(address, base)) return null
  const { pathname, searchParams } = new URL(address, base)
  const token = matchRoute(pathname)?.params.token
  const path = pathname
    .split('/')
    .map((segment) => (segment === token || isToken(segment) ? ':token' : segment))
    .join('/')
  const kept = new URLSearchParams(
    [...searchParams].filter(([name, value]) => campaign.test(name) && !value.includes('@')),
  )
  return kept.size > 0 ? `${path}?${kept}` : path
}

const isToken = (segment: string) =>
  // Nor is a mail address a word of ours.
  /@|%40/.test(segment) ||
  (segment.length >= 16 && /[A-Z]/.test(segment)) ||
  /^[a-z0-9_]{24,}$/.test(segment) ||
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(segment)

/** Words somebody searched for, unless they are an address or a telephone number. */
export function insightQuery(query: string): string | null {
  const words = query.trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, 100).toWellFormed()
  const personal = words.includes('@') || /(?:\d[\s/()+-]*){8,}/.test(words)
  return words === '' || personal ? null : words
}
