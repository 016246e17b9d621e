import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import { locales } from '#app/language/locales.ts'
import { isUnreachable } from '#app/shop/staff/accounts.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { isPlaceholderName } from '#app/shop/staff/first-owner.ts'
import { openLink, setPasswordByLink } from '#app/shop/staff/links.ts'
import { optionsToSign, signedWith } from '#app/shop/staff/passkeys.ts'
import { codesOf } from '#app/shop/staff/second-factor.ts'
import { endSession, provedNow, rotateSession } from '#app/shop/staff/sessions.ts'
import { admit, countPasskeyTry, proveIdentity, type SignedInNow, signIn } from '#app/shop/staff/sign-in.ts'
import { askForReset } from '#app/shop/staff/staff-mails.ts'
import { action, type OfficeRequest, openAction } from '../answer.ts'
import { sessionCookie } from '../session-cookie.ts'
import { deviceCookie, deviceOf } from './device-cookie.ts'

type Open = Omit<OfficeRequest, 'member'>

export const address = z.string('missing').trim().min(1, 'missing').max(254, 'too-long')
const password = z.string('missing').min(1, 'missing').max(10_000, 'too-long')
const code = z.string().trim().max(60, 'too-long').nullable()
const token = z.string().max(100)
/** What a browser says about a passkey: read by the library, which trusts none of it. */
export const credential = z.looseObject({ id: z.string().max(1500), response: z.looseObject({}) })

const browserOf = ({ request }: Open) => request.headers.get('user-agent') ?? ''

/** Tells the browser its session; what is answered. */
function signedIn({ cookies }: Open, { token: session, device }: SignedInNow) {
  cookies.push(sessionCookie(session), deviceCookie(device))
  return { ok: true } as const
}

/** After a proof the session has another token. */
async function proved({ app, member, cookies }: OfficeRequest) {
  await provedNow(app.db, member.sessionId)
  const rotated = await rotateSession(app.db, member.sessionId)
  if (rotated) cookies.push(sessionCookie(rotated.token))
  return { ok: true } as const
}

const limited = ({ app, client, request }: Open) =>
  countPasskeyTry(app.db, { client, device: deviceOf(request) })

/** Coming in: signing in, what links open, and proving once more who one is. */
export const entryActions = {
  'accounts.sign-in': openAction({
    permission: null,
    input: z.object({ email: address, password, code }),
    run: async (request, { email, ...given }) => {
      const { app, client } = request
      const done = await signIn(app.db, {
        ...{ email, ...given, client, secret: app.secret },
        ...{ device: deviceOf(request.request), browser: browserOf(request) },
      })
      return done.ok ? signedIn(request, done) : done
    },
  }),
  'accounts.passkey-options': openAction({
    permission: null,
    input: z.object({}),
    run: async (request) => {
      const allowed = await limited(request)
      if (!allowed.ok) return allowed
      const { app } = request
      const options = await optionsToSign(app.db, { siteUrl: app.env.SITE_URL }, null)
      return { ok: true, options } as const
    },
  }),
  'accounts.passkey-sign-in': openAction({
    permission: null,
    input: z.object({ credential }),
    run: async (request, given) => {
      const allowed = await limited(request)
      if (!allowed.ok) return allowed
      const { app } = request
      const staffId = await signedWith(
        app.db,
        { siteUrl: app.env.SITE_URL },
        { staffId: null, response: given.credential as unknown as AuthenticationResponseJSON },
      )
      if (staffId === null) return { ok: false, reason: 'refused' } as const
      const device = deviceOf(request.request)
      return signedIn(request, await admit(app.db, { staffId, device, browser: browserOf(request) }))
    },
  }),
  'accounts.ask-reset': openAction({
    permission: null,
    input: z.object({ email: address }),
    run: ({ app, client }, { email }) => askForReset(app.db, { email, client }),
  }),
  'accounts.open-link': openAction({
    permission: null,
    input: z.object({ token }),
    run: async ({ app }, given) => {
      const opened = await openLink(app.db, given.token)
      if (!opened.ok) return opened
      const { name, email, purpose } = opened
      // What stands in for want of a name or an address is for nobody to keep.
      const isFirst = purpose === 'set-up'
      return {
        ok: true,
        name: isFirst && isPlaceholderName(name) ? '' : name,
        email: isFirst && isUnreachable(email) ? '' : email,
        purpose,
      } as const
    },
  }),
  'accounts.set-password': openAction({
    permission: null,
    input: z.object({
      token,
      password,
      /** Who sets up an account says who they are. */
      name: z
        .string()
        .transform(cleanLine)
        .pipe(z.string().min(1, 'missing').max(100, 'too-long'))
        .optional(),
      email: address.pipe(z.email('invalid-email')).optional(),
      /** The language in which they read this. */
      locale: z.enum(locales).optional(),
    }),
    run: async (request, { token: link, password: chosen, name, email, locale }) => {
      const { app } = request
      const set = await setPasswordByLink(app.db, {
        ...{ token: link, password: chosen, siteUrl: app.env.SITE_URL },
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(locale !== undefined && { locale }),
      })
      if (!set.ok) return set
      // A link is one thing that somebody has; where two are asked for, they sign in with both.
      if ((await codesOf(app.db, set.staffId)).on) return { ok: true, signedIn: false } as const
      const device = deviceOf(request.request)
      signedIn(request, await admit(app.db, { staffId: set.staffId, device, browser: browserOf(request) }))
      return { ok: true, signedIn: true } as const
    },
  }),
  'accounts.sign-out': action({
    permission: 'office.enter',
    input: z.object({}),
    run: async ({ app, member, cookies }) => {
      await asStaff(app.db, member, (transaction) => endSession(transaction, member.sessionId, member.id))
      cookies.push(sessionCookie(null))
      return { ok: true } as const
    },
  }),
  'accounts.prove': action({
    permission: 'office.enter',
    input: z.object({ password, code }),
    run: async (request, given) => {
      const { app, member, client } = request
      const device = deviceOf(request.request)
      const done = await proveIdentity(app.db, {
        ...{ email: member.email, ...given, client, device, secret: app.secret },
      })
      return done.ok ? proved(request) : done
    },
  }),
  'accounts.prove-options': action({
    permission: 'office.enter',
    input: z.object({}),
    run: async ({ app, member }) => {
      const options = await optionsToSign(app.db, { siteUrl: app.env.SITE_URL }, member.id)
      return { ok: true, options } as const
    },
  }),
  'accounts.prove-passkey': action({
    permission: 'office.enter',
    input: z.object({ credential }),
    run: async (request, given) => {
      const { app, member } = request
      const staffId = await signedWith(
        app.db,
        { siteUrl: app.env.SITE_URL },
        { staffId: member.id, response: given.credential as unknown as AuthenticationResponseJSON },
      )
      return staffId === null ? ({ ok: false, reason: 'refused' } as const) : proved(request)
    },
  }),
} as const
