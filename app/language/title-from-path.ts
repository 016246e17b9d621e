/** The last path segment in title case: `gold-verkaufen-koeln` → “Gold Verkaufen Koeln”. Empty for the home page. */
export function titleFromPath(pathname: string): string {
  const segments = pathname.split('/').filter(Boolean)
  const last = segments.length > 1 ? (segments.at(-1) ?? '') : ''
  let decoded = last
  try {
    decoded = decodeURIComponent(last)
  } catch {
    // A malformed escape stays as it was typed.
  }
  return decoded
    .split(/[-_\s]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
