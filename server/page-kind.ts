import { matchRoute, type RouteName } from '#app/language/route-table.ts'
import { isOfficePath } from './office.ts'

/** What an address is of, in few words: the name of its page, or which other part of the shop answers it. */
export type PageKind =
  | RouteName
  | 'root'
  | 'office'
  | 'api'
  | 'assets'
  | 'health'
  | 'content-service'
  | 'unknown-page'
  | 'other'

/** Addresses that are remembered; then all are forgotten. */
const mostRemembered = 2_000
/** A longer address is worked out each time: it is none that many ask for. */
const longestRemembered = 200

const remembered = new Map<string, PageKind>()

/** The kind of a request's address (a path with its query); no part of the address is in it. */
export function pageKind(url: string): PageKind {
  const known = remembered.get(url)
  if (known !== undefined) return known
  const kind = kindOf(url.replace(/[?#].*$/s, '').replace(/\.data$/, ''))
  if (url.length > longestRemembered) return kind
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(url, kind)
  return kind
}

function kindOf(path: string): PageKind {
  if (path === '/') return 'root'
  if (isOfficePath(path)) return 'office'
  if (path.startsWith('/api/')) return 'api'
  if (path.startsWith('/assets/')) return 'assets'
  if (path === '/health' || path === '/ready' || path === '/live') return 'health'
  if (path.startsWith('/content/')) return 'content-service'
  if (!/^\/(?:de|en)(?:\/|$)/.test(path)) return 'other'
  return matchRoute(path)?.name ?? 'unknown-page'
}
