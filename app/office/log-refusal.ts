import type { Log } from '#app/platform/log.ts'
import { logSeldom } from '#app/platform/log-seldom.ts'
import type { Permission } from '#app/shop/staff/permissions.ts'
import type { SignedIn } from './answer.ts'

/**
 * Logs that a member of staff asked for something that their role does not allow, by number alone. `asked`: the name of a
 * screen, an action or a page, never an address, which may name a person.
 */
export function logNotAllowed(log: Log, member: SignedIn, asked: string, permission: Permission): void {
  const { id: staff, role } = member
  logSeldom(log, `not allowed: ${staff} ${asked}`, (more) =>
    log.warn(
      { staff, role, asked, permission, ...(more > 0 && { more }) },
      'staff asked for what their role does not allow',
    ),
  )
}
