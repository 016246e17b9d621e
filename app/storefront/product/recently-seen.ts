/** A piece as the browser remembers it: no price, which may change, and both languages' addresses. */
export type SeenPiece = {
  id: string
  brand: string | null
  names: [de: string, en: string]
  hrefs: [de: string, en: string]
  photo: string
}

const key = 'recently-seen'
const limit = 8

function isSeenPiece(value: unknown): value is SeenPiece {
  const piece = value as Partial<SeenPiece> | null
  const pair = (each: unknown) =>
    Array.isArray(each) && each.length === 2 && each.every((text) => typeof text === 'string')
  return (
    typeof piece === 'object' &&
    piece !== null &&
    typeof piece.id === 'string' &&
    (piece.brand === null || typeof piece.brand === 'string') &&
    pair(piece.names) &&
    pair(piece.hrefs) &&
    (piece.hrefs as string[]).every((href) => /^\/(de|en)\//.test(href)) &&
    typeof piece.photo === 'string' &&
    /^[0-9a-f]{32}$/.test(piece.photo)
  )
}

/** What was seen before, newest first. Whatever does not look like our own writing is left out. */
export function readSeen(storage: Pick<Storage, 'getItem'>): SeenPiece[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSeenPiece).slice(0, limit) : []
  } catch {
    // Storage switched off, or something else wrote there: nothing was seen.
    return []
  }
}

/** Puts a piece first. */
export function rememberSeen(storage: Pick<Storage, 'getItem' | 'setItem'>, piece: SeenPiece): void {
  const others = readSeen(storage).filter((each) => each.id !== piece.id)
  try {
    storage.setItem(key, JSON.stringify([piece, ...others].slice(0, limit)))
  } catch {
    // Full or switched off: the list is a convenience.
  }
}

export function forgetSeen(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(key)
}
