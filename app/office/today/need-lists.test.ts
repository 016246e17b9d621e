import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { beginOfDay, germanDay } from '#app/shop/buying/german-day.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { sellStatuses } from '#app/shop/buying/sell-request-status.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { enquiryStates } from '#app/shop/enquiries/enquiry-states.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { may, type StaffRole, staffRoles } from '#app/shop/staff/permissions.ts'
import { needNames, needs } from '#app/shop/today/needs.ts'
import { readToday, seenBy, type TodayNeeds } from '#app/shop/today/today.ts'
import { loadSettings } from '#db/load-settings.ts'
import { loadCast } from '#tests/catalogue.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { openBuyingShop, sellForm, sellingSecret } from '#tests/selling.ts'
import type { OfficeRequest } from '../answer.ts'
import { officePaths, type ScreenName } from '../paths.ts'
import { officeScreens } from '../registry.ts'
import { listOf } from './need-lists.ts'

const database = testDatabase()
const now = new Date()
const env = { SMTP_URL: undefined, STORYBLOK_TOKEN: undefined }

beforeAll(async () => {
  const { db } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadCast(db)
  await openBuyingShop(db, now)
  await addOrders()
  await addRequests()
  await addEnquiries()
  await addMails()
  await addAppointments()
  await addRings(db, ['50001', '50002'], { status: 'draft' })
  await addRings(db, ['50003'])
  await holdProducts(db, { pieces: ['50003'], holder: 'holder-of-50003', client: null })
  await addRings(db, ['50004'], { status: 'sold' })
  await sql`update product set status = 'returned' where id = '50004'`.execute(db)
})

/** As what happened step by step would stand: what only rows say is told, not how they came about. */
const asItStands = (statements: readonly ReturnType<typeof sql>[]) =>
  database.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
  })

/** Orders of every state, paid by every means, with money that goes back and declarations of withdrawal. */
async function addOrders() {
  const { db } = database
  const wanted = [
    "status = 'awaiting_payment', accepted_at = null",
    "status = 'awaiting_payment', accepted_at = null, payment = 'in-branch'",
    "status = 'awaiting_payment', accepted_at = null, payment = 'online'",
    "status = 'awaiting_payment', accepted_at = now()",
    "status = 'awaiting_payment', accepted_at = now(), payment = 'in-branch', ready_at = null",
    "status = 'awaiting_payment', accepted_at = now(), payment = 'in-branch', ready_at = now()",
    "status = 'awaiting_payment', accepted_at = now(), payment = 'online'",
    ...['paid', 'preparing'].flatMap((status) => [
      `status = '${status}'`,
      `status = '${status}', delivery = '{"kind": "courier", "address": {"country": "DE"}}'`,
    ]),
    ...['shipped', 'delivered', 'completed', 'expired', 'cancelled', 'refunded'].map(
      (one) => `status = '${one}'`,
    ),
    ...['withdrawal_requested', 'return_received', 'inspected'].map((one) => `status = '${one}'`),
  ]
  const numbers = wanted.map((_, at) => String(51_001 + at))
  await addRings(db, numbers)
  const ids: number[] = []
  for (const number of numbers) ids.push((await placed(db, orderRequest([number], 120_000))).id)
  await asItStands(wanted.map((set, at) => sql`update shop_order set ${sql.raw(set)} where id = ${ids[at]}`))
  const [one, two, three] = ids.slice(-3)
  const refund = (order: number | undefined, channel: string, reference: string, more = sql`null, null`) =>
    sql`insert into refund (order_id, reason, channel, payment_reference, amount_cents, due_at, last_error, done_at)
      values (${order}, 'withdrawal', ${channel}, ${reference}, 5000, now(), ${more})`
  await asItStands([
    refund(one, 'bank-transfer', 'a'),
    refund(one, 'bank-transfer', 'b'),
    refund(one, 'bank-transfer', 'c', sql`null, now()`),
    refund(two, 'online', 'd'),
    refund(three, 'online', 'e', sql`'the provider refused', null`),
    ...[one, two, null].map(
      (order) => sql`insert into withdrawal (locale, name, contract, email, submission, order_id)
        values ('de', 'Clara Beispiel', 'a ring', 'clara@beispiel.example', gen_random_uuid(), ${order}::bigint)`,
    ),
    sql`insert into withdrawal_answer (withdrawal_id, order_id, outcome) select id, order_id, 'refused' from withdrawal
      where order_id = ${two}`,
  ])
}

/** Requests of every state, with goods here and without, and offers that end sooner or later. */
async function addRequests() {
  const { db } = database
  const settings = await readSettings(db)
  for (const status of sellStatuses)
    for (const here of [true, false]) {
      const contact = { name: 'Erna Muster', email: `${status}@beispiel.example`, phone: null, address: null }
      await submitSellRequest(db, sellForm({ contact }), { settings, client: null, now })
      await asItStands([
        sql`update sell_request set status = ${status}, here_since = ${here ? now : null}
          where id = (select max(id) from sell_request)`,
      ])
    }
  const hours = (many: number) => new Date(now.getTime() + many * 3_600_000)
  await asItStands(
    [hours(-1), hours(20), hours(47), hours(49)].map(
      (
        until,
        at,
      ) => sql`insert into sell_offer (request_id, kind, lines, from_cents, to_cents, prices, made_by, valid_until)
        select id, 'estimate', '[]', 100, 200, '{}', 'Berta', ${until} from sell_request
        where status in ('estimated', 'final_offer') order by id offset ${at} limit 1`,
    ),
  )
}

