import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { completeLedger } from '#app/shop/buying/ledger.ts'
import { enterPieces } from '#app/shop/buying/ledger-entry.ts'

/**
 * Makes of a shop that `ageStock` filled what an office has after three years of trade: buyers and sellers with names of
 * their own of whom many came again, orders, requests and enquiries of every state and age, their mails, a bank whose lines
 * are booked but for a few, withdrawals, appointments, reservations, alerts, the ledger, and what visitors did. `staffId`:
 * who did it. Triggers see none of it but what the ledger writes; rules that hold within a row do.
 */
export async function ageTrade(db: Database, staffId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`set local synchronous_commit = off`.execute(transaction)
    await spreadOrders(transaction)
    await spreadRequests(transaction)
    await spreadEnquiries(transaction, staffId)
    await addWithdrawals(transaction)
    await addAppointments(transaction)
    await addReservations(transaction)
    await spreadMails(transaction)
    await addBank(transaction, staffId)
    await addPeople(transaction, staffId)
    await addVisits(transaction)
    await enterPeople(transaction)
    await enterWords(transaction)
  })
  // All at once, or what reckons with the ledger is planned for an empty one.
  while ((await enterPieces(db, 5_000)) === 5_000);
  await sql`analyze ledger, product_staff`.execute(db)
  await completeLedger(db)
  await sql`analyze`.execute(db)
}

const firstNames = [
  ...[
    'Anna',
    'Bernd',
    'Clara',
    'Dieter',
    'Elif',
    'Franz',
    'Greta',
    'Heinz',
    'Ines',
    'Jonas',
    'Karin',
    'Lars',
    'Maria',
  ],
  ...['Norbert', 'Olga', 'Paul', 'Renate', 'Stefan', 'Tanja', 'Udo', 'Vera', 'Willi', 'Yasmin'],
]
const lastNames = [
  ...[
    'Albers',
    'Becker',
    'Conrad',
    'Dietrich',
    'Engel',
    'Fischer',
    'Graf',
    'Hoffmann',
    'Issel',
    'Jansen',
    'Keller',
  ],
  ...[
    'Lehmann',
    'Meier',
    'Neumann',
    'Otto',
    'Peters',
    'Richter',
    'Schulze',
    'Thomas',
    'Ulrich',
    'Vogel',
    'Wagner',
  ],
  ...[
    'Yilmaz',
    'Zimmer',
    'Arnold',
    'Brandt',
    'Decker',
    'Ebert',
    'Franke',
    'Haas',
    'Kuhn',
    'Lorenz',
    'Marx',
    'Pohl',
  ],
]

/** So many different people buy, sell and ask. */
const people = 15_000
/** Which of them a row of a table is about. */
const who = (id: string) => sql.raw(`((${id}) * 7919 % ${people})`)
const nameOf = (id: string) => sql`(${firstNames}::text[])[1 + ${who(id)} % ${firstNames.length}::int] || ' '
  || (${lastNames}::text[])[1 + ${who(id)} / 23 % ${lastNames.length}::int]`
const emailOf = (id: string) => sql`'person' || ${who(id)} || '@beispiel.example'`
const phoneOf = (id: string) => sql`'0221 ' || (1000000 + ${who(id)})`

/** Three years, evenly, in the order of their numbers; the last one is some minutes old. */
const spreadOver = (table: string, id: string) =>
  sql.raw(`(now() - interval '5 minutes'
    - ((select max(id) from ${table}) - ${id}) * (interval '3 years' / (select count(*) from ${table})))`)

async function spreadOrders(db: Database): Promise<void> {
  await sql`
    update shop_order o set placed_at = n.at, accepted_at = n.at + interval '1 hour', pay_by = n.at + interval '8 days',
      email = ${emailOf('o.id')}, phone = ${phoneOf('o.id')},
      invoice_address = jsonb_set(o.invoice_address, '{name}', to_jsonb(${nameOf('o.id')})),
      delivery = case when o.id / 10 % 5 < 2 then o.delivery else jsonb_build_object('kind', 'courier', 'address',
        o.invoice_address || jsonb_build_object('name', ${nameOf('o.id')},
          'country', (array['DE', 'DE', 'DE', 'AT', 'CH', 'FR'])[1 + o.id % 6])) end,
      status = case when o.status = 'completed' and o.id % 23 = 0 then 'refunded' else o.status end
    from (select id, ${spreadOver('shop_order', 'id')} as at from shop_order) n where n.id = o.id
  `.execute(db)
  await sql`
    update money m set at = o.placed_at + interval '1 day', recorded_at = o.placed_at + interval '1 day'
    from shop_order o where o.id = m.order_id
  `.execute(db)
}

