const key = 'recent-searches'
const limit = 5
/** As long as a query may be. */
const longest = 200

type Reads = Pick<Storage, 'getItem'>
type Writes = Pick<Storage, 'getItem' | 'setItem'>

/** What was searched for in this browser, the last first. Whatever does not look like our own writing is left out. */
export function readSearches(storage: Reads): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    const isQuery = (each: unknown): each is string =>
      typeof each === 'string' && each.trim() !== '' && each.length <= longest
    return Array.isArray(stored) ? [...new Set(stored.filter(isQuery))].slice(0, limit) : []
  } catch {
    // Storage switched off, or something else wrote there: nothing was searched for.
    return []
  }
}

/** Puts a search first; the same words in other letters are the same search. */
export function rememberSearch(storage: Writes, query: string): void {
  const text = query.trim().replace(/\s+/g, ' ')
  if (text === '' || text.length > longest) return
  const others = readSearches(storage).filter((each) => each.toLowerCase() !== text.toLowerCase())
  write(storage, [text, ...others].slice(0, limit))
}

/** Takes one search from the list, or all of them. */
export function forgetSearch(storage: Writes & Pick<Storage, 'removeItem'>, query: string | null): string[] {
  const left = query === null ? [] : readSearches(storage).filter((each) => each !== query)
  if (left.length === 0) storage.removeItem(key)
  else write(storage, left)
  return left
}

function write(storage: Writes, searches: readonly string[]): void {
  try {
    storage.setItem(key, JSON.stringify(searches))
  } catch {
    // Full or switched off: the list is a convenience.
  }
}

/** Where they are kept: in this browser alone. Browsers may forbid it by throwing. */
export function ownSearches(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
