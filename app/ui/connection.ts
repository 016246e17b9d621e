/** What tells visitors that a request did not arrive, and sends it again when they say so. */
export type ConnectionTeller = {
  /** Comes back when somebody wants the request sent again; @throws once `signal` says that nobody needs it any more. */
  lost: (signal: AbortSignal) => Promise<void>
  /** Something was answered. */
  found: () => void
  /** Code did not come, and browsers may remember that: `go` leads on by loading a page. Never comes back. */
  codeLost: (go: () => void) => Promise<never>
}

/**
 * The teller's code comes when the page has nothing else to do; until then a request fails as requests do.
 * `lost`: whether something that was sent did not arrive, and nothing has since.
 * `ahead`: what answers a request with what was fetched before somebody asked for it; its code comes as late.
 */
export const connection: {
  teller: ConnectionTeller | null
  lost: boolean
  ahead?: (request: Request) => Promise<Response | null>
} = { teller: null, lost: false }

/** The window's event after `connection.lost` has changed. */
export const connectionChanged = 'connection-changed'

/**
 * The router's `fetch`: what cannot be sent or breaks off is no error of the page, which stays as it is until somebody
 * has it sent again or asks for something else. @throws as `fetch`, when it was aborted or nothing can tell yet.
 */
export async function fetchWhenConnected(request: Request): Promise<Response> {
  for (;;) {
    try {
      const response = (await connection.ahead?.(request)) ?? (await fetch(request.clone()))
      // Read whole, so that what breaks off is noticed here.
      const answer = response.body ? new Response(await response.arrayBuffer(), response) : response
      connection.teller?.found()
      return answer
    } catch (error) {
      if (request.signal.aborted || !connection.teller) throw error
      await connection.teller.lost(request.signal)
    }
  }
}
