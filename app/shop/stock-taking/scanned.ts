/**
 * What a label's code, a hand scanner or a hand says: a bare stock number, or the address of a piece. On whatever origin:
 * labels outlive the address that the shop had when they were printed, and all that is read of one is a number.
 */
export function scannedNumber(text: string): string | null {
  const bare = text.trim()
  if (/^[1-9]\d{3,7}$/.test(bare)) return bare
  try {
    const { protocol, pathname } = new URL(bare)
    if (!/^https?:$/.test(protocol)) return null
    const [, id] =
      /^\/(?:de\/produkte|en\/products)\/[^/]+\/([1-9]\d{3,7})\/?$/.exec(pathname) ??
      /^\/office\/pieces\/([1-9]\d{3,7})\/?$/.exec(pathname) ??
      []
    return id ?? null
  } catch {
    return null
  }
}
