import type { Action, OfficeRefusal, OpenAction } from '../answer.ts'
import { byItselfHeader, memberHeader } from '../call-headers.ts'
import type { ScreenName } from '../paths.ts'
import type { OfficeActions, OfficeScreens } from '../registry.ts'
import { goToFault } from './keep-focus.ts'
import { isPageUnused } from './use-of-page.ts'

/** What a screen is given: what its `load` answers, as JSON. */
export type Shown<Name extends ScreenName> = Awaited<ReturnType<OfficeScreens[Name]['load']>>

export type ActionName = keyof OfficeActions & string
type Declared<Name extends ActionName> =
  OfficeActions[Name] extends Action<infer Input, infer Answer>
    ? { input: Input; answer: Answer }
    : OfficeActions[Name] extends OpenAction<infer Input, infer Answer>
      ? { input: Input; answer: Answer }
      : never

/** What an action takes, as it is sent. */
export type InputOf<Name extends ActionName> = Declared<Name>['input']['_zod']['input']
/** What comes of it; where somebody else is signed in nothing does, and the frame says so. */
export type AnswerOf<Name extends ActionName> =
  | Declared<Name>['answer']
  | Exclude<OfficeRefusal, { reason: 'another-member' }>

/** What the frame does when a call cannot go on without somebody: resolves when it can. */
export type Interruptions = {
  /** Nobody is signed in any more: resolves once somebody is again. */
  signIn(): Promise<void>
  /** Resolves with whether whoever sits here has proved who they are. */
  prove(): Promise<boolean>
  /** Somebody else is signed in than the page was drawn for: says so; resolves once that member has signed in again. */
  another(): Promise<void>
}

let interruptions: Interruptions | null = null

/** Told by the frame once it stands. */
export function interruptedBy(given: Interruptions | null): void {
  interruptions = given
}

/** Window's event: whether the server can be reached, in `detail`. */
const reachedEvent = 'office-reached'

/** Tells after each call, and when the browser hears of its connection, whether the server can be reached; returns its end. */
export function followReached(told: (isReached: boolean) => void): () => void {
  const called = (event: Event) => told((event as CustomEvent<boolean>).detail)
  const lost = () => told(false)
  const found = () => told(true)
  window.addEventListener(reachedEvent, called)
  window.addEventListener('offline', lost)
  window.addEventListener('online', found)
  return () => {
    window.removeEventListener(reachedEvent, called)
    window.removeEventListener('offline', lost)
    window.removeEventListener('online', found)
  }
}

function tell(reached: boolean): void {
  window.dispatchEvent(new CustomEvent(reachedEvent, { detail: reached }))
}

let drawnFor: number | null = null

/** Told by the page once, before it asks for anything: for whom it was drawn. */
export function callsAreOf(member: number | null): void {
  drawnFor = member
}

/** What each call says of the page that makes it: for whom it was drawn, and whether anybody is at it. */
export const callHeaders = (): Record<string, string> => ({
  ...(drawnFor !== null && { [memberHeader]: String(drawnFor) }),
  ...(isPageUnused() && { [byItselfHeader]: '1' }),
})

/** The same where a browser sets no headers, as what follows an address. */
export const drawnForQuery = (): string => (drawnFor === null ? '' : `?${memberHeader}=${drawnFor}`)

/**
 * `fetch` within the office: whoever was signed out signs in over the page, and it is asked again, so that nothing typed is
 * lost. The same where somebody else is signed in by now: nothing goes on until it is whom the page was drawn for.
 * @throws as `fetch` where the server cannot be reached
 */
export async function officeFetch(
  address: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  for (;;) {
    const response = await fetch(address, {
      ...init,
      headers: { ...headers, ...callHeaders() },
      credentials: 'same-origin',
    }).catch((error: unknown) => {
      if (!init.signal?.aborted) tell(false)
      throw error
    })
    tell(true)
    if (!interruptions) return response
    if (response.status === 409 && (await isOfAnother(response))) await interruptions.another()
    else if (response.status === 401) await interruptions.signIn()
    else return response
  }
}

async function isOfAnother(response: Response): Promise<boolean> {
  const answer = (await response.clone().json()) as OfficeRefusal
  return answer.reason === 'another-member'
}

/**
 * Does something in the office. Expected outcomes are values; what did not arrive is `failed`.
 * `body`: a file, beside an input of texts alone.
 */
export async function act<Name extends ActionName>(
  name: Name,
  input: InputOf<Name>,
  { body, signal }: { body?: Blob; signal?: AbortSignal } = {},
): Promise<AnswerOf<Name>> {
  const query = body ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const init = body
    ? { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } }
    : { method: 'POST', body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }
  for (;;) {
    const answer = await officeFetch(`/office/act/${name}${query}`, { ...init, signal: signal ?? null })
      .then((response) => response.json() as Promise<AnswerOf<Name>>)
      .catch(() => ({ ok: false, reason: 'failed' }) as const)
    const proves = !answer.ok && 'reason' in answer && answer.reason === 'prove-identity'
    if (proves && (await interruptions?.prove())) continue
    if ('faults' in answer) goToFault()
    return answer as AnswerOf<Name>
  }
}
