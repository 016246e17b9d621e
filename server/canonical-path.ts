import { localeOfPath } from '#app/language/locales.ts'
import { spelledPath } from '#app/language/path-spelling.ts'
import { isPrivate, matchRoute } from '#app/language/route-table.ts'
import { matchOtherWords } from '#app/storefront/redirect-targets.ts'

/**
 * The one spelling of a page's path. Everything outside the language prefixes (files, the API) keeps its case, and so
 * do tokens: they are no words.
 * `null` when the path cannot be decoded.
 */
export function canonicalPath(pathname: string): string | null {
  const spelled = spelledPath(pathname)
  const raw = pathname.split('/').filter(Boolean)
  if (spelled === null || spelled === pathname)
    return spelled === null && !isPage(raw) ? `/${raw.join('/')}` : spelled
  if (localeOfPath(spelled) === null) return `/${raw.join('/')}`
  const match = matchRoute(spelled) ?? matchOtherWords(spelled)
  if (!match || !isPrivate(match.name)) return spelled
  return `${spelled.slice(0, spelled.lastIndexOf('/'))}/${encodeURIComponent(decodeURIComponent(raw.at(-1) ?? ''))}`
}

/** Whether a path that cannot be decoded would be a page's. */
const isPage = (raw: readonly string[]) => localeOfPath(`/${raw[0] ?? ''}`) !== null

/** A path whose every segment can be decoded to one line: in the others each `%` stands for itself. Its language is plain to see. */
export function readablePath(pathname: string): string {
  const readable = decodable(pathname)
  const [, first = ''] = readable.split('/', 2)
  const locale = first.includes('%') ? localeOfPath(`/${decodeURIComponent(first)}`) : null
  return locale === null ? readable : `/${locale}${readable.slice(1 + first.length)}`
}

function decodable(pathname: string): string {
  return pathname.replaceAll(/[^/]*%[^/]*/g, (segment) => {
    try {
      // The router's patterns end where a line does, and find no page at all.
      return /[\n\r\u2028\u2029]/.test(decodeURIComponent(segment)) ? segment.replaceAll('%', '%25') : segment
    } catch {
      return segment.replaceAll('%', '%25')
    }
  })
}
