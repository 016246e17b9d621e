import type { Changes } from './use-typed.ts'

/**
 * What a window typed and the server does not have yet, kept in this browser. `base`: the draft of the server from which
 * it was typed; both are merged when the piece is opened again.
 */
export type DraftCopy = { version: number; base: Changes; changes: Changes }

/** Every window has a copy of its own: a common one would be overwritten by whichever typed last. */
export const copyOfWindow = (place: string) => `${place}/${Math.random().toString(36).slice(2)}`

export function keepCopy(name: string, copy: DraftCopy | null): void {
  try {
    if (copy === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(copy))
  } catch {
    // A browser that keeps nothing: the server does.
  }
}

function readCopy(name: string): DraftCopy | null {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? 'null') as Partial<DraftCopy> | null
    return found?.changes
      ? { version: found.version ?? 0, base: found.base ?? {}, changes: found.changes }
      : null
  } catch {
    return null
  }
}

/** Says to other windows that this one is open, until it is closed or the answer is called. */
export function holdCopy(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks?.request(name, () => promise)
  return resolve
}

/**
 * Gives what closed windows left of a piece to `take`, and removes it where that answers true. A window that is open
 * sends its own.
 */
export async function takeLeftCopies(
  place: string,
  own: string,
  take: (copy: DraftCopy) => boolean,
): Promise<void> {
  for (const name of namesOf(place)) {
    if (name === own) continue
    const look = () => {
      const copy = readCopy(name)
      if (copy === null || take(copy)) keepCopy(name, null)
    }
    if (navigator.locks) await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && look())
    else look()
  }
}

function namesOf(place: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name === place || name.startsWith(`${place}/`))
  } catch {
    return []
  }
}
