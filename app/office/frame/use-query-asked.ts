import { useMemo } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** The query under which the screen that is open is being fetched anew; `null` while it is not. */
export function useQueryUnderWay(): URLSearchParams | null {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  // The place under way has the office's own beginning, the other one has not.
  const text = location?.pathname.endsWith(pathname) ? location.search : null
  return useMemo(() => (text === null ? null : new URLSearchParams(text)), [text])
}

/**
 * The query that was asked last of the screen that is open, though its answer may still be under way. Whatever changes
 * a part of it counts from this one: from the one that is shown, a second choice would take the first one back.
 */
export function useQueryAsked(): URLSearchParams {
  const { search } = useLocation()
  const shown = useMemo(() => new URLSearchParams(search), [search])
  return useQueryUnderWay() ?? shown
}