async function spreadRequests(db: Database): Promise<void> {
  await sql`
    update sell_request r set submitted_at = n.at, name = ${nameOf('r.id')}, email = ${emailOf('r.id')},
      phone = ${phoneOf('r.id')}, here_since = case when r.id % 10 in (1, 2, 3, 7, 8) or r.id % 400 = 4 then n.at + interval '5 days' end,
      kind = (array['gold', 'gold', 'gold', 'gold'])[1 + r.id % 4],
      status = case when r.id % 10 > 0 then (array['stocked', 'stocked', 'stocked', 'declined', 'expired', 'cancelled',
          'returned', 'stocked', 'declined'])[r.id % 10]
        else (array['submitted', 'info_needed', 'estimated', 'accepted', 'label_sent', 'received', 'inspected',
          'final_offer', 'agreed', 'submitted'])[1 + r.id / 10 % 10] end
    from (select id, ${spreadOver('sell_request', 'id')} as at from sell_request) n where n.id = r.id
  `.execute(db)
  await sql`
    insert into sell_status_change (request_id, event, from_status, to_status, actor, at)
    select id, 'estimate', 'submitted', status, 'staff', submitted_at + interval '1 day' from sell_request
    where status <> 'submitted'
  `.execute(db)
  const line = JSON.stringify([
    {
      ...{ title: 'Halskette 585', kind: 'scrap', metal: 'gold', fineness: 585, weightGrams: '12.40' },
      ...{
        testMethod: 'xrf',
        basis: { centsPerOunce: 350_000, perMille: 900 },
        cents: { low: 20_000, high: 25_000 },
      },
    },
  ])
  await sql`
    insert into sell_offer (request_id, kind, lines, from_cents, to_cents, prices, made_by, made_at, valid_until, answer,
      answered_at)
    select id, 'estimate', ${line}::jsonb, 20000 + id % 977 * 100, 25000 + id % 977 * 120, '{}', 'Berta Beispiel',
      submitted_at + interval '1 day',
      case when status in ('estimated', 'final_offer') then now() + (1 + id % 20) * interval '1 day'
        else submitted_at + interval '15 days' end,
      case when status in ('estimated', 'final_offer') then null when status in ('declined', 'expired') then 'declined'
        else 'accepted' end,
      case when status not in ('estimated', 'final_offer') then submitted_at + interval '3 days' end
    from sell_request where status not in ('submitted', 'info_needed')
  `.execute(db)
}

async function spreadEnquiries(db: Database, staffId: number): Promise<void> {
  await sql`
    update contact_message m set received_at = n.at, name = ${nameOf('m.id')}, email = ${emailOf('m.id')},
      state = case when m.id % 10 = 0 then (array['open', 'open', 'waiting'])[1 + m.id / 10 % 3]
        else (array['answered', 'answered', 'closed', 'answered', 'spam'])[1 + m.id % 5] end,
      assignee_id = case when m.id % 3 = 0 then ${staffId}::int end
    from (select id, ${spreadOver('contact_message', 'id')} as at from contact_message) n where n.id = m.id
  `.execute(db)
}

/** One of twenty orders, all but some answered. */
async function addWithdrawals(db: Database): Promise<void> {
  await sql`
    insert into withdrawal (received_at, locale, name, contract, email, submission, pieces, order_id)
    select o.placed_at + interval '9 days', 'de', o.invoice_address ->> 'name', o.number, o.email, gen_random_uuid(), '{}',
      case when o.id % 40 > 0 then o.id end
    from shop_order o where o.id % 20 = 0 order by o.id
  `.execute(db)
  await sql`
    insert into withdrawal_answer (withdrawal_id, order_id, outcome, at, actor, actor_name)
    select id, order_id, case when order_id is null then 'no-contract' when id % 7 = 0 then 'refused' else 'accepted' end,
      received_at + interval '1 day', 'staff', 'Berta Beispiel'
    from withdrawal where id % 25 > 0
  `.execute(db)
}

