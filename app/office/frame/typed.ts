/** What was typed into a form and not saved, as this browser keeps it over a closed tab. */
type Typed = { base: unknown; value: unknown; version: number }

const nameOf = (place: string) => `office-typed:${place}`

export const { keepTyped, keptTyped } = typedInWindow()

/** One window's hold on what the browser keeps for all of them. @public for the tests, which open two. */
export function typedInWindow() {
  /** By place: what this window has put or found there. The same form may be open in another one, which types too. */
  const own = new Map<string, string>()
  return {
    /**
     * Keeps what was typed; null: this window has nothing to keep any more. What another window has typed there since
     * stays. A browser that keeps nothing loses nothing but this.
     */
    keepTyped(place: string, typed: Typed | null): void {
      const name = nameOf(place)
      try {
        if (typed === null) {
          if (localStorage.getItem(name) === own.get(place)) localStorage.removeItem(name)
          own.delete(place)
        } else {
          const text = JSON.stringify(typed)
          own.set(place, text)
          localStorage.setItem(name, text)
        }
      } catch {
        // Full, or forbidden.
      }
    },

    /** What was typed before; null where there is nothing. */
    keptTyped(place: string): Typed | null {
      try {
        const text = localStorage.getItem(nameOf(place))
        if (text === null) return null
        const typed = JSON.parse(text) as Typed | null
        own.set(place, text)
        return typed
      } catch {
        return null
      }
    },
  }
}
