import { createContext, useContext } from 'react'
import type { Locale } from '#app/language/locales.ts'
import { may, type Permission, type StaffRole } from '#app/shop/staff/permissions.ts'

/** Who is signed in, as the page itself says it. */
export type Member = { id: number; name: string; email: string; role: StaffRole; locale: Locale }

export const MemberContext = createContext<Member | null>(null)

/** Who is signed in. @throws outside of the frame, where nobody is */
export function useMember(): Member {
  const member = useContext(MemberContext)
  if (!member) throw new Error('nobody is signed in here')
  return member
}

/** Whether whoever is signed in may do something; the server asks once more. */
export function useMay(permission: Permission): boolean {
  return may(useMember().role, permission)
}
