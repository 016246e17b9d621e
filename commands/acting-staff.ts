import { userInfo } from 'node:os'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { type NamedActor, namedMember } from '#app/shop/staff/named-actor.ts'
import { may, type Permission, permissions } from '#app/shop/staff/permissions.ts'
import { proveIdentity } from '#app/shop/staff/sign-in.ts'
import { refuse, type Work } from './command.ts'
import type { OpenShop } from './shop.ts'

/** Who gives a command, by its words: somebody of the staff whom `--by` names, else an account of the machine. */
export type GivenBy = { name: string; isNamed: boolean }

/** What histories call whoever is no member of staff. */
const others = ['buyer', 'seller', 'shop', 'provider']

/** @throws {WordsFault} where `--by` is no name */
export function givenBy({ by }: { by?: string }, account: () => { username: string } = userInfo): GivenBy {
  if (by === undefined) return { name: nameOfAccount(account), isNamed: false }
  const name = cleanLine(by)
  if (name === '' || name.length > 100) refuse('--by is a name of at most 100 characters')
  if (others.includes(name.toLowerCase())) refuse(`--by is a member of staff; "${name}" is not`)
  if (/^account\b/i.test(name)) refuse(`"${name}" is how histories call an account of the machine`)
  return { name, isNamed: true }
}

/** Called what it is: an account of the machine may have the name of anybody. */
function nameOfAccount(account: () => { username: string }): string {
  try {
    return `account ${cleanLine(account().username).slice(0, 90)}`.trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
    return `account ${process.getuid?.() ?? ''}`.trim()
  }
}

/**
 * Who acts, for what histories and records say: a member of staff by name or address, who may do it in the office too.
 * Before anybody has set up an account there is nobody to be mistaken for, and every name is taken as it is.
 * @throws {StartFault} where nobody is called so, or they must not do it
 */
export async function actingStaff(db: Database, by: GivenBy, permission: Permission): Promise<NamedActor> {
  if (!by.isNamed) return { id: null, name: by.name }
  const { member, isAnyoneSetUp } = await namedMember(db, by.name)
  if (member) {
    if (!may(member.role, permission))
      throw new StartFault(`${member.name} may not do that: ${permission} is for ${whoMay(permission)}`)
    return { id: member.id, name: member.name }
  }
  if (isAnyoneSetUp)
    throw new StartFault(
      `--by "${by.name}" is nobody's name or address, or that of several; npm run staff lists whose there are`,
    )
  return { id: null, name: by.name }
}

const whoMay = (permission: Permission) => permissions[permission].join(', ')

/**
 * The same for what nobody may do in another's name: whoever acts has an account, and proves it with its password, and
 * the code where one is asked for. Guesses count as those in the office do.
 * @throws {StartFault} where they did not
 */
export async function provedStaff(
  { db, secret }: Pick<OpenShop, 'db' | 'secret'>,
  by: GivenBy,
  permission: Permission,
  ask: Work['ask'],
): Promise<NamedActor> {
  const actor = await actingStaff(db, by, permission)
  if (actor.id === null)
    throw new StartFault(
      'Who does this is written down: --by is a member of staff with an account (npm run staff), who then types their password',
    )
  const { email } = await db
    .selectFrom('staff_member')
    .select('email')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const password = await ask(`Password of ${actor.name}: `)
  const given = { email, password, client: 'terminal', device: null, secret }
  let proved = await proveIdentity(db, { ...given, code: null })
  if (!proved.ok && proved.reason === 'code-missing')
    proved = await proveIdentity(db, { ...given, code: await ask('Code: ') })
  if (!proved.ok) throw new StartFault(whyNotProved[proved.reason])
  return actor
}

const whyNotProved = {
  wrong: 'That is not the password.',
  'code-missing': 'The code is missing.',
  'wrong-code': 'That is not the code, or it was used.',
  'too-many': 'Too many tries; wait a quarter of an hour.',
}
