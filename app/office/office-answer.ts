import { matchPath } from 'react-router'
import type { z } from 'zod'
import type { App } from '#app/app-context.ts'
import { isValueRefused } from '#app/platform/database/refused-value.ts'
import { isStorageFull, StorageUnavailable } from '#app/platform/files.ts'
import { parseJson, readAtMost } from '#app/platform/request-body.ts'
import { Unavailable } from '#app/platform/unavailable.ts'
import { freshProofFor, may, type Permission } from '#app/shop/staff/permissions.ts'
import type { Action, OfficeRefusal, OfficeRequest, OpenAction, Screen, SignedIn } from './answer.ts'
import { byItselfHeader, memberHeader } from './call-headers.ts'
import { logNotAllowed } from './log-refusal.ts'
import { officePaths, type ScreenName } from './paths.ts'
import { officeActions, officeScreens } from './registry.ts'
import { sessionCookie } from './session-cookie.ts'

/** A request to the office, and who sent it. */
export type OfficeCall = {
  app: App
  request: Request
  member: SignedIn | null
  client: string | null
}

/** Bytes of what an action is sent as JSON; files come by themselves. */
const longestInput = 2_000_000

/** How long a proof of identity counts, ms. */
const proofCounts = 10 * 60_000

const statuses: Record<OfficeRefusal['reason'], number> = {
  'signed-out': 401,
  'another-member': 409,
  'not-allowed': 403,
  'prove-identity': 403,
  invalid: 422,
  failed: 500,
}

/** Whether a page asks with nobody at it; `name`: of the action. A session that is used by such requests alone ends. */
export function isByItself(request: Request, name?: string): boolean {
  if (request.headers.has(byItselfHeader)) return true
  const asked = name === undefined ? undefined : findAction(name)
  return asked !== undefined && 'byItself' in asked
}

/** What a screen shows: `GET /office/data/<path>?<query>`. */
export async function officeData(call: OfficeCall, path: string): Promise<Response> {
  if (call.member === null) return refusal({ ok: false, reason: 'signed-out' })
  if (isOfAnother(call.request, call.member)) return refusal({ ok: false, reason: 'another-member' })
  const found = findScreen(path)
  if (!found) return notFound()
  const { permission } = found.screen
  if (!may(call.member.role, permission)) return refusal(notAllowed(call, `screen ${found.name}`, permission))
  const { searchParams: query } = new URL(call.request.url)
  return answering(call, async (cookies) =>
    json(
      await found.screen.load(requestOf(call, call.member as SignedIn, cookies), {
        params: found.params,
        query,
      }),
    ),
  )
}

/** Does something: `POST /office/act/<name>` with JSON; with a file, the input stands in the query and the body is the action's. */
export async function officeAct(call: OfficeCall, name: string): Promise<Response> {
  const found = findAction(name)
  if (!found) return notFound()
  const refused = found.permission === null ? null : whyNot(call, name, found.permission)
  if (refused) return refusal(refused)
  const given = await inputOf(call.request)
  if (given === undefined) return refusal(unreadable)
  const parsed = await found.input.safeParseAsync(given)
  if (!parsed.success) return refusal({ ok: false, reason: 'invalid', faults: faultsOf(parsed.error) })
  return answering(call, async (cookies) => {
    // An open action knows nobody; the others were refused above unless somebody is signed in.
    const request = requestOf(call, call.member as SignedIn, cookies)
    return json(await found.run(request, parsed.data))
  })
}

/** Whether a page asks that was drawn for somebody else than who is signed in: in another tab, say, or with a passkey. */
export function isOfAnother(request: Request, { id }: SignedIn): boolean {
  const drawnFor = request.headers.get(memberHeader) ?? new URL(request.url).searchParams.get(memberHeader)
  return drawnFor !== null && drawnFor !== String(id)
}

