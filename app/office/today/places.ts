import { matchPath } from 'react-router'
import { officePaths } from '../paths.ts'

/** A path below `/office` if the office has a screen there, else null. */
export function placeIfThere(path: string): string | null {
  const [pathname = ''] = path.split(/[?#]/)
  return Object.values(officePaths).some((pattern) => matchPath({ path: `/${pattern}`, end: true }, pathname))
    ? path
    : null
}
