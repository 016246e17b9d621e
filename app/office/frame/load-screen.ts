import type { LoaderFunctionArgs } from 'react-router'
import { officeFetch } from './calls.ts'

/** Window's event: whether the screen that is open shows less than the server knows by now, in `detail`. */
export const behindEvent = 'office-behind'

/** What the screen that is open was given last, and the address it was given for. */
let shown: { address: string; data: unknown } | null = null

/**
 * Brings what a screen shows. One that is open and cannot be brought anew stays as it is, with what was typed into it, and the
 * frame is told that it is behind: in its place there would be a fault, though nothing that was done has failed.
 * @throws Response where the server refuses, and whatever came in its way where another screen is opened
 */
export async function loadScreen({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<unknown> {
  const { pathname, search } = new URL(request.url)
  const address = pathname.replace(/^\/office\/?/, '/') + search
  const stands = shown?.address === address ? shown : null
  try {
    const response = await officeFetch(`/office/data${address}`, { signal: request.signal })
    if (!response.ok) throw response
    const data: unknown = await response.json()
    shown = { address, data }
    tellBehind(false)
    return data
  } catch (error) {
    const isRefused = error instanceof Response && error.status < 500
    if (request.signal.aborted) throw error
    const isKept = stands !== null && !isRefused
    tellBehind(isKept)
    if (isKept) return stands.data
    shown = null
    throw error
  }
}

function tellBehind(isBehind: boolean): void {
  window.dispatchEvent(new CustomEvent(behindEvent, { detail: isBehind }))
}
