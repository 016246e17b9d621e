import type { Database } from '#app/platform/database/database.ts'
import { int4, nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { type CashRule, ruleOn } from '#app/shop/settings/buying-settings.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type CashSum, judgeCashAndIdentification } from './cash-and-identification.ts'
import { germanDay } from './german-day.ts'
import { hashesOf } from './identification.ts'
import { type LinkedDeal, linkedDeals } from './linked-deals.ts'
import { type CashRefusal, findDeal, judgeDeal } from './purchase-receipt.ts'
import { daysFrom, lockRequest, type RequestKey } from './sell-request-steps.ts'

/** A deal in cash with the same person that counts with this one; `request`: of the purchase, whose receipt has the number. */
export type LinkedShown = LinkedDeal & { request: string | null }

/** What must be known and done before the seller is paid. */
export type PaymentDue = {
  /** Null where it may be paid in cash; else why not. */
  cash: CashRefusal['reason'] | null
  /** This deal with all that count together with it, as the rules for cash add up. */
  together: CashSum
  linked: LinkedShown[]
  rule: CashRule
}

/** Under the rule of today, by what is known of whoever was identified; null where nobody is yet, or nothing agreed. */
export async function paymentDue(
  db: Database,
  which: RequestKey,
  { secret, settings }: { secret: Secret; settings: Pick<Settings, 'buying'> },
): Promise<PaymentDue | null> {
  return db.transaction().execute(async (transaction) => {
    const request = await lockRequest(transaction, which)
    const deal = request && (await findDeal(transaction, request, secret))
    if (!request || !deal) return null
    const rule = ruleOn(settings.buying.cash, germanDay(request.now))
    const judged = await judgeDeal(transaction, request, deal, { means: 'cash', secret, settings })
    const since = daysFrom(request.now, -rule.linkedDays)
    const deals = await linkedDeals(transaction, hashesOf(deal.identified.identity, secret), since)
    return {
      cash: judged.ok ? null : judged.reason,
      together: judged.together,
      linked: await withRequests(transaction, deals),
      rule,
    }
  })
}

/** What an amount alone needs before anybody is identified: whether a complete record, and whether cash is allowed at all. */
export function needsOf(deal: CashSum, rule: CashRule): { cash: boolean; needs: 'basic' | 'complete' } {
  const { allowed, needs } = judgeCashAndIdentification(
    { means: 'cash', deal, linked: { total: 0, metals: 0 } },
    rule,
  )
  return { cash: allowed, needs }
}

async function withRequests(db: Database, deals: readonly LinkedDeal[]): Promise<LinkedShown[]> {
  const receipts = deals.filter(({ direction }) => direction === 'purchase').map(({ number }) => number)
  const rows =
    receipts.length === 0
      ? []
      : await db
          .selectFrom('purchase as p')
          .innerJoin('sell_request as r', 'r.id', 'p.request_id')
          .select(['p.number', 'r.number as request'])
          .where('p.number', 'in', receipts)
          .execute()
  const requests = new Map(rows.map(({ number, request }) => [number, request]))
  return deals.toReversed().map((deal) => ({
    ...deal,
    request: deal.direction === 'purchase' ? (requests.get(deal.number) ?? null) : null,
  }))
}

/** Somebody who sold or offered something before, as far as they are not forgotten. */
export type KnownSeller = {
  /** Of the newest request, whose identification may be looked at. */
  number: string
  name: string
  email: string | null
  phone: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  submittedAt: Date
  /** How many purchases there were. */
  purchases: number
  /** The newest document that was seen, `••••••T22`. */
  document: string | null
}

/** Earlier sellers whose name holds what was typed (2 characters at least), newest first. */
export async function findKnownSellers(db: Database, typed: string): Promise<KnownSeller[]> {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.join('').length < 2) return []
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return query(db, {
    number: text,
    name: text,
    email: nullable(text),
    phone: nullable(text),
    street: nullable(text),
    postalCode: nullable(text),
    city: nullable(text),
    country: nullable(text),
    submittedAt: timestamptz,
    purchases: int4,
    document: nullable(text),
  })`
    select number, name, email, phone, address ->> 'street' as street, address ->> 'postalCode' as "postalCode",
      address ->> 'city' as city, address ->> 'country' as country, submitted_at as "submittedAt",
      (select count(*)::int from purchase p join sell_request o on o.id = p.request_id
        where p.cancelled_at is null and lower(o.name) = lower(newest.name)
          and o.email is not distinct from newest.email) as purchases,
      (select document_masked from identification i where i.request_id = newest.id and i.erased_at is null
        order by i.id desc limit 1) as document
    from (
      select distinct on (lower(name), coalesce(email, ''), coalesce(address ->> 'street', '')) *
      from sell_request where name is not null and lower(name) like all(${patterns}::text[])
      order by lower(name), coalesce(email, ''), coalesce(address ->> 'street', ''), id desc
    ) newest
    order by submitted_at desc limit 8
  `
}
