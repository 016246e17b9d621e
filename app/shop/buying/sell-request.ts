import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text, timestamptz } from '#app/platform/database/statement.ts'
import type { Log } from '#app/platform/log.ts'
import { foldAddress } from '#app/platform/mail-budget.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type CurrentPrices, currentPrices, tariffOf } from './metal-price.ts'
import { type SellRequestForm, sellConsentVersion } from './sell-request-form.ts'
import type { PriceBasis, StoredValuation } from './types.ts'
import { metals, rateNames } from './valuables.ts'
import { type EnteredLine, valueLines } from './valuation.ts'

export type SellRequestSubmitted =
  | { ok: true; token: string; number: string; repeated: boolean }
  | { ok: false; reason: 'too-often'; retryAfter: number }
  | { ok: false; reason: 'no-such-branch' }

const perClient = { most: 12, minutes: 60 }
const perAddress = { most: 12, minutes: 24 * 60 }
/** Counts need not say whose mailbox it is. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/**
 * Takes in what somebody offers: values gold anew with the prices that hold now and keeps them with it, stores the
 * request, and writes the acknowledgement and a notice to the shop in the same transaction. The same submission again
 * returns the request it made. `client` is a pseudonym of the sender's address, null when it is not known.
 */
export async function submitSellRequest(
  db: Database,
  form: SellRequestForm,
  {
    client,
    settings,
    now,
    feed = null,
  }: {
    client: string | null
    settings: Pick<Settings, 'buying' | 'branches' | 'contact'>
    now: Date
    feed?: { url: string; log: Log } | null
  },
): Promise<SellRequestSubmitted> {
  const earlier = await findSubmitted(db, form.submission)
  if (earlier) return earlier
  if (form.branchId !== null && !settings.branches.some(({ id }) => id === form.branchId)) {
    return { ok: false, reason: 'no-such-branch' }
  }
  const counted = await countUse(db, [
    ...(client === null ? [] : [{ key: `sell:${client}`, limit: perClient }]),
    { key: `sell-to:${digest(foldAddress(form.contact.email))}`, limit: perAddress },
  ])
  if (!counted.ok) return { ok: false, reason: 'too-often', retryAfter: counted.retryAfter }
  const { details } = form
  const valuation =
    details.kind === 'gold' && details.lines.length > 0
      ? valuationToStore(details.lines, await currentPrices(db, now, feed), now)
      : null
  try {
    return await db
      .transaction()
      .execute((transaction) => store(transaction, form, { client, settings, valuation }))
  } catch (error) {
    // The same form a second time, while the first was on its way.
    const first =
      (error as { constraint?: string }).constraint === 'sell_request_submission_key' &&
      (await findSubmitted(db, form.submission))
    if (first) return first
    throw error
  }
}

async function store(
  db: Database,
  { submission, locale, details, way, branchId, contact, upload, tradeFor = null }: SellRequestForm,
  {
    client,
    settings,
    valuation,
  }: {
    client: string | null
    settings: Pick<Settings, 'buying' | 'contact'>
    valuation: StoredValuation | null
  },
): Promise<SellRequestSubmitted> {
  const token = randomBytes(24).toString('base64url')
  const clock = await query(db, { now: timestamptz })`select now() as now`
  const now = clock[0]?.now as Date
  const [row] = await query(db, { id: int8, number: text })`
    with next as (${nextNumberInSeries('sell', now)}
    ), photos as (
      delete from sell_upload where token = ${upload} returning folder
    )
    insert into sell_request (number, token, submission, locale, kind, details, valuation, way, branch_id, name, email,
      phone, address, consent_version, folder, client, trade_for)
    select ${settings.buying.requestPrefix} || '-' || next.number, ${token}, ${submission}, ${locale}, ${details.kind},
      ${JSON.stringify(details)}::jsonb, ${valuation === null ? null : JSON.stringify(valuation)}::jsonb, ${way},
      ${branchId}, ${contact.name}, ${contact.email}, ${contact.phone},
      ${contact.address === null ? null : JSON.stringify(contact.address)}::jsonb, ${sellConsentVersion},
      (select folder from photos), ${client},
      -- Only what is to be had: a piece that was sold meanwhile is no part of what they offer.
      (select id from product where id = ${tradeFor} and status in ('listed', 'reserved'))
    from next
    returning id, number
  `
  if (!row) throw new Error('a sell request was not written')
  await enqueueMails(db, [
    {
      reason: `sell:${row.id}:acknowledgement`,
      kind: 'sell-acknowledgement',
      locale,
      recipient: contact.email,
      payload: { sell: row.id },
      care: 'stranger',
      client,
    },
    {
      reason: `sell:${row.id}:staff`,
      kind: 'staff-sell',
      locale: 'de',
      recipient: settings.contact.email,
      payload: { sell: row.id },
      care: 'staff',
    },
  ])
  return { ok: true, token, number: row.number, repeated: false }
}

async function findSubmitted(db: Database, submission: string): Promise<SellRequestSubmitted | null> {
  const row = await db
    .selectFrom('sell_request')
    .select(['token', 'number'])
    .where('submission', '=', submission)
    .executeTakeFirst()
  return row ? { ok: true, ...row, repeated: true } : null
}

/** Values lines with the prices of a moment and keeps what it was reckoned with. */
export function valuationToStore(
  lines: readonly EnteredLine[],
  current: CurrentPrices,
  now: Date,
): StoredValuation {
  const { lines: values, total, valued } = valueLines(lines, tariffOf(current))
  return {
    at: now.toISOString(),
    lines: values.map((value, index) => ({ ...(lines[index] as EnteredLine), value })),
    total,
    valued,
    ...basisOf(current),
  }
}

/** The prices and rates that hold, as a document keeps them; no price that has expired. */
export function basisOf({ prices, rates }: CurrentPrices): PriceBasis {
  const basis: PriceBasis = { prices: {}, rates: {} }
  for (const metal of metals) {
    const price = prices[metal]
    if (price && price.age !== 'expired') {
      basis.prices[metal] = {
        centsPerOunce: price.centsPerOunce,
        at: price.at.toISOString(),
        source: price.source,
      }
    }
  }
  for (const name of rateNames) if (rates[name] !== null) basis.rates[name] = rates[name]
  return basis
}
