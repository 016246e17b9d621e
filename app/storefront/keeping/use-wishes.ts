import { useMemo, useSyncExternalStore } from 'react'
import { readWishes, withWish, writeWishes } from './wishes.ts'

const changed = 'wishes-changed'

/** Browsers may forbid storage by throwing. */
function ownStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** Another tab may change the list, and so may this page before it was left. */
function subscribe(onChange: () => void): () => void {
  const events = [changed, 'storage', 'pageshow'] as const
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}

const inBrowser = () => {
  const storage = ownStorage()
  return storage ? readWishes(storage).join('.') : ''
}
const onServer = () => null

/** The stock numbers of this browser's wishes; `null` until the page is hydrated, for pages are the same for everybody. */
export function useWishes(): string[] | null {
  const text = useSyncExternalStore<string | null>(subscribe, inBrowser, onServer)
  return useMemo(() => (text === null ? null : text.split('.').filter(Boolean)), [text])
}

/** `lost`: the browser stores nothing. */
export type WishKept = 'kept' | 'full' | 'lost'

/** Puts a piece in; at its old place where it was there a moment ago. */
export function keepWish(id: string, at = 0): WishKept {
  const storage = ownStorage()
  if (!storage) return 'lost'
  const next = withWish(readWishes(storage), id, at)
  return next === null ? 'full' : store(storage, next)
}

/** Takes a piece out. Returns where it was; -1: it was not there. */
export function dropWish(id: string): number {
  const storage = ownStorage()
  if (!storage) return -1
  const ids = readWishes(storage)
  store(
    storage,
    ids.filter((each) => each !== id),
  )
  return ids.indexOf(id)
}

function store(storage: Storage, ids: readonly string[]): WishKept {
  try {
    writeWishes(storage, ids)
  } catch {
    // Full, or switched off: whoever pressed is told.
    return 'lost'
  }
  window.dispatchEvent(new Event(changed))
  return 'kept'
}
