import { userInfo } from 'node:os'
import { cleanLine } from '#app/language/clean-text.ts'
import { refuse } from './command.ts'

/** What histories call whoever is no member of staff. */
const others = ['buyer', 'seller', 'shop', 'provider']

/** Who gives the command, for the history of what it changes: `--by`, else the account's name. @throws {WordsFault} */
export function staffName({ by = userInfo().username }: { by?: string }): string {
  const name = cleanLine(by)
  if (name === '' || name.length > 100) refuse('--by is a name of at most 100 characters')
  if (others.includes(name.toLowerCase())) refuse(`--by is a member of staff; "${name}" is not`)
  return name
}
