/** The window's event that has a sentence said by `LateKeeping`. */
export const announced = 'keeping-announced'

/** Says a sentence to screen readers, and shows it for a while. */
export function announce(words: string): void {
  window.dispatchEvent(new CustomEvent(announced, { detail: words }))
}
