import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { DeclarationField } from '#app/shop/checkout/withdrawal.ts'
import type { ConcernedOrder } from './concerned-order.ts'

export const declarationFields = ['name', 'contract', 'email', 'comment'] as const

/** Where both steps are sent: with the order, so that the same page in another language knows it too. */
export function withdrawalAddress(locale: Locale, order: ConcernedOrder | null): string {
  return pathTo(locale, 'withdrawal') + (order ? `?order=${order.token}` : '')
}

export type Given = Partial<Record<DeclarationField, string>>

type Declared = {
  given: Given
  /** Stock numbers, where the order is known. */
  chosen: string[]
  order: ConcernedOrder | null
}

/** Where the page stands: typing, checking, or received. */
export type WithdrawalStep = Declared &
  (
    | { at: 'form'; submission: string; wrong: (DeclarationField | 'pieces')[] }
    | { at: 'review'; submission: string }
    | {
        at: 'done'
        number: number
        receivedAt: string
        /** Whether the acknowledgement repeats what was declared. */
        quoted: boolean
        outcome: 'accepted' | 'cancelled' | 'refused' | 'no-contract' | 'open'
      }
  )
