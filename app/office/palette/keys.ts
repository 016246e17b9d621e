/** Window's event: opens the palette. */
export const paletteEvent = 'office-palette'

/**
 * All keys of the office, as the help sheet shows them; those of lists are bound by the list itself, all others by this
 * table. `g` is followed by another key.
 */
export const keys = [
  { keys: 'Control+k', does: 'palette', place: 'everywhere' },
  { keys: '/', does: 'search', place: 'everywhere' },
  { keys: '?', does: 'help', place: 'everywhere' },
  { keys: 'Control+s', does: 'save', place: 'forms' },
  { keys: '↑ ↓ ← →', does: 'move', place: 'lists' },
  { keys: 'PageUp PageDown', does: 'page', place: 'lists' },
  { keys: 'Home End', does: 'row-ends', place: 'lists' },
  { keys: 'Control+Home Control+End', does: 'list-ends', place: 'lists' },
  { keys: 'Enter', does: 'open', place: 'lists' },
  { keys: 'Enter F2', does: 'edit', place: 'lists' },
  { keys: 'Space x', does: 'choose', place: 'lists' },
  { keys: 'Shift+↑ Shift+↓ Shift+Space', does: 'choose-more', place: 'lists' },
  { keys: 'Control+v', does: 'paste', place: 'lists' },
  { keys: 'g t', does: 'today', place: 'go' },
  { keys: 'g b', does: 'orders', place: 'go' },
  { keys: 'g p', does: 'pieces', place: 'go' },
  { keys: 'g m', does: 'metal-prices', place: 'go' },
  { keys: 'g e', does: 'settings', place: 'go' },
  { keys: 'g i', does: 'stock-taking', place: 'go' },
] as const

export type KeyDeed = (typeof keys)[number]['does']
export const keyPlaces = ['everywhere', 'forms', 'lists', 'go'] as const

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key does, after `former` if that was pressed just before; while somebody types only those with Ctrl or ⌘. */
export function deedOf(pressed: Pressed, former: string | null, isTyping: boolean): KeyDeed | null {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if (altKey) return null
  const name = ctrlKey || metaKey ? `Control+${key.toLowerCase()}` : former === 'g' ? `g ${key}` : key
  if (isTyping && !name.startsWith('Control+')) return null
  return keys.find((each) => each.keys === name && each.place !== 'lists')?.does ?? null
}
