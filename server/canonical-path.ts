import { isLocale } from '#app/language/locales.ts'
import { isPrivate, matchRoute } from '#app/language/route-table.ts'

/**
 * The one spelling of a page's path: no duplicate or trailing slashes, lower case, escapes as we write them.
 * Files (`sitemap.xml`), the API and everything outside the language prefixes keep their case, and so do tokens: they
 * are no words.
 * `null` when the path cannot be decoded.
 */
export function canonicalPath(pathname: string): string | null {
  const raw = pathname.split('/').filter(Boolean)
  const first = raw[0]?.toLowerCase()
  if (!isLocale(first)) return `/${raw.join('/')}`
  try {
    const given = raw.map(decodeURIComponent)
    const path = given.map((segment) => encodeURIComponent(segment.toLowerCase()))
    const lower = `/${path.join('/')}`
    if (lower === pathname) return lower
    const match = matchRoute(lower)
    if (match && isPrivate(match.name)) path[path.length - 1] = encodeURIComponent(given.at(-1) ?? '')
    return `/${path.join('/')}`
  } catch {
    return null
  }
}

/** A path whose every segment can be decoded: in the others each `%` stands for itself. */
export function readablePath(pathname: string): string {
  return pathname.replaceAll(/[^/]*%[^/]*/g, (segment) => {
    try {
      // The bundler drops a call whose result nobody uses, and its error with it.
      return decodeURIComponent(segment) && segment
    } catch {
      return segment.replaceAll('%', '%25')
    }
  })
}
