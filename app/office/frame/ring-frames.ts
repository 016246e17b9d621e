/**
 * Marks the frame in which whoever works by keyboard is (`data-ring`): while something in a page within the page has the
 * focus, browsers let neither `:focus` nor `:focus-visible` match its frame, and a letter that is only scrolled draws no
 * ring of its own.
 */
export function ringFrames(document: Document): void {
  const { body, defaultView: view } = document
  let isByKey = false
  const settle = () => {
    const { activeElement } = document
    for (const frame of body.querySelectorAll('iframe'))
      frame.toggleAttribute('data-ring', isByKey && frame === activeElement)
  }
  body.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') isByKey = true
  })
  body.addEventListener('pointerdown', () => {
    isByKey = false
  })
  // The window loses the focus to a frame before the frame is what has it.
  view?.addEventListener('blur', () => setTimeout(settle))
  view?.addEventListener('focus', settle)
  body.addEventListener('focusin', settle)
}
