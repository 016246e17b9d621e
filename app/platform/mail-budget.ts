import { createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import { countUse, type RateLimit } from './rate-limit.ts'
import { keysOf, presentSecret, type Secret } from './secrets.ts'

/**
 * Who is behind a mail that a visitor of the site causes, and so how many of them go out:
 * - `stranger`: an address that somebody typed: one budget for the address, one for who typed it, one for the site
 * - `customer`: the address of an order that the visitor has named: the same, but never held back for the whole site,
 *   which others may have used up
 * - `order`: about an order, each of which takes a piece from stock: counted, never held back
 */
export type Caused = 'stranger' | 'customer' | 'order'

/** What goes out at most, to one address, because of one client, and in all; for an hour and for a day. */
const budgets = {
  to: [
    { most: 5, minutes: 60 },
    { most: 10, minutes: 24 * 60 },
  ],
  from: [
    { most: 15, minutes: 60 },
    { most: 40, minutes: 24 * 60 },
  ],
  site: [
    { most: 120, minutes: 60 },
    { most: 1000, minutes: 24 * 60 },
  ],
} as const satisfies Record<string, readonly RateLimit[]>

/** Counted, and never too much. */
const unlimited = 2_000_000_000

/**
 * One mailbox however it is written: capitals, what follows a plus and dots in front of the @ make no other one with
 * the large providers. Where they do elsewhere, two people share a budget, which is wide enough.
 */
export function foldAddress(email: string): string {
  const text = email.trim().normalize('NFKC').toLowerCase()
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1).replace(/\.+$/, '')]
  const bare = local.replace(/\+.*$/s, '').replaceAll(/[."]/g, '')
  const ascii = domainToASCII(domain) || domain
  return `${bare || local}@${ascii === 'googlemail.com' ? 'gmail.com' : ascii}`
}

/** What an address is counted by: says nothing without the secret. Under every secret, the present one first. */
export function addressKeys(email: string, secret: Secret): string[] {
  return keysOf(secret).map((key) =>
    createHmac('sha256', key)
      .update(`mail to ${foldAddress(email)}`)
      .digest('base64url'),
  )
}

class Held extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('held back')
    this.seconds = seconds
  }
}

/**
 * Counts a mail that a visitor caused, once, and says whether it may go out now; else in how many seconds it may be
 * asked for again. Every process counts together; what is held back counts for nothing, or the one address that
 * somebody floods would use up the budget of all.
 */
export async function admitMail(
  db: Database,
  mail: { id: number; care: Caused; recipient: string; client: string | null },
  secret: Secret,
): Promise<{ ok: true } | { ok: false; seconds: number }> {
  const [address = ''] = addressKeys(mail.recipient, presentSecret(secret))
  const keys = { to: address, from: mail.client, site: 'all' }
  const uses = (['to', 'from', 'site'] as const).flatMap((scope) => {
    const isBound = mail.care === 'stranger' || (mail.care === 'customer' && scope !== 'site')
    return keys[scope] === null
      ? []
      : budgets[scope].map(({ most, minutes }) => ({
          key: `mail ${scope} ${minutes} ${keys[scope]}`,
          limit: { most: isBound ? most : unlimited, minutes },
        }))
  })
  try {
    await db.transaction().execute(async (transaction) => {
      const { numAffectedRows = 0n } = await sql`
        update mail_outbox set admitted_at = now() where id = ${mail.id} and admitted_at is null
      `.execute(transaction)
      if (numAffectedRows === 0n) return
      const counted = await countUse(transaction, uses)
      if (!counted.ok) throw new Held(counted.retryAfter)
    })
    return { ok: true }
  } catch (error) {
    if (error instanceof Held) return { ok: false, seconds: error.seconds }
    throw error
  }
}