/** Every five hours of three years, and of the next month: of sellers, who are told by their request, of viewers of a piece, and others. */
async function addAppointments(db: Database): Promise<void> {
  await sql`
    insert into appointment (branch_id, starts_at, ends_at, seat, kind, request_id, piece_id, name, email, phone, made_at,
      cancelled_at, cancelled_by)
    select b.id, n.at, n.at + interval '30 minutes', 1,
      case when r.id is not null then 'selling' when p.id is not null then 'viewing' else 'other' end, r.id, p.id,
      case when r.id is null then ${nameOf('n.place')} end, case when r.id is null then ${emailOf('n.place')} end,
      case when r.id is null then ${phoneOf('n.place')} end, n.at - interval '4 days',
      case when n.place % 11 = 0 then n.at - interval '1 day' end, case when n.place % 11 = 0 then 'customer' end
    from (select place, date_trunc('hour', now()) + interval '30 days' - place * interval '5 hours' as at
      from generate_series(1, 5400) place) n
    join (select id, row_number() over (order by id) as nth, count(*) over () as many from branch) b
      on b.nth = 1 + n.place % b.many
    left join (select id, row_number() over (order by id) as nth from sell_request) r
      on n.place % 3 = 1 and r.nth = n.place
    left join (select id, row_number() over (order by id) as nth from product) p on n.place % 3 = 2 and p.nth = n.place
  `.execute(db)
}

async function addReservations(db: Database): Promise<void> {
  await sql`
    insert into reservation (product_id, branch_id, name, phone, email, locale, until, made_at, made_by, ended_at, outcome,
      ended_by)
    select p.id, p.branch_id, ${nameOf('p.place')}, ${phoneOf('p.place')}, ${emailOf('p.place')}, 'de',
      now() + interval '2 days' - p.place * interval '9 hours', now() - p.place * interval '9 hours', 'Berta Beispiel',
      case when p.place > 40 then now() + interval '2 days' - p.place * interval '9 hours' end,
      case when p.place > 40 then (array['released', 'lapsed'])[1 + p.place % 2] end, case when p.place > 40 then 'shop' end
    from (select id, branch_id, row_number() over (order by id::int desc) as place from product
      where status = 'listed' and branch_id is not null limit 3000) p
  `.execute(db)
}

/** As they went out, a few not. */
async function spreadMails(db: Database): Promise<void> {
  await sql`
    update mail_outbox m set created_at = n.at, sent_at = case when m.id % 1500 > 1 then n.at + interval '1 minute' end,
      next_try_at = now() + interval '1 year',
      given_up_at = case when m.id % 1500 = 1 then n.at + interval '1 day' end,
      last_error = case when m.id % 1500 = 1 then '550 no such mailbox' end,
      recipient = case when m.kind like 'staff-%' then m.recipient else ${emailOf('m.id')} end,
      subject = 'Ihre Nachricht ' || m.id, plain = repeat('Guten Tag, wir haben Ihre Nachricht bekommen. ', 30),
      html = repeat('<p>Guten Tag, wir haben Ihre Nachricht bekommen.</p>', 60)
    from (select id, ${spreadOver('mail_outbox', 'id')} as at from mail_outbox) n where n.id = m.id
  `.execute(db)
}

/** A statement of each working day. What was paid is booked; rent, wages and the like are set aside, some lines wait. */
async function addBank(db: Database, staffId: number): Promise<void> {
  const account = 'DE02120300000000202051'
  await sql`
    insert into bank_statement (account, format, file_name, number, from_day, to_day, opening_cents, closing_cents, balances,
      new_lines, known_lines, read_at, staff_id)
    select ${account}, 'camt', 'camt-' || day || '.xml', 'S' || day, day, day, 100, 200, true, 1, 0,
      day + interval '31 hours', ${staffId}::int
    from (select (now() - interval '3 years')::date + n as day from generate_series(0, 1095) n) d order by day
  `.execute(db)
  await sql`
    insert into bank_line (account, statement_id, position, booked_on, value_on, amount_cents, name, iban, purpose, key,
      aside_reason, aside_at, aside_by)
    select ${account}, s.id, n.place, n.day, n.day, n.cents, n.name, 'DE89370400440532013000', n.purpose,
      encode(sha256(n.purpose::bytea), 'hex'),
      case when n.aside then 'Miete und Löhne' end, case when n.aside then n.day::timestamptz end,
      case when n.aside then 'Berta Beispiel' end
    from (
      select m.id as place, m.at::date as day, m.amount_cents as cents, o.invoice_address ->> 'name' as name,
        'Bestellung ' || o.number || ' Zahlung ' || m.id as purpose, false as aside
      from money m join shop_order o on o.id = m.order_id where m.direction = 'in'
      union all
      select 1000000 + o.id, (o.placed_at + interval '1 hour')::date, -1000 - o.id % 997 * 100, 'Lieferant ' || o.id % 200,
        'Rechnung ' || o.id, o.id % 100 > 0
      from shop_order o where o.id % 2 = 0
    ) n join bank_statement s on s.from_day = n.day
    order by n.day, n.place
  `.execute(db)
  await sql`
    insert into bank_statement_line (statement_id, position, line_id)
    select statement_id, row_number() over (partition by statement_id order by id), id from bank_line
  `.execute(db)
  await sql`
    insert into bank_booking (line_id, kind, money_id, at, staff_id, by_name)
    select l.id, 'payment', l.position, l.booked_on + interval '1 day', ${staffId}::int, 'Berta Beispiel' from bank_line l
    where l.position < 1000000 and l.id % 200 > 0
  `.execute(db)
}

