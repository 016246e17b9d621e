import type { Database } from '#app/platform/database/database.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { type CashSum, judgeCashAndIdentification } from '#app/shop/buying/cash-and-identification.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { hashesOf, type Identity, keysOfAddress } from '#app/shop/buying/identification.ts'
import { type LinkedDeal, linkedDeals, sumOfDeals } from '#app/shop/buying/linked-deals.ts'
import { daysFrom } from '#app/shop/buying/sell-request-steps.ts'
import { ruleOn } from '#app/shop/settings/buying-settings.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

/** What the rules about cash that hold today say of a sale. Amounts in cents. */
export type CounterCash = {
  allowed: boolean
  /** `complete`: whoever pays is identified before it is sold. */
  needs: 'basic' | 'complete'
  /** This sale and the linked deals, in both directions. */
  together: CashSum
  /** Other deals in cash with the same person. */
  linked: LinkedDeal[]
  limits: { completeFromCents: CashSum; bannedFromCents: number | null; linkedDays: number }
}

type Party = Identity | { name: string; street: string; postalCode: string } | null

/** Whether a sale may be paid in cash, and whether whoever pays is to be identified: the rules of purchases, both ways. */
export async function judgeCounterCash(
  db: Database,
  {
    deal,
    party,
    now,
    secret,
    settings,
  }: { deal: CashSum; party: Party; now: Date; secret: Secret; settings: Pick<Settings, 'buying'> },
): Promise<CounterCash> {
  const rule = ruleOn(settings.buying.cash, germanDay(now))
  const keys =
    party === null ? null : 'document' in party ? hashesOf(party, secret) : keysOfAddress(party, secret)
  const linked = keys ? await linkedDeals(db, keys, daysFrom(now, -rule.linkedDays)) : []
  const verdict = judgeCashAndIdentification({ means: 'cash', deal, linked: sumOfDeals(linked) }, rule)
  const { metals, goods } = rule.completeFromCents
  return {
    ...verdict,
    linked,
    limits: {
      completeFromCents: { total: goods, metals },
      bannedFromCents: rule.bannedFromCents,
      linkedDays: rule.linkedDays,
    },
  }
}
