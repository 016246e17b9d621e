import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { float8, int4, nullable, query, text } from '#app/platform/database/statement.ts'
import { createLink } from '#app/shop/staff/links.ts'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { type FakeStripe, startFakeStripe } from '../fakes/stripe.ts'
import { staffCookie } from '../staff-cookie.ts'
import { type BuiltShop, keepLog, loadDemoInto, startBuiltShop } from './built-shop.ts'
import { ask, type Heard, order } from './visitors.ts'

/** How far the clock of the shop's process goes wrong while it runs, as libfaketime writes it. */
export const shifts = ['+1h', '-1h', '+1d', '-1d'] as const

const folders = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
  '/usr/local/lib',
]
const library = folders
  .map((folder) => join(folder, 'faketime/libfaketimeMT.so.1'))
  .find((file) => existsSync(file))

/** What is lacking here to give a process a clock of its own, in words. */
export function missingForClocks(): string[] {
  return library ? [] : ['libfaketime is not installed (Debian: apt-get install faketime)']
}

type Shop = BuiltShop & { db: Database; stripe: FakeStripe; setClock(shift: string): void }
type Outcome = { summary: string; wrong: string[] }

/** Seconds by which times may differ that should be the same: what is asked between them takes its time. */
const tolerance = 20

/**
 * Moves the clock of a built shop that is running, by each shift, while the clock of its database stays right; then lets
 * it be right again.
 */