/** Some files that staff joined, and alerts. */
async function addPeople(db: Database, staffId: number): Promise<void> {
  await sql`insert into person (note) select '' from generate_series(1, 1500)`.execute(db)
  await sql`
    insert into person_link (person_id, kind, ref, staff_id)
    select p.id, n.kind, n.ref, ${staffId}::int
    from (select id, row_number() over (order by id) as place from person) p
    join (
      select 'order' as kind, id as ref, row_number() over (partition by email order by id) as nth, ${who('id')} as place
      from shop_order
      union all
      select 'sell-request', id, row_number() over (partition by email order by id), ${who('id')} from sell_request
    ) n on n.place = p.place and n.nth = 1
  `.execute(db)
  await sql`
    insert into stock_alert (token, email, locale, path, created_at, confirmed_at, matched_until)
    select md5(n::text), 'person' || n || '@beispiel.example', 'de', '/en/watches', now() - n * interval '3 hours',
      case when n % 4 > 0 then now() - n * interval '3 hours' end, now()
    from generate_series(1, 2000) n
  `.execute(db)
}

/** Who is named in all of it, as triggers would have kept it. */
async function enterPeople(db: Database): Promise<void> {
  await sql`delete from person_entry`.execute(db)
  await sql`
    insert into person_entry (kind, ref, number, name, email, phone, address, at, said, mail, phone_digits, person_id)
    select r.kind, r.ref, r.number, r.name, r.email, r.phone, r.address, r.at, lower(r.said), r.mail, r.phone_digits, l.person_id
    from person_record r left join person_link l on l.kind = r.kind and l.ref = r.ref
  `.execute(db)
}

/** What mails and requests are found by, in the same way. */
async function enterWords(db: Database): Promise<void> {
  await sql`delete from mail_words`.execute(db)
  await sql`
    insert into mail_words (mail_id, kind, recipient, words)
    select m.id, m.kind, lower(m.recipient), words_of_mail(m) from mail_outbox m where m.erased_at is null
  `.execute(db)
  await sql`delete from request_words`.execute(db)
  await sql`insert into request_words (request_id, words) select r.id, words_of_request(r) from sell_request r`.execute(
    db,
  )
}

/** What is kept of two years of visits, and the events of days that nobody has summed yet. */
async function addVisits(db: Database): Promise<void> {
  await sql`
    insert into insight_day (day, name, kind, value, events, visitors)
    select now()::date - d, k.name, k.kind, k.value, 1 + (d * 7 + n) % 90, 1 + (d * 7 + n) % 40
    from generate_series(31, 730) d, generate_series(1, 200) n,
      lateral (values ('pageview', 'path', '/de/uhren/' || n), ('Search', case when n % 5 = 0 then 'no result' else 'query' end,
        'wort ' || n), ('pageview', 'referrer', 'seite' || n || '.example')) k (name, kind, value)
    where k.kind <> 'referrer' or n <= 20
  `.execute(db)
  await sql`
    insert into insight_day (day, name, kind, value, events, visitors)
    select now()::date - d, name, 'total', '', 900, 300 from generate_series(31, 730) d,
      unnest(array['pageview', 'View', 'Add', 'Hold', 'Order', 'Search', 'Calculator', 'Sell request', 'Contact']) name
  `.execute(db)
  await sql`
    insert into insight_month (month, name, kind, value, events, visitors)
    select date_trunc('month', day)::date, name, kind, value, sum(events)::int, sum(visitors)::int
    from insight_day group by 1, 2, 3, 4
  `.execute(db)
  await sql`
    insert into insight_event (at, name, path, referrer, props, visitor)
    select now() - n * interval '17 seconds',
      (array['pageview', 'pageview', 'pageview', 'View', 'Search', 'Add', 'Hold'])[1 + n % 7],
      '/de/uhren/' || n % 3000, case when n % 4 = 0 then 'seite' || n % 30 || '.example' end,
      case when n % 7 = 4 then jsonb_build_object('query', 'wort ' || n % 200) else '{}'::jsonb end,
      decode(md5((n / 6)::text), 'hex')
    from generate_series(1, 150000) n
  `.execute(db)
}
