/**
 * Where what had the focus is gone, as the form of a step that was taken, whoever works by keyboard begins at the screen's
 * title, not at the top of the menu. To be called once the screen has been read anew.
 */
export function keepFocus(): void {
  // Twice: what is drawn anew stands after the next picture.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const { activeElement, body } = document
      if (activeElement === null || activeElement === body) document.getElementById('page-title')?.focus()
    }),
  )
}
