/**
 * The one spelling of a page's path: no duplicate or trailing slashes, lower case, escapes as we write them (in upper
 * case: `%C3%BC`). Whatever makes or compares addresses agrees on it. `null` when the path cannot be decoded.
 */
export function spelledPath(pathname: string): string | null {
  try {
    return `/${pathname.split('/').filter(Boolean).map(spelledSegment).join('/')}`
  } catch {
    return null
  }
}

const spelledSegment = (segment: string) => encodeURIComponent(decodeURIComponent(segment).toLowerCase())
