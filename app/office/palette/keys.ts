/** Told to the form that is open; whoever saves it calls `preventDefault`. */
export const saveEvent = 'office-save'

/** Window's event: opens the palette. */
export const paletteEvent = 'office-palette'

/** All keys of the office: what binds them and the help sheet read this one table. `g` is followed by another key. */
export const keys = [
  { keys: 'Control+k', does: 'palette', place: 'everywhere' },
  { keys: '/', does: 'search', place: 'everywhere' },
  { keys: '?', does: 'help', place: 'everywhere' },
  { keys: 'Control+s', does: 'save', place: 'forms' },
  { keys: 'g t', does: 'today', place: 'go' },
  { keys: 'g p', does: 'pieces', place: 'go' },
  { keys: 'g m', does: 'metal-prices', place: 'go' },
  { keys: 'g e', does: 'settings', place: 'go' },
  { keys: 'g i', does: 'stock-taking', place: 'go' },
] as const

export type KeyDeed = (typeof keys)[number]['does']
export const keyPlaces = ['everywhere', 'forms', 'go'] as const

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key does, after `former` if that was pressed just before; while somebody types only those with Ctrl or ⌘. */
export function deedOf(pressed: Pressed, former: string | null, isTyping: boolean): KeyDeed | null {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if (altKey) return null
  const name = ctrlKey || metaKey ? `Control+${key.toLowerCase()}` : former === 'g' ? `g ${key}` : key
  if (isTyping && !name.startsWith('Control+')) return null
  return keys.find((each) => each.keys === name)?.does ?? null
}
