/** What was typed into a form and not saved, as this browser keeps it over a closed tab. */
type Typed = { base: unknown; value: unknown; version: number }

const nameOf = (place: string) => `office-typed:${place}`

/** Keeps what was typed; null: there is nothing to keep. A browser that keeps nothing loses nothing but this. */
export function keepTyped(place: string, typed: Typed | null): void {
  try {
    if (typed === null) localStorage.removeItem(nameOf(place))
    else localStorage.setItem(nameOf(place), JSON.stringify(typed))
  } catch {
    // Full, or forbidden.
  }
}

/** What was typed before; null where there is nothing. */
export function keptTyped(place: string): Typed | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null') as Typed | null
  } catch {
    return null
  }
}
