/** What somebody writes while the field for it is still on its way. */
let typed = ''

function keep(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if (event.key.length === 1) typed += event.key
  else return
  // A space would press the focused opener once more.
  event.preventDefault()
  event.stopPropagation()
}

/** From now on keys are kept, until they are taken. */
export function keepTyping(): void {
  document.addEventListener('keydown', keep, true)
}

/** The kept words; keys go their usual way again. */
export function takeTyped(): string {
  document.removeEventListener('keydown', keep, true)
  const words = typed.trimStart()
  typed = ''
  return words
}
