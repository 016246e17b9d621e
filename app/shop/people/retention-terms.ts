import { germanDay } from '#app/shop/buying/german-day.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

/** Letters of business are kept for six years (§ 257 (4) HGB, § 147 (3) AO). */
const letterYears = 6

/**
 * How many full years after the year of what they are about things are kept, by the settings that hold on a day: vouchers of
 * sales, letters about contracts, receipts of purchases, identification records.
 */
export function retentionAt({
  settings: { buying, mails },
  now,
}: {
  settings: Pick<Settings, 'buying' | 'mails'>
  now: Date
}): { vouchers: number; letters: number; receipts: number; identities: number } {
  const today = germanDay(now)
  const inForce = <Rule extends { from: string }>(rules: readonly Rule[]): Rule | undefined => {
    const sorted = rules.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    return sorted.findLast(({ from }) => from <= today) ?? sorted[0]
  }
  const { receiptYears = 8, identityYears = 5 } = inForce(buying.retention) ?? {}
  return {
    // Invoices are vouchers, whatever is set for letters that go with them.
    vouchers: Math.max(8, inForce(mails.retention)?.orderYears ?? 8),
    letters: letterYears,
    receipts: receiptYears,
    identities: identityYears,
  }
}
