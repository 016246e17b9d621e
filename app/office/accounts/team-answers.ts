import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import { locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { addStaff, changeRole, disableStaff, enableStaff, listStaff } from '#app/shop/staff/accounts.ts'
import { asStaff, versionOf } from '#app/shop/staff/change-record.ts'
import { staffRoles } from '#app/shop/staff/permissions.ts'
import { listRecords } from '#app/shop/staff/records.ts'
import { mailInvitation } from '#app/shop/staff/staff-mails.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { saidRecords } from './said-records.ts'

/** Of the account itself: that its member signs out, or adds a passkey, is no reason to refuse what an owner decides. */
const versionOfAccount = (db: Database, id: number) =>
  versionOf(db, { subject: 'staff', id: String(id) }, { part: 'staff_member' })

const ofVersion = z.object({ id: z.int(), version: z.int() })

export const teamScreens = {
  team: screen({
    permission: 'staff.see',
    load: async ({ app, member }) => {
      const accounts = await listStaff(app.db)
      const versions = await Promise.all(accounts.map(({ id }) => versionOfAccount(app.db, id)))
      return {
        ownId: member.id,
        mailsLeave: app.env.SMTP_URL !== undefined,
        members: accounts.map(({ disabledAt, createdAt, ...account }, index) => ({
          ...account,
          disabledAt: disabledAt?.toISOString() ?? null,
          createdAt: createdAt.toISOString(),
          version: versions[index] ?? 0,
        })),
      }
    },
  }),
  records: screen({
    permission: 'records.see',
    load: async ({ app, member }, { query }) => {
      const wanted = {
        subject: query.get('subject') || null,
        subjectId: query.get('id')?.slice(0, 100) || null,
        staffId: Number(query.get('by')) || null,
        before: Number(query.get('before')) || null,
      }
      const [{ records, more }, accounts] = await Promise.all([
        listRecords(app.db, wanted),
        listStaff(app.db),
      ])
      return {
        records: await saidRecords(app.db, records, member.locale),
        more,
        people: accounts.map(({ id, name }) => ({ id, name })),
      }
    },
  }),
} as const

/** Changes an account from the version that was shown; refused when somebody changed it meanwhile. */
async function changing<Result extends { ok: boolean }>(
  { app, member }: OfficeRequest,
  { id, version }: { id: number; version: number },
  change: (db: Database) => Promise<Result>,
): Promise<Result | { ok: false; reason: 'changed' | 'no-account' }> {
  return asStaff(app.db, member, async (transaction) => {
    const held = await transaction
      .selectFrom('staff_member')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!held) return { ok: false, reason: 'no-account' } as const
    if ((await versionOfAccount(transaction, id)) !== version)
      return { ok: false, reason: 'changed' } as const
    return change(transaction)
  })
}

/** What the owner does with everybody's accounts. */
export const teamActions = {
  'staff.invite': action({
    permission: 'staff.manage',
    input: z.object({
      name: z.string('missing').transform(cleanLine).pipe(z.string().min(1, 'missing').max(100, 'too-long')),
      email: z.email('invalid-email').max(254, 'too-long'),
      role: z.enum(staffRoles, 'missing'),
      locale: z.enum(locales),
    }),
    run: ({ app, member }, wanted) =>
      asStaff(app.db, member, async (transaction) => {
        const added = await addStaff(transaction, wanted)
        if (!added.ok) return added
        const mailed = await mailInvitation(transaction, added.id)
        return mailed.ok ? ({ ok: true, id: added.id } as const) : mailed
      }),
  }),
  'staff.invite-again': action({
    permission: 'staff.manage',
    input: ofVersion,
    run: (request, of) => changing(request, of, (db) => mailInvitation(db, of.id)),
  }),
  'staff.change-role': action({
    permission: 'staff.manage',
    input: ofVersion.extend({ role: z.enum(staffRoles) }),
    run: (request, { role, ...of }) => changing(request, of, (db) => changeRole(db, of.id, role)),
  }),
  'staff.disable': action({
    permission: 'staff.manage',
    input: ofVersion,
    run: (request, of) => changing(request, of, (db) => disableStaff(db, of.id)),
  }),
  'staff.enable': action({
    permission: 'staff.manage',
    input: ofVersion,
    run: (request, of) => changing(request, of, (db) => enableStaff(db, of.id)),
  }),
} as const
