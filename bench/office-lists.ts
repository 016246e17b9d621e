import { insightParts } from '#app/office/insight/tables.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text } from '#app/platform/database/statement.ts'
import { appointmentShape } from '#app/shop/appointments/appointment-shape.ts'
import { lineShape } from '#app/shop/bank/line-shape.ts'
import { requestListShape } from '#app/shop/buying/request-list-shape.ts'
import { reservationShape } from '#app/shop/counter/reservation-shape.ts'
import { enquiryList } from '#app/shop/enquiries/enquiry-list.ts'
import { ledgerShape } from '#app/shop/ledger/ledger-question.ts'
import { type ListShape, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import type { ListName } from '#app/shop/lists/lists.ts'
import { mailList } from '#app/shop/mails/mail-list.ts'
import { orderShape } from '#app/shop/orders/order-shape.ts'
import { personList } from '#app/shop/people/person-list.ts'
import { withdrawalShape } from '#app/shop/withdrawals/withdrawal-shape.ts'
import type { Answer, Question } from './office-questions.ts'

type Listed = { rows: unknown[]; total: number; counts: Record<string, number> }

type Declared = {
  shape: ListShape
  path: string
  /** What stands in its address besides. */
  always?: string
  /** Words that staff type, and what they are. */
  words: Record<string, string>
  /** Of filters whose values the shop has. */
  known?: Record<string, string>
}

/** Lists of the office that are declared, but for that of pieces, which has questions of its own. */
async function declaredLists(db: Database): Promise<Record<Exclude<ListName, 'pieces'>, Declared>> {
  const [some] = await query(db, {
    order: text,
    buyer: text,
    request: text,
    seller: text,
    mail: text,
    email: text,
    id: int8,
    banked: text,
    withdrawn: text,
  })`
    select o.number as "order", o.invoice_address ->> 'name' as buyer, r.number as request, r.name as seller,
      m.recipient as mail, o.email, c.id,
      (select purpose from bank_line order by id limit 1) as banked,
      (select number from shop_order where id = (select max(order_id) from withdrawal)) as withdrawn
    from shop_order o, sell_request r, mail_outbox m, contact_message c
    where o.id = (select max(order_id) from ledger_exit) and r.id = (select max(id) / 2 from sell_request)
      and m.id = (select max(id) / 2 from mail_outbox) and c.id = (select max(id) / 2 from contact_message)`
  if (!some) throw new Error('the shop was not filled')
  const nothing = { 'nothing of that name': 'xyzzyx' }
  const branch = { branch: 'koeln' }
  return {
    orders: {
      ...{ shape: orderShape, path: 'orders', known: { ...branch, country: 'AT' } },
      words: {
        number: some.order,
        name: some.buyer,
        'part of names': 'meier',
        amount: '1.200,00',
        ...nothing,
      },
    },
    requests: {
      ...{ shape: requestListShape, path: 'requests', always: 'as=list', known: branch },
      words: { number: some.request, name: some.seller, 'part of names': 'meier', ...nothing },
    },
    ledger: {
      ...{ shape: ledgerShape, path: 'ledger', known: branch },
      words: { number: '4711', title: 'rolex', order: some.order, ...nothing },
    },
    'bank-lines': {
      ...{ shape: lineShape, path: 'bank-statements', known: { account: 'DE02120300000000202051' } },
      words: { purpose: some.banked, name: some.buyer, amount: '1.200,00', ...nothing },
    },
    withdrawals: {
      ...{ shape: withdrawalShape, path: 'withdrawals' },
      words: { order: some.withdrawn, name: 'Meier', ...nothing },
    },
    enquiries: {
      ...{ shape: enquiryList, path: 'enquiries', known: { assignee: 'none' } },
      words: { number: String(some.id), name: 'Meier', ...nothing },
    },
    mails: {
      ...{ shape: mailList, path: 'mails', known: { kind: 'confirmation' } },
      words: { address: some.mail, order: some.order, request: some.request, ...nothing },
    },
    appointments: {
      ...{ shape: appointmentShape, path: 'appointment-list', known: { ...branch, person: 'none' } },
      words: { name: 'Meier', ...nothing },
    },
    people: {
      ...{ shape: personList, path: 'people' },
      words: {
        number: some.order,
        name: some.buyer,
        address: some.email,
        telephone: '0221 1004711',
        ...nothing,
      },
    },
    reservations: {
      ...{ shape: reservationShape, path: 'reservations', known: branch },
      words: { name: 'Meier', piece: 'rolex', ...nothing },
    },
  }
}

/** What somebody types who has not typed on, or what nearly every row holds: asked of any list, also in an order. */
const common = {
  'one letter': 'r',
  'a year': '2026',
  'what many end with': 'example',
  'word of many': 'gold',
}

/** Days and whole numbers that are asked of any list: a month, two years, much and little. */
const spans = {
  dates: ['2026-10-01..2026-10-31', '2025-01-01..'],
  numbers: ['1000-2000', '100000-', '-100'],
} as const

/** Every list as its shape lets it be asked: pages, views, words, every value of every filter, every order. */
export async function declaredQuestions(
  db: Database,
  ask: (question: Pick<Question, 'path'>) => Promise<{ answer: Answer }>,
): Promise<Question[]> {
  const questions: Question[] = []
  for (const [name, list] of Object.entries(await declaredLists(db))) {
    const { shape, words, known = {} } = list
    const pathOf = (address: string) =>
      `/office/data/${list.path}?${[list.always, address].filter(Boolean).join('&')}`
    const all = listed((await ask({ path: pathOf('') })).answer)
    const put = (what: string, address: string, fault: (found: Listed) => string | null = wholePage) =>
      questions.push({
        ...{ group: `list of ${name}`, name: what, path: pathOf(address) },
        fault: (answer) => fault(listed(answer)),
      })
    put('first page', '')
    const last = Math.max(1, Math.ceil(all.total / rowsOfPage))
    // What the shop writes or forgets meanwhile counts by then: the answer is compared with its own total.
    put('last page', `page=${last}`, ({ rows, total }) =>
      rows.length === Math.min(rowsOfPage, Math.max(0, total - (last - 1) * rowsOfPage))
        ? null
        : `has ${rows.length} rows of ${total}, after ${(last - 1) * rowsOfPage}`,
    )
    for (const [view, address] of Object.entries(shape.views))
      put(`view ${view}`, address, ({ counts, total }) =>
        counts[view] === undefined || counts[view] === total
          ? null
          : `the view counts ${counts[view]}, its list ${total}`,
      )
    for (const [what, typed] of Object.entries(words))
      put(`search, ${what}: ${typed}`, new URLSearchParams({ q: typed }).toString(), (found) =>
        what.startsWith('nothing') === (found.total === 0) || what === 'amount'
          ? wholePage(found)
          : `finds ${found.total}`,
      )
    for (const [what, typed] of Object.entries(common)) {
      put(`search, ${what}: ${typed}`, `q=${typed}`)
      for (const by of Object.keys(shape.sorts))
        put(`search, ${what}: ${typed}, sort -${by}`, `q=${typed}&sort=-${by}`)
    }
    for (const [by, filter] of Object.entries(shape.filters)) {
      const values =
        filter.kind === 'choice'
          ? filter.values
          : filter.kind === 'known'
            ? [known[by] ?? '']
            : spans[filter.kind]
      for (const value of values) put(`filter ${by}=${value}`, `${by}=${encodeURIComponent(value)}`)
    }
    for (const by of Object.keys(shape.sorts))
      for (const direction of ['', '-']) {
        put(`sort ${direction}${by}`, `sort=${direction}${by}`)
        put(`sort ${direction}${by}, last page`, `sort=${direction}${by}&page=${last}`, () => null)
      }
  }
  return questions
}

/** Lists stand alone in what a screen is told, or beside other things. */
const listed = (answer: Answer) => (answer.list ?? answer) as Listed

const wholePage = ({ rows, total }: Listed): string | null =>
  rows.length === Math.min(rowsOfPage, total) ? null : `has ${rows.length} rows of ${total}`

/** One order, request, person … of every state, and what is worked out of all of them. */
export async function tradeQuestions(db: Database): Promise<Question[]> {
  const screen = (group: string, name: string, path: string): Question => ({
    ...{ group, name, path: `/office/data/${path}` },
  })
  const each = await query(db, { group: text, name: text, path: text })`
    (select distinct on (status) 'one order' as group, status as name, 'orders/' || number as path from shop_order
      order by status, id desc)
    union all
    (select distinct on (status) 'one request', status, 'requests/' || number from sell_request order by status, id desc)
    union all
    (select distinct on (state) 'one enquiry', state, 'enquiries/' || id from contact_message order by state, id desc)
    union all
    (select 'one withdrawal', 'the newest', 'withdrawals/' || max(id) from withdrawal)
    union all
    (select 'one mail', 'the newest', 'mails/' || max(id) from mail_outbox)
    union all
    (select 'one statement', 'the newest', 'bank-statements/' || max(id) from bank_statement)
    union all
    (select 'one appointment', 'the newest', 'appointments/' || max(id) from appointment)
    union all
    (select 'one person', 'joined', 'people/' || max(id) from person)
    union all
    (select 'one person', 'a buyer in no file', 'people/order.' || max(id) from shop_order o
      where not exists (select from person_link l where l.kind = 'order' and l.ref = o.id))
    union all
    (select 'one person', 'a seller in no file', 'people/sell-request.' || max(id) from sell_request r
      where not exists (select from person_link l where l.kind = 'sell-request' and l.ref = r.id))`
  return [
    ...each.map(({ group, name, path }) => screen(group, name, path)),
    screen('requests as a board', 'all', 'requests'),
    screen('requests as a board', 'searched', 'requests?q=meier'),
    ...['day', 'week', 'month'].map((view) => screen('appointments', view, `appointments?view=${view}`)),
    screen('counter', 'desk', 'counter'),
    screen('counter', 'purchase', 'counter/purchase'),
    screen('counter', 'sale', 'counter/sale'),
    screen('counter', 'day close', 'counter/day-close'),
    screen('counter', 'orders to pack', 'pack-orders'),
    screen('ledger', 'months', 'ledger/months'),
    screen('ledger', 'a month', 'ledger?day=2026-10-01..2026-10-31'),
    screen('ledger', 'a year', 'ledger?day=2026-01-01..2026-12-31'),
    screen('ledger', 'lots', 'melting'),
    ...insightParts.flatMap((part) => [
      screen('insight', `${part}, thirty days`, `insight?part=${part}`),
      screen('insight', `${part}, two years`, `insight?part=${part}&time=2024-12-01..2026-11-26`),
    ]),
  ]
}
