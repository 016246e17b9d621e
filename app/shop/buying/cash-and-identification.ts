import type { CashRule } from '#app/shop/settings/buying-settings.ts'

/** Cash in cents; `metals` is the part of `total` that is paid for precious metal as such. */
export type CashSum = { total: number; metals: number }

export type CashVerdict = {
  allowed: boolean
  /** What the seller's identification must hold before anything is paid. */
  needs: 'basic' | 'complete'
  /** This deal and its linked ones together. */
  together: CashSum
}

/**
 * Whether a deal may be paid in cash under a rule, and how much must be known of the seller. Deals of one seller
 * within the rule's period count as one. A transfer is always allowed.
 */
export function judgeCashAndIdentification(
  { means, deal, linked }: { means: 'cash' | 'transfer'; deal: CashSum; linked: CashSum },
  { completeFromCents, bannedFromCents }: CashRule,
): CashVerdict {
  const together = { total: deal.total + linked.total, metals: deal.metals + linked.metals }
  if (means === 'transfer') return { allowed: true, needs: 'basic', together }
  const complete = together.total >= completeFromCents.goods || together.metals >= completeFromCents.metals
  return {
    allowed: bannedFromCents === null || together.total < bannedFromCents,
    needs: complete ? 'complete' : 'basic',
    together,
  }
}
