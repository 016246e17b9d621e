import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import { isLocale, type Locale, locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import {
  addStaff,
  changeRole,
  disableStaff,
  enableStaff,
  listStaff,
  type StaffAccount,
  type StaffChange,
  staffByEmail,
} from '#app/shop/staff/accounts.ts'
import { createLink, linkAddress } from '#app/shop/staff/links.ts'
import { inTheNameOf } from '#app/shop/staff/named-actor.ts'
import { type StaffRole, staffRoles } from '#app/shop/staff/permissions.ts'
import { actingStaff, type GivenBy, givenBy } from './acting-staff.ts'
import { defineCommand, refuse, required } from './command.ts'
import { onShop } from './shop.ts'

type Wanted = { by: GivenBy } & (
  | { action: 'list' }
  | { action: 'add'; email: string; name: string; role: StaffRole; locale: Locale }
  | { action: 'link' | 'disable' | 'enable'; email: string }
  | { action: 'role'; email: string; role: StaffRole }
)

/** The accounts of the office, for whoever has the machine: also when nobody can sign in any more. */
export const staff = defineCommand({
  name: 'staff',
  usage: `npm run staff                                          the accounts of the office
npm run staff -- add <email> --name "Ada Gold" --role <${staffRoles.join('|')}> [--language de]
                                                       an account, and the link that sets it up
npm run staff -- link <email>                          a link, once and for a day, that chooses a password
npm run staff -- role <email> <${staffRoles.join('|')}>
npm run staff -- disable|enable <email>                nobody signs in with it; they do again
--by <name>: the member of staff who does it, by name or address; else your account of the machine.`,
  options: {
    name: { type: 'string' },
    role: { type: 'string' },
    language: { type: 'string' },
    by: { type: 'string' },
  },
  actions: {
    list: [],
    add: ['name', 'role', 'language', 'by'],
    link: ['by'],
    role: ['by'],
    disable: ['by'],
    enable: ['by'],
  },
  otherwise: 'list',
  read([action = 'list', email, more, ...rest], values): Wanted | null {
    const by = givenBy(values)
    if (action === 'list') return email === undefined ? { action, by } : null
    if (email === undefined || rest.length > 0) return null
    if (!z.email().safeParse(email).success) refuse(`"${email}" is no address of a mail`)
    if (action === 'role') return more === undefined ? null : { action, email, role: roleOf(more), by }
    if (more !== undefined) return null
    if (action === 'link' || action === 'disable' || action === 'enable') return { action, email, by }
    if (action !== 'add') return null
    const name = cleanLine(required(values, 'name'))
    if (name.length > 100) refuse('--name is a name of at most 100 characters')
    const locale = values.language ?? 'de'
    if (!isLocale(locale)) refuse(`--language is one of ${locales.join(', ')}`)
    return { action, email, name, role: roleOf(required(values, 'role')), locale, by }
  },
  run: (wanted, { env: source, say }) =>
    onShop(source, async ({ db, env }) => {
      if (wanted.action === 'list') return say(...listed(await listStaff(db)))
      const actor = await actingStaff(db, wanted.by, 'staff.manage')
      await inTheNameOf(db, actor, async (transaction) => {
        say(...(await change(transaction, wanted, env.SITE_URL)))
      })
    }),
})

function roleOf(text: string): StaffRole {
  return staffRoles.find((role) => role === text) ?? refuse(`A role is one of ${staffRoles.join(', ')}`)
}

async function change(
  db: Database,
  wanted: Exclude<Wanted, { action: 'list' }>,
  siteUrl: string,
): Promise<string[]> {
  if (wanted.action === 'add') {
    const added = await addStaff(db, wanted)
    if (!added.ok)
      throw new StartFault(
        added.reason === 'email-taken'
          ? `${wanted.email} has an account already`
          : `No mail ever arrives at ${wanted.email}; give an address of their own`,
      )
    return linkLines(siteUrl, await createLink(db, { staffId: added.id, purpose: 'set-up' }))
  }
  const account = await staffByEmail(db, wanted.email)
  if (!account)
    throw new StartFault(`Nobody has the address ${wanted.email}; npm run staff lists who has one`)
  switch (wanted.action) {
    case 'link':
      if (account.disabledAt) throw new StartFault(`${account.email} is disabled; enable it first`)
      return linkLines(siteUrl, await createLink(db, { staffId: account.id, purpose: 'set-up' }))
    case 'role':
      return done(account, await changeRole(db, account.id, wanted.role), `is ${wanted.role} now`)
    case 'disable':
      return done(account, await disableStaff(db, account.id), 'is disabled, and signed out everywhere')
    case 'enable':
      return done(account, await enableStaff(db, account.id), 'may sign in again')
  }
}

function done({ email }: StaffAccount, result: StaffChange, said: string): string[] {
  if (!result.ok) throw new StartFault(`${email} is the only owner who can sign in: make another one first`)
  return [`${email} ${said}`]
}

const linkLines = (siteUrl: string, token: string) => [
  'Opens the account once, within a day:',
  linkAddress(siteUrl, token),
]

function listed(accounts: readonly StaffAccount[]): string[] {
  if (accounts.length === 0) return ['Nobody has an account yet; a start of the shop makes the owner’s']
  return accounts.map(({ email, name, role, isSetUp, disabledAt }) => {
    const state = disabledAt ? 'disabled' : isSetUp ? '' : 'not set up yet'
    return `${role.padEnd(8)}${email.padEnd(36)}  ${name}${state && `  (${state})`}`
  })
}
