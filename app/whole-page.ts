const wholePages = new WeakMap<Response, string>()

/**
 * The answer to a request for a page, with its HTML beside it: the router looks at the body of whatever it is given, and
 * a body that was looked at is a stream from then on, to be copied with every header that is added.
 */
export function pageAnswer(html: string, init: ResponseInit): Response {
  const answer = new Response(null, init)
  wholePages.set(answer, html)
  return answer
}

/** The answer as it is sent, once it has come through the router. */
export function withItsPage(answer: Response): Response {
  const html = wholePages.get(answer)
  if (html === undefined) return answer
  const { status, headers } = answer
  const whole = new Response(html, { status, headers })
  wholePages.set(whole, html)
  return whole
}

/** What such an answer says, for who would else read it back from a stream; undefined of others. */
export function wholeText(answer: Response): string | undefined {
  return wholePages.get(answer)
}
