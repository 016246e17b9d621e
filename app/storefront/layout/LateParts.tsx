import { useLayoutEffect } from 'react'
import { carryPhotos } from '#app/ui/carry-photo.ts'
import { keepPresses } from '#app/ui/keep-presses.ts'
import { fetchAhead } from '../ahead/fetch-ahead.ts'
import { LateKeeping } from '../keeping/LateKeeping.tsx'
import { useRemembered } from '../product/use-remembered.ts'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { useViewportCookie } from './viewport.ts'

/** What no page needs at first: one file, which comes when the browser has nothing else to do. */
export default function LateParts() {
  useViewportCookie()
  useRemembered()
  // Not a moment later than what it draws is there.
  useLayoutEffect(() => {
    const ending = new AbortController()
    fetchAhead(ending.signal)
    carryPhotos(ending.signal)
    keepPresses(ending.signal)
    return () => ending.abort()
  }, [])
  return (
    <>
      <ConnectionNotice />
      <LateKeeping />
    </>
  )
}
