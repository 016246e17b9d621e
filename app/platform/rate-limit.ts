import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import { bool, int4, query } from './database/statement.ts'

/** `most` uses in a stretch of `minutes`. */
export type RateLimit = { most: number; minutes: number }

/**
 * Counts a use under each key and says whether all stayed within their limits, with one statement. Every process
 * counts together. `retryAfter` in seconds.
 */
export async function countUse(
  db: Database,
  uses: readonly { key: string; limit: RateLimit }[],
): Promise<{ ok: true } | { ok: false; retryAfter: number }> {
  const given = JSON.stringify(uses.map(({ key, limit }) => ({ key, ...limit })))
  const rows = await query(db, { over: bool, wait: int4 })`
    with wanted as (
      select key, most, minutes, date_bin(make_interval(mins => minutes), now(), 'epoch'::timestamptz) as since
      from jsonb_to_recordset(${given}::jsonb) as w (key text, most int, minutes int)
    ), counted as (
      insert into rate_use (key, since) select key, since from wanted order by key
      on conflict (key, since) do update set used = rate_use.used + 1
      returning key, used
    )
    select used > most as over, ceil(extract(epoch from since + make_interval(mins => minutes) - now()))::int as wait
    from counted join wanted using (key)
  `
  const waits = rows.flatMap((row) => (row.over ? [Math.max(1, row.wait)] : []))
  return waits.length > 0 ? { ok: false, retryAfter: Math.max(...waits) } : { ok: true }
}

/** Forgets counts of stretches that are over. Returns how many. */
export async function forgetUses(db: Database): Promise<number> {
  const done = await sql`delete from rate_use where since < now() - interval '2 days'`.execute(db)
  return Number(done.numAffectedRows ?? 0)
}

/**
 * A pseudonym of a client's network address that says nothing without the secret: that of its network (/24, /48), a dot,
 * and its own. IPv6 counts by /64, which is what one household has; everybody behind one IPv4 address is one client, so
 * limits leave room for a family.
 */
export function clientKey(address: string, secret: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const groups = isIPv6(plain) ? firstGroups(plain) : null
  const own = groups ? groups.join(':') : plain
  const network = groups ? groups.slice(0, 3).join(':') : plain.replace(/\.\d+$/, '')
  const pseudonym = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return `${pseudonym(`network ${network}`).slice(0, 11)}.${pseudonym(`client ${own}`).slice(0, 22)}`
}

/** Whoever says nothing about where they call from: one client, whose pseudonym hides nothing. */
export const unknownClient = 'unknown.unknown'

/** The first four groups of an IPv6 address, written out. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const whole =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest]
  return whole.slice(0, 4).map((group) => Number.parseInt(group || '0', 16).toString(16))
}
