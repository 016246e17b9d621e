import { ConnectionNotice } from './ConnectionNotice.tsx'
import { useViewportCookie } from './viewport.ts'

/** What no page needs at first: one file, which comes when the browser has nothing else to do. */
export default function LateParts() {
  useViewportCookie()
  return <ConnectionNotice />
}
