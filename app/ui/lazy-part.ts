import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A part of a page whose code comes later. Code that does not come, as without a connection, is asked for again, less and
 * less often. Meanwhile the part stays as it was sent, with what was typed into it, and works as without script; with an
 * error React would take it off the page. The browser tells of what it could not fetch; anything else is a fault of the
 * code itself.
 */
export function lazyPart<Props>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  const fetchUntilThere = (seconds: number): ReturnType<typeof fetchCode> =>
    fetchCode().catch(async (error: unknown) => {
      if (import.meta.env.SSR || !(error instanceof TypeError)) throw error
      await new Promise((again) => setTimeout(again, seconds * 1000))
      return fetchUntilThere(Math.min(seconds * 2, 300))
    })
  return lazy(() => fetchUntilThere(1))
}
