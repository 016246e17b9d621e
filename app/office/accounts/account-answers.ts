import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { encode } from 'uqr'
import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import { locales } from '#app/language/locales.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { changeEmail, changeOwn } from '#app/shop/staff/accounts.ts'
import { browserName } from '#app/shop/staff/browser-name.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { changePassword } from '#app/shop/staff/links.ts'
import {
  addPasskey,
  listPasskeys,
  optionsToAdd,
  removePasskey,
  renamePasskey,
} from '#app/shop/staff/passkeys.ts'
import {
  beginCodes,
  codesOf,
  confirmCodes,
  endCodes,
  newRecoveryCodes,
} from '#app/shop/staff/second-factor.ts'
import { endSession, endSessions, listSessions, rotateSession } from '#app/shop/staff/sessions.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { sessionCookie } from '../session-cookie.ts'
import { address, credential } from './entry-answers.ts'

/** How long a proof of identity counts for changes of one's own ways in, ms. */
const proofCounts = 10 * 60_000

/** Whoever finds an open browser must not make it theirs: what opens the account needs a fresh proof. */
function mustProve({ member }: OfficeRequest): { ok: false; reason: 'prove-identity' } | null {
  return member.provedFor > proofCounts ? { ok: false, reason: 'prove-identity' } : null
}

const nothing = z.object({})
const ofId = z.object({ id: z.int() })
const passkeyName = z
  .string('missing')
  .transform(cleanLine)
  .pipe(z.string().min(1, 'missing').max(100, 'too-long'))

/** A QR code as the path of an SVG of `size` units. */
function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size, path }
}

export const accountScreens = {
  account: screen({
    permission: 'office.enter',
    load: async ({ app, member }) => {
      const { db } = app
      const [sessions, passkeys, codes] = await Promise.all([
        listSessions(db, member.id),
        listPasskeys(db, member.id),
        codesOf(db, member.id),
      ])
      return {
        name: member.name,
        email: member.email,
        role: member.role,
        locale: member.locale,
        codes,
        // Passkeys are good for one address alone.
        passkeysAt: new URL(app.env.SITE_URL).hostname,
        passkeys: passkeys.map(({ createdAt, lastUsedAt, ...key }) => ({
          ...key,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        sessions: sessions.map(({ id, browser, createdAt, lastSeenAt }) => ({
          id,
          browser: browserName(browser),
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          isThis: id === member.sessionId,
        })),
      }
    },
  }),
} as const

/** What everybody does with their own account. */
export const accountActions = {
  'accounts.change-own': action({
    permission: 'office.enter',
    /** `from`: what was seen. */
    input: z.object({
      from: z.object({ name: z.string(), locale: z.enum(locales) }),
      to: z.object({ name: passkeyName, locale: z.enum(locales) }),
    }),
    run: ({ app, member }, given) =>
      asStaff(app.db, member, (transaction) => changeOwn(transaction, member.id, given)),
  }),
  'accounts.change-email': action({
    permission: 'office.enter',
    /** `from`: the address that was seen. */
    input: z.object({ from: z.string(), email: address.pipe(z.email('invalid-email')) }),
    run: async (request, { from, email }) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member } = request
      return asStaff(app.db, member, (transaction) =>
        changeEmail(transaction, member.id, { from, to: email }),
      )
    },
  }),
  'accounts.change-password': action({
    permission: 'office.enter',
    input: z.object({ password: z.string('missing').max(10_000, 'too-long') }),
    run: async (request, { password }) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member, cookies } = request
      const changed = await changePassword(app.db, member, { password, siteUrl: app.env.SITE_URL })
      if (!changed.ok) return changed
      const rotated = await rotateSession(app.db, member.sessionId)
      if (rotated) cookies.push(sessionCookie(rotated.token))
      return { ok: true } as const
    },
  }),
  'accounts.end-session': action({
    permission: 'office.enter',
    input: ofId,
    run: async ({ app, member }, { id }) => {
      const ended = await asStaff(app.db, member, (transaction) => endSession(transaction, id, member.id))
      return ended ? ({ ok: true } as const) : ({ ok: false, reason: 'not-found' } as const)
    },
  }),
  'accounts.end-other-sessions': action({
    permission: 'office.enter',
    input: nothing,
    run: async ({ app, member }) => {
      const ended = await asStaff(app.db, member, (transaction) =>
        endSessions(transaction, member.id, { except: member.sessionId }),
      )
      return { ok: true, ended } as const
    },
  }),
  'accounts.begin-codes': action({
    permission: 'office.enter',
    input: nothing,
    run: async (request) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member } = request
      const { site } = await currentSettings(app.db)
      const begun = await asStaff(app.db, member, (transaction) =>
        beginCodes(transaction, member.id, { secret: app.secret, issuer: site.name, account: member.email }),
      )
      if (!begun.ok) return begun
      return { ok: true, key: begun.key, qr: qrPath(begun.address) } as const
    },
  }),
  'accounts.confirm-codes': action({
    permission: 'office.enter',
    input: z.object({ code: z.string('missing').max(60, 'too-long') }),
    run: async (request, { code }) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member } = request
      return asStaff(app.db, member, (transaction) =>
        confirmCodes(transaction, member.id, { code, secret: app.secret }),
      )
    },
  }),
  'accounts.end-codes': action({
    permission: 'office.enter',
    input: nothing,
    run: async (request) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member } = request
      await asStaff(app.db, member, (transaction) => endCodes(transaction, member.id))
      return { ok: true } as const
    },
  }),
  'accounts.new-recovery-codes': action({
    permission: 'office.enter',
    input: nothing,
    run: async (request) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member } = request
      if (!(await codesOf(app.db, member.id)).on) return { ok: false, reason: 'not-begun' } as const
      const recoveryCodes = await asStaff(app.db, member, (transaction) =>
        newRecoveryCodes(transaction, member.id),
      )
      return { ok: true, recoveryCodes } as const
    },
  }),
  'accounts.add-passkey-options': action({
    permission: 'office.enter',
    input: nothing,
    run: async (request) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member } = request
      const { site } = await currentSettings(app.db)
      const at = { siteUrl: app.env.SITE_URL, name: site.name }
      return { ok: true, options: await optionsToAdd(app.db, at, member) } as const
    },
  }),
  'accounts.add-passkey': action({
    permission: 'office.enter',
    input: z.object({ name: passkeyName, credential }),
    run: async (request, { name, credential: made }) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member } = request
      const response = made as unknown as RegistrationResponseJSON
      return asStaff(app.db, member, (transaction) =>
        addPasskey(transaction, { siteUrl: app.env.SITE_URL }, { staffId: member.id, name, response }),
      )
    },
  }),
  'accounts.rename-passkey': action({
    permission: 'office.enter',
    /** `from`: the name that was seen. */
    input: ofId.extend({ from: z.string(), name: passkeyName }),
    run: ({ app, member }, given) =>
      asStaff(app.db, member, (transaction) => renamePasskey(transaction, { staffId: member.id, ...given })),
  }),
  'accounts.remove-passkey': action({
    permission: 'office.enter',
    input: ofId.extend({ from: z.string() }),
    run: async (request, given) => {
      const unproved = mustProve(request)
      if (unproved) return unproved
      const { app, member } = request
      return asStaff(app.db, member, (transaction) =>
        removePasskey(transaction, { staffId: member.id, ...given }),
      )
    },
  }),
} as const