function whyNot(call: OfficeCall, action: string, permission: Permission): OfficeRefusal | null {
  const { request, member } = call
  if (member === null) return { ok: false, reason: 'signed-out' }
  if (isOfAnother(request, member)) return { ok: false, reason: 'another-member' }
  if (!may(member.role, permission)) return notAllowed(call, `action ${action}`, permission)
  const stale = member.provedFor > proofCounts
  return freshProofFor.has(permission) && stale ? { ok: false, reason: 'prove-identity' } : null
}

function notAllowed({ app, member }: OfficeCall, asked: string, permission: Permission): OfficeRefusal {
  if (member !== null) logNotAllowed(app.log, member, asked, permission)
  return { ok: false, reason: 'not-allowed' }
}

function findAction(name: string): Action | OpenAction | undefined {
  return Object.hasOwn(officeActions, name)
    ? (officeActions as Record<string, Action | OpenAction>)[name]
    : undefined
}

function findScreen(
  path: string,
): { name: ScreenName; screen: Screen; params: Record<string, string> } | null {
  for (const [name, pattern] of Object.entries(officePaths)) {
    const match = matchPath({ path: `/${pattern}`, end: true }, path)
    if (!match) continue
    const params = Object.entries(match.params).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    )
    const known = name as ScreenName
    return { name: known, screen: officeScreens[known], params: Object.fromEntries(params) }
  }
  return null
}

const requestOf = (
  { app, request, client }: OfficeCall,
  member: SignedIn,
  cookies: string[],
): OfficeRequest => ({ app, member, now: app.now(), request, client, cookies })

/**
 * The input of an action; undefined for what cannot be read: neither type that is can be sent by a plain form, and a browser
 * lets scripts of other sites send neither before it has asked us.
 */
async function inputOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim()
  if (type === 'application/octet-stream') return Object.fromEntries(new URL(request.url).searchParams)
  if (type !== 'application/json') return undefined
  const body = await readAtMost(request, longestInput)
  return body === null ? undefined : (parseJson(body) ?? undefined)
}

function faultsOf(error: z.ZodError): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const { path, message } of error.issues) faults[path.map(String).join('.')] ??= message
  return faults
}

async function answering(
  { app, request }: OfficeCall,
  answer: (cookies: string[]) => Promise<Response>,
): Promise<Response> {
  const cookies: string[] = []
  try {
    const response = await answer(cookies)
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    // Storage is the public shop's as well: what somebody saw or typed there outlives the office's session.
    if (cookies.includes(sessionCookie(null))) response.headers.set('clear-site-data', '"cache"')
    return response
  } catch (error) {
    if (error instanceof Response) return withNoStore(error)
    // A full disk is a part that does not answer now, wherever an action meets it.
    const told = isStorageFull(error) ? new StorageUnavailable({ cause: error }) : error
    if (told instanceof Unavailable)
      return refusal(
        { ok: false, reason: 'failed' },
        { status: 503, headers: { 'retry-after': String(told.retryAfter) } },
      )
    // Inputs are whole numbers and texts: only their columns know how large, and that none holds a NUL.
    if (isValueRefused(error)) return request.method === 'GET' ? notFound() : refusal(unreadable)
    app.log.error({ err: error, url: new URL(request.url).pathname }, 'an answer of the office failed')
    return refusal({ ok: false, reason: 'failed' })
  }
}

const noStore = { 'cache-control': 'no-store' }

const notFound = () => new Response(null, { status: 404, headers: noStore })

const unreadable = { ok: false, reason: 'invalid', faults: { '': 'unreadable' } } as const

function withNoStore(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}

/** Whatever is an answer already (a file, say) stays what it is. */
const json = (answer: unknown): Response =>
  answer instanceof Response ? withNoStore(answer) : Response.json(answer, { headers: noStore })

const refusal = (
  answer: OfficeRefusal,
  {
    status = statuses[answer.reason],
    headers = {},
  }: { status?: number; headers?: Record<string, string> } = {},
): Response => Response.json(answer, { status, headers: { ...noStore, ...headers } })
