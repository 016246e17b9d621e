import { data } from 'react-router'
import type { ErrorAnswer, SentForm } from '#app/error-answer.ts'
import type { Unavailable } from '#app/platform/unavailable.ts'

function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '')
}

/** No page has this address: the non-fatal 404. */
export function notFound(request: Request) {
  return data<ErrorAnswer>({ message: `Page not found: ${pathOf(request)}`, fatal: false }, { status: 404 })
}

/** A page has this address, but its parameters name nothing: the fatal 404. */
export function validationFailed(request: Request) {
  return data<ErrorAnswer>({ message: `Page Not Found: ${pathOf(request)}`, fatal: true }, { status: 404 })
}

/**
 * A part that this page needs does not answer; another try, of the form that was sent, is worth it after so many seconds. The
 * page is `ErrorPage.tsx` in the layout; where nothing says how long, `comesBackIn` of server/http.ts does.
 */
export function unavailable({ retryAfter }: Pick<Unavailable, 'retryAfter'>, sent: SentForm | null = null) {
  return data<ErrorAnswer>(
    { message: 'Service Unavailable', fatal: false, ...(sent && { sent }) },
    { status: 503, headers: { 'retry-after': String(retryAfter) } },
  )
}
