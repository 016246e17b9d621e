import { matchPath } from 'react-router'
import { officePaths, type ScreenName } from '../paths.ts'

/** A screen to which an entry of the navigation leads, and others that are reached from it though their paths lie elsewhere. */
type Entry<Screen extends ScreenName> = { screen: Screen; also?: readonly ScreenName[] }

/**
 * The entry under which a path lies, below `/office`; null: under none. Where several do, the one that says more of the path:
 * the sale in a branch is `counter/sale`, and none of the desk, `counter`.
 */
export function currentEntry<Screen extends ScreenName>(
  entries: readonly Entry<Screen>[],
  pathname: string,
): Screen | null {
  let best: { screen: Screen; length: number } | null = null
  for (const { screen, also = [] } of entries)
    for (const name of [screen, ...also]) {
      const path = officePaths[name]
      const length = path === '' ? 0 : path.split('/').length
      const lies = matchPath({ path: `/${path}`, end: path === '' }, pathname) !== null
      if (lies && length > (best?.length ?? -1)) best = { screen, length }
    }
  return best?.screen ?? null
}
