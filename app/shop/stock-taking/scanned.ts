/** What a label's code, a hand scanner or a hand says: a bare stock number, or the address of a piece of this shop. */
export function scannedNumber(text: string, siteUrl: string): string | null {
  const bare = text.trim()
  if (/^[1-9]\d{3,7}$/.test(bare)) return bare
  try {
    const { origin, pathname } = new URL(bare)
    if (origin !== new URL(siteUrl).origin) return null
    const [, id] =
      /^\/(?:de\/produkte|en\/products)\/[^/]+\/([1-9]\d{3,7})\/?$/.exec(pathname) ??
      /^\/office\/pieces\/([1-9]\d{3,7})\/?$/.exec(pathname) ??
      []
    return id ?? null
  } catch {
    return null
  }
}
