import { userInfo } from 'node:os'
import { cleanLine } from '#app/language/clean-text.ts'
import { refuse } from './command.ts'

/** What histories call whoever is no member of staff. */
const others = ['buyer', 'seller', 'shop', 'provider']

/** Who gives the command, for the history of what it changes: `--by`, else the account's name. @throws {WordsFault} */
export function staffName({ by }: { by?: string }, account: () => { username: string } = userInfo): string {
  if (by === undefined) return nameOfAccount(account)
  const name = cleanLine(by)
  if (name === '' || name.length > 100) refuse('--by is a name of at most 100 characters')
  if (others.includes(name.toLowerCase())) refuse(`--by is a member of staff; "${name}" is not`)
  return name
}

/** Servers run under accounts that are called like the shop, or that have no name at all. */
function nameOfAccount(account: () => { username: string }): string {
  try {
    const name = cleanLine(account().username).slice(0, 90)
    return others.includes(name.toLowerCase()) || name === '' ? `account ${name}`.trim() : name
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
    return `account ${process.getuid?.() ?? ''}`.trim()
  }
}
