/**
 * For so long, in ms, an answer that was fetched ahead stands for the one that a click would fetch; then the click asks
 * again, for prices must be true.
 */
export const staysTrue = 5000

type Ahead = {
  url: string
  answer: Promise<Response | null>
  end: AbortController
  /** When it had come, by the clock that goes on while a computer sleeps; null while it is on its way. */
  cameAt: number | null
}

let ahead: Ahead | null = null

/** Said by the server, to which some browsers tell that bytes are to be saved and not to the page. */
let refused = false

const isTrue = ({ cameAt }: Ahead) => cameAt === null || Math.abs(Date.now() - cameAt) < staysTrue

/** Fetches one answer ahead, unless it has just come or is on its way; what was fetched before it is given up. */
export async function fetchAnswer(url: string, pressed: boolean): Promise<void> {
  if (refused || (ahead?.url === url && isTrue(ahead))) return
  giveUpAnswer()
  const end = new AbortController()
  const next: Ahead = { url, end, cameAt: null, answer: readAnswer(url, pressed, end.signal) }
  ahead = next
  await next.answer
  next.cameAt = Date.now()
}

/** Nobody wants it any more. */
export function giveUpAnswer(): void {
  ahead?.end.abort()
  ahead = null
}

/**
 * What was fetched ahead for just this request, once; null where it is to be sent. Another request ends what is on its
 * way: it needs the connection, and what it writes may change the answer.
 */
export async function takeAnswer(request: Request): Promise<Response | null> {
  if (request.method !== 'GET' || ahead?.url !== request.url || !isTrue(ahead)) {
    giveUpAnswer()
    return null
  }
  const { answer } = ahead
  ahead = null
  return answer
}

/** Null for whatever a click should see for itself: an error, a page that leads elsewhere, what nobody may keep. */
async function readAnswer(url: string, pressed: boolean, signal: AbortSignal): Promise<Response | null> {
  // `server/page-front.ts` serves those first who wait for a page.
  const headers = { purpose: pressed ? 'press' : 'prefetch' }
  try {
    const response = await fetch(url, { signal, headers })
    refused = response.status === 204
    if (response.status !== 200 || response.headers.get('cache-control')?.includes('no-store')) {
      await response.body?.cancel()
      return null
    }
    return new Response(await response.arrayBuffer(), response)
  } catch {
    // Given up, or not arrived: a click sends it again, and then somebody is told.
    return null
  }
}
