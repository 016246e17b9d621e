const storageKey = 'sell-upload'

/** The token of the photos of a form, in the browser's session: a reload finds them again. `null` when there is none. */
export function rememberedUpload(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    // Storage may be forbidden: then photos last as long as the page.
    return null
  }
}

export function rememberUpload(token: string): void {
  try {
    sessionStorage.setItem(storageKey, token)
  } catch {
    // As above.
  }
}

/** After its request was sent, the next form begins with photos of its own. */
export function forgetUpload(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
}
