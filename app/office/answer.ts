import type { z } from 'zod'
import type { App } from '#app/app-context.ts'
import type { Locale } from '#app/language/locales.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import type { Permission, StaffRole } from '#app/shop/staff/permissions.ts'

/** Who is signed in, in this browser. */
export type SignedIn = StaffActor & {
  email: string
  role: StaffRole
  locale: Locale
  sessionId: number
  /** For how many ms whoever sits here has been proved to be it, by the database's clock. */
  provedFor: number
}

/** What every screen and action of the office is given. */
export type OfficeRequest = {
  app: App
  member: SignedIn
  now: Date
  /** The incoming request: its headers, and the body of actions that take files. */
  request: Request
  /** A pseudonym of the client's address, for limits; null when it is not known. */
  client: string | null
  /** `Set-Cookie` lines of the answer. */
  cookies: string[]
}

/**
 * Brings what a screen shows, as JSON: dates are written as text (`toISOString`), money is whole cents. `params` are those of
 * the screen's path. A `Response` that is thrown is the answer (404: there is no such thing).
 */
export type Load<Shown> = (
  request: OfficeRequest,
  address: { params: Readonly<Record<string, string>>; query: URLSearchParams },
) => Promise<Shown>

export type Screen<Shown = unknown> = { permission: Permission; load: Load<Shown> }

/** What may come of any action, besides its own answers. */
export type OfficeRefusal =
  /** Nobody is signed in any more; what was typed stays, and is sent again after signing in. */
  | { ok: false; reason: 'signed-out' }
  /** The page was drawn for one member of staff, and another one is signed in by now: nothing is done in their name. */
  | { ok: false; reason: 'another-member' }
  | { ok: false; reason: 'not-allowed' }
  /** Whoever asks must prove who they are once more. */
  | { ok: false; reason: 'prove-identity' }
  /** By field (`price`, `lines.3.weight`; `''`: the whole): why it cannot be used. */
  | { ok: false; reason: 'invalid'; faults: Readonly<Record<string, string>> }
  /** The server, or the way to it, failed; whether it was done is not known. */
  | { ok: false; reason: 'failed' }

/**
 * Changes something. `input` parses the JSON that was sent; every issue's message is a reason that the screen has words
 * for. Expected outcomes are values: `{ ok: false, reason: … }`.
 */
export type Action<Input extends z.ZodType = z.ZodType, Answer extends { ok: boolean } = { ok: boolean }> = {
  permission: Permission
  input: Input
  /** Open pages do it again and again with nobody at them: it does not renew the session. */
  byItself?: true
  run(request: OfficeRequest, input: z.output<Input>): Promise<Answer>
}

/** The few that need nobody signed in: signing in, and what links open. */
export type OpenAction<
  Input extends z.ZodType = z.ZodType,
  Answer extends { ok: boolean } = { ok: boolean },
> = {
  permission: null
  input: Input
  run(request: Omit<OfficeRequest, 'member'>, input: z.output<Input>): Promise<Answer>
}

/** Lets the compiler infer what an action takes and answers. */
export function action<Input extends z.ZodType, Answer extends { ok: boolean }>(
  declared: Action<Input, Answer>,
): Action<Input, Answer> {
  return declared
}

/** The same for what needs nobody signed in. */
export function openAction<Input extends z.ZodType, Answer extends { ok: boolean }>(
  declared: OpenAction<Input, Answer>,
): OpenAction<Input, Answer> {
  return declared
}

/** The same for a screen. */
export function screen<Shown>(declared: Screen<Shown>): Screen<Shown> {
  return declared
}