export async function moveClock(
  { rounds, only }: { rounds: number; only?: string | undefined },
  heard: (shift: string, outcome: Outcome) => void,
): Promise<void> {
  const chosen = shifts.filter((shift) => (only ?? shift) === shift)
  if (chosen.length === 0) throw new Error(`There is no "${only}"; there are: ${shifts.join(', ')}.`)
  const home = mkdtempSync(join(tmpdir(), 'shop-clock-'))
  const clock = join(home, 'clock')
  writeFileSync(clock, '+0')
  const postgres = await startEmbeddedPostgres(join(home, 'database'), { durable: false })
  const stripe = await startFakeStripe()
  const settings = {
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: join(home, 'data'),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.apiBase,
  }
  try {
    await loadDemoInto(settings)
    // What counts how long something takes (timers, time-outs) is the monotonic clock, which no operator moves.
    const shop = await startBuiltShop({
      ...settings,
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_NO_CACHE: '1',
    })
    stripe.webhookUrl = `${shop.url}/api/webhooks/stripe`
    const db = openDatabase(postgres.connectionString, { maxConnections: 4 })
    try {
      let first = 1_000_001
      for (let round = 0; round < rounds; round += 1)
        for (const shift of chosen) {
          const setClock = (to: string) => writeFileSync(clock, to)
          const outcome = await moveOnce({ ...shop, db, stripe, setClock }, shift, first)
          if (outcome.wrong.length > 0) outcome.wrong.push(keepLog(shop, `clock${shift}`))
          heard(shift, outcome)
          first += 100
        }
    } finally {
      await db.destroy()
      await shop.stop()
    }
  } finally {
    await stripe.stop()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function moveOnce(shop: Shop, shift: string, first: number): Promise<Outcome> {
  const { db, url } = shop
  const wrong: string[] = []
  const is = (what: string, holds: boolean) => {
    if (!holds) wrong.push(what)
  }
  const pieces = Array.from({ length: 8 }, (_, index) => String(first + index))
  const [held = '', early = '', late = '', paid = '', lapsing = '', fresh = ''] = pieces
  await addRings(db, pieces)
  const known = new Set(await brokenRules(db))
  const people = await makePeople(db)

  const before = await enter(url, held)
  const orderedBefore = await order(url, early)
  is(`before: an order was answered ${orderedBefore.status}`, orderedBefore.status === 303)
  const heldBefore = await claimOf(db, held)
  const termsBefore = await termsOf(db, early)
  const page = await ask(url, '/en/watches')
  is('before: the clock is that of the database', Math.abs(await clockAhead(shop)) < tolerance)

  shop.setClock(shift)
  const ahead = await clockAhead(shop)
  const meant = Number(shift.slice(0, -1)) * (shift.endsWith('h') ? 3_600 : 86_400)
  is(`the process's clock is ${Math.round(ahead)} s ahead, not ${meant}`, Math.abs(ahead - meant) < tolerance)

  // A hold that has ended by the database's clock, and one that has not; and time for each job that could end them.
  await enter(url, lapsing)
  await sql`update claim set held_until = now() - interval '1 second' where product_id = ${lapsing}`.execute(
    db,
  )
  const freshHold = await enter(url, fresh)
  const heldFresh = await claimOf(db, fresh)
  const since = performance.now()
  const isFree = async () => (await claimOf(db, lapsing)).holder === null
  while (!(await isFree()) && performance.now() - since < 30_000) await wait(200)
  const freed = performance.now() - since
  is('a hold that had ended was not freed in 30 s: the jobs do not run', await isFree())
  await wait(20_000)
  const heldAfter = await claimOf(db, held)
  is(
    'a hold moved with the clock',
    heldAfter.holder === heldBefore.holder && heldAfter.until === heldBefore.until,
  )
  const given = [heldBefore.left, heldFresh.left].map((left) => Math.round(left / 60))
  is(`a hold lasts ${given[1]} minutes by the database, before ${given[0]}`, given[0] === given[1])
  const other = await order(url, held)
  is(`somebody else's order of a held piece was answered ${other.status}`, other.status === 409)
  const own = await order(url, held, { cookie: before.cookie })
  is(`the order of whoever holds it was answered ${own.status}`, own.status === 303)
  is(`the checkout of a fresh hold answered ${freshHold.status}`, freshHold.status === 200)

  const terms = await termsOf(db, early)
  is(`an order that was there became ${terms.status}`, terms.status === 'awaiting_payment')
  is('the terms of an order that was there have moved', terms.expires === termsBefore.expires)
  const orderedLate = await order(url, late)
  is(`an order was answered ${orderedLate.status}`, orderedLate.status === 303)
  const lateTerms = await termsOf(db, late)
  is(`a new order is ${Math.round(lateTerms.age)} s old by the database`, Math.abs(lateTerms.age) < tolerance)
  is(
    `a new order waits ${Math.round(lateTerms.lasts)} s for its money, before ${Math.round(termsBefore.lasts)}`,
    Math.abs(lateTerms.lasts - termsBefore.lasts) < 3_700,
  )
  const invoice = await payOnline(shop, paid)
  is(`an order that was paid for has ${invoice.count} invoices`, invoice.count === 1)
  is(`the invoice is ${Math.round(invoice.age)} s old`, Math.abs(invoice.age) < 120)

  for (const each of await wrongDoors(url, people)) wrong.push(each)
  const mail = await mailOf(db, late)
  is(`the mail of a new order did not go out: ${mail}`, mail === '')
  const again = await ask(url, '/en/watches')
  is(`a listing answered ${again.status}, before ${page.status}`, again.status === 200 && page.status === 200)

  shop.setClock('+0')
  const twice = await query(db, { product_id: text, orders: int4 })`
    select product_id, count(*)::int as orders from order_line where product_id = any(${pieces}) group by product_id`
  is(`${twice.length} pieces are ordered, not 4`, twice.length === 4)
  for (const { product_id: piece, orders } of twice) is(`${orders} orders of ${piece}`, orders === 1)
  wrong.push(...(await brokenRules(db)).filter((rule) => !known.has(rule)))
  const back = await ask(url, '/de/checkout')
  is(`with the right clock again the checkout answered ${back.status}`, back.status < 500)
  return {
    summary: `by the database's clock: holds of ${given[1]} min, the old one freed after ${Math.round(freed)} ms, orders' terms, invoice (${Math.round(invoice.age)} s old, paid after ${Math.round(invoice.after)} s), sessions, links, proofs of identity`,
    wrong,
  }
}

/** Seconds by which the process's clock is ahead of the database's, as its answers say; they keep a date for a second. */
async function clockAhead({ url, db }: Shop): Promise<number> {
  await wait(1_500)
  const { headers } = await ask(url, '/live')
  const [row] = await query(db, { now: float8 })`select extract(epoch from now())::float8 as now`
  return Date.parse(headers.get('date') ?? '') / 1_000 - (row?.now ?? 0)
}

/** Takes a piece to the checkout, which holds it; `cookie` says whose it is. */
async function enter(url: string, piece: string): Promise<Heard & { cookie: string }> {
  const cart = `cart=${piece}_0`
  const heard = await ask(url, '/en/checkout', { headers: { cookie: cart } })
  const cookie = [cart, ...heard.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ')
  return { ...heard, cookie }
}

async function claimOf(db: Database, piece: string) {
  const [row] = await query(db, { holder: nullable(text), until: nullable(text), left: nullable(float8) })`
    select holder, held_until::text as until, extract(epoch from held_until - now())::float8 as left
    from claim where product_id = ${piece}`
  return { holder: row?.holder ?? null, until: row?.until ?? '', left: row?.left ?? 0 }
}

/** Of the one order of a piece; `age` and how long it `lasts` in seconds. */
async function termsOf(db: Database, piece: string) {
  const [row] = await query(db, {
    status: text,
    expires: nullable(text),
    age: float8,
    lasts: nullable(float8),
  })`
    select o.status, o.expires_at::text as expires, extract(epoch from now() - o.placed_at)::float8 as age,
      extract(epoch from o.expires_at - o.placed_at)::float8 as lasts
    from shop_order o join order_line l on l.order_id = o.id where l.product_id = ${piece}`
  return {
    status: row?.status ?? 'nothing',
    expires: row?.expires ?? '',
    age: row?.age ?? 1e9,
    lasts: row?.lasts ?? 0,
  }
}

/** Orders and pays on the provider's page; the shop may refuse the notice for its time, and asks the provider itself. */
async function payOnline({ url, db, stripe }: Shop, piece: string) {
  const since = performance.now()
  const ordered = await order(url, piece, { payment: 'online' })
  const place = new URL(ordered.headers.get('location') ?? '/', url)
  const led = await ask(url, place.pathname + place.search)
  const said = `${led.headers.get('location') ?? ''} ${led.text}`
  const page = said.slice(said.indexOf(`${stripe.apiBase}/pay/`)).match(/^[\w:/.-]+/)?.[0] ?? ''
  await fetch(page, { method: 'POST', redirect: 'manual' })
  while (performance.now() - since < 90_000 && (await termsOf(db, piece)).status === 'awaiting_payment')
    await wait(500)
  const after = (performance.now() - since) / 1_000
  const [row] = await query(db, { count: int4, age: nullable(float8) })`
    select count(*)::int as count, extract(epoch from now() - max(i.issued_at))::float8 as age
    from invoice i join order_line l on l.order_id = i.order_id where l.product_id = ${piece}`
  return { count: row?.count ?? 0, age: row?.age ?? 1e9, after }
}

/** Sessions, proofs of identity and links, of which some are good and the others have ended by the database's clock. */
async function makePeople(db: Database) {
  const [good, ended, unproved] = [
    await staffCookie(db, 'owner'),
    await staffCookie(db, 'owner'),
    await staffCookie(db, 'owner'),
  ]
  const [ids] = await query(db, { good: int4, ended: int4, unproved: int4, staff: int4 })`
    select max(id) - 2 as good, max(id) - 1 as ended, max(id) as unproved,
      (select max(id) from staff_member) as staff from staff_session`
  if (!ids) throw new Error('no session was begun')
  await sql`update staff_session set last_seen_at = now() - interval '12 hours 5 minutes' where id = ${ids.ended}`.execute(
    db,
  )
  await sql`update staff_session set proved_at = now() - interval '20 minutes' where id = ${ids.unproved}`.execute(
    db,
  )
  const link = await createLink(db, { staffId: ids.staff, purpose: 'reset' })
  const endedLink = await createLink(db, { staffId: ids.staff - 1, purpose: 'reset' })
  await sql`update staff_link set expires_at = now() - interval '10 minutes' where staff_id = ${ids.staff - 1}`.execute(
    db,
  )
  return { good, ended, unproved, link, endedLink }
}

/** What opens, or does not, against the database's clock. */
async function wrongDoors(url: string, people: Awaited<ReturnType<typeof makePeople>>): Promise<string[]> {
  const today = (cookie: string) => ask(url, '/office/data/', { headers: { cookie } })
  const invite = (cookie: string) =>
    ask(url, '/office/act/staff.invite', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: '', email: '', role: 'viewer' }),
    })
  const open = (token: string) =>
    ask(url, '/office/act/accounts.open-link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
  const proof = (heard: Heard) => heard.text.includes('prove-identity')
  const doors: [string, boolean][] = [
    ['a session that is good was refused', (await today(people.good)).status === 200],
    ['a session that has ended was opened', (await today(people.ended)).status === 401],
    ['somebody who has just proved who they are is asked again', !proof(await invite(people.good))],
    ['a proof of identity that has ended was taken', proof(await invite(people.unproved))],
    ['a link that is good was refused', (await open(people.link)).text.includes('"ok":true')],
    ['a link that has ended was opened', (await open(people.endedLink)).text.includes('expired')],
  ]
  return doors.filter(([, holds]) => !holds).map(([what]) => what)
}

/** Why the acknowledgement of a piece's order is not sent within 30 s; empty where it is. */
async function mailOf(db: Database, piece: string): Promise<string> {
  const since = performance.now()
  for (;;) {
    const [row] = await query(db, { sent: nullable(text), fault: nullable(text) })`
      select m.sent_at::text as sent, m.last_error as fault from mail_outbox m join order_line l
        on m.reason = 'order:' || l.order_id || ':acknowledgement' where l.product_id = ${piece}`
    if (row?.sent) return ''
    if (performance.now() - since > 30_000) return row?.fault ?? 'not tried'
    await wait(500)
  }
}