async function addEnquiries() {
  const { db } = database
  const settings = await readSettings(db)
  for (const state of enquiryStates) {
    const message = { name: 'Max Muster', email: `${state}@beispiel.example`, phone: null, piece: null }
    await receiveMessage(
      db,
      { ...message, subject: 'question', message: 'Haben Sie auch Damenuhren?' },
      { locale: 'de', client: null, settings },
    )
    await db.updateTable('contact_message').set({ state }).where('email', '=', message.email).execute()
  }
}

/** Failed ones about everything, and others. */
async function addMails() {
  const { db } = database
  await enqueueMails(db, [
    ...(['failed', 'given up', 'sent', 'withdrawn'] as const).map((reason) => ({
      ...{ reason: `test:${reason}`, kind: 'contact-acknowledgement' as const, locale: 'de' as const },
      ...{ recipient: 'x@y.example', payload: { message: 1 } },
    })),
  ])
  await asItStands([
    sql`insert into mail_outbox (reason, kind, locale, recipient, last_error)
      values ('test:seller', 'sell-offer', 'de', 'x@y.example', '550'), ('test:staff', 'staff-invitation', 'de', 'x@y.example', '550')`,
    sql`update mail_outbox set last_error = '550' where reason like 'test:%'`,
    sql`update mail_outbox set given_up_at = now() where reason = 'test:given up'`,
    sql`update mail_outbox set sent_at = now() where reason = 'test:sent'`,
    sql`update mail_outbox set withdrawn_at = now() where reason = 'test:withdrawn'`,
  ])
}

/** Today, over and still to come, cancelled, and tomorrow. */
async function addAppointments() {
  const { db } = database
  const begin = beginOfDay(germanDay(now)).getTime()
  const at = (minutes: number) => new Date(begin + minutes * 60_000)
  await db
    .insertInto('appointment')
    .values(
      [0, 60, 23 * 60, 26 * 60].map((minutes, index) => ({
        ...{ branch_id: 'koeln', seat: 1, kind: 'other' as const, name: `Besuch ${index}` },
        ...{ starts_at: at(minutes), ends_at: at(minutes + 30), cancelled_at: index === 1 ? now : null },
      })),
    )
    .execute()
}

/** What a card's list shows: keys of its rows, and how many there are in all. */
async function shownAt(path: string, role: StaffRole): Promise<{ keys: string[]; total: number }> {
  const [pathname = '', search = ''] = path.split('?')
  const name = (Object.keys(officePaths) as ScreenName[]).find((each) => `/${officePaths[each]}` === pathname)
  if (!name) throw new Error(`${path} is no screen`)
  expect(may(role, officeScreens[name].permission), `${role} at ${path}`).toBe(true)
  const member = {
    id: 1,
    name: 'Berta',
    email: 'b@x.example',
    role,
    locale: 'de',
    sessionId: 1,
    provedFor: 0,
  }
  const request = {
    app: { db: database.db, secret: sellingSecret, env },
    ...{ now, member },
  } as unknown as OfficeRequest
  const shown = await officeScreens[name].load(request, { params: {}, query: new URLSearchParams(search) })
  if ('view' in shown && 'days' in shown && Array.isArray(shown.days)) {
    const appointments = shown.days.flatMap((day) => day.appointments)
    return { keys: appointments.map(({ id }) => String(id)), total: appointments.length }
  }
  const list = ('list' in shown && shown.list ? shown.list : shown) as {
    rows: { id?: number | string; number?: string }[]
    total: number
  }
  return { keys: list.rows.map(({ id, number }) => String(number ?? id)), total: list.total }
}

/** By what a row of a card is told in its list. */
function keysOf(needs: Partial<TodayNeeds>, need: keyof TodayNeeds): string[] {
  const rows: readonly object[] = needs[need]?.rows ?? []
  return rows.flatMap((row) => {
    if ('today' in row) return row.today ? [String((row as unknown as { id: number }).id)] : []
    if ('piece' in row && row.piece !== null && typeof row.piece === 'object')
      return [(row.piece as { id: string }).id]
    const { number, order, id } = row as { number?: string; order?: string; id?: number | string }
    return [String(need === 'send-refunds' ? order : (number ?? id))]
  })
}

/** These stand on Today whole, or on a screen that is no list. */
const noList = ['set-up', 'doubtful-prices', 'old-prices']

test.each(staffRoles)('every card of Today leads %s to a list of exactly what it counts', async (role) => {
  const seen = seenBy(role, await readToday(database.db, now, env))
  for (const need of needNames) {
    const waiting = seen[need]
    if (!waiting || noList.includes(need)) continue
    const path = listOf(need, role, now.toISOString())
    if (path === null) throw new Error(`${need} has no list`)
    const { keys, total } = await shownAt(path, role)
    expect({ need, total }).toEqual({ need, total: waiting.count })
    if (role === 'owner') expect(waiting.count, need).toBeGreaterThan(0)
    expect(keys, need).toEqual(expect.arrayContaining(keysOf(seen, need)))
  }
})

test('whoever may not see a list is led to none', () => {
  for (const role of staffRoles)
    for (const need of needNames)
      if (may(role, needs[need].permission) && !noList.includes(need))
        expect(listOf(need, role, now.toISOString()), `${need} of ${role}`).not.toBeNull()
  expect(listOf('accept-orders', 'editor', now.toISOString())).toBeNull()
  expect(listOf('set-up', 'owner', now.toISOString())).toBeNull()
})
