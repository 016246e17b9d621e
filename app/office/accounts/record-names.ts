import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { ListedRecord } from '#app/shop/staff/records.ts'
import { officeFormats } from '../frame/formats.ts'

/** Things that columns of records point at, and that people know by a name or a number of their own. */
type Pointed =
  | 'staff'
  | 'branch'
  | 'piece'
  | 'request'
  | 'order'
  | 'purchase'
  | 'money'
  | 'statement'
  | 'line'

/** By the column's name, or by its table's as well. */
const pointers: Readonly<Record<string, Pointed>> = {
  staff_id: 'staff',
  assignee_id: 'staff',
  'contact_message entered_by': 'staff',
  branch_id: 'branch',
  piece_id: 'piece',
  'contact_message piece': 'piece',
  'reservation product_id': 'piece',
  request_id: 'request',
  order_id: 'order',
  purchase_id: 'purchase',
  money_id: 'money',
  statement_id: 'statement',
  line_id: 'line',
}

/** What a column points at; null: it is said as it is. Numbers of enquiries, files and withdrawals are their keys. */
export function pointedBy(part: string, column: string): Pointed | null {
  return pointers[`${part} ${column}`] ?? pointers[column] ?? null
}

const actors: ReadonlySet<string> = new Set([
  ...['made_by', 'ended_by', 'added_by', 'aside_by', 'undone_by', 'by_name'],
  'payout_rate entered_by',
])

/** Whether a column holds somebody's name, as histories write it. */
export const isActor = (part: string, column: string): boolean =>
  actors.has(column) || actors.has(`${part} ${column}`)

/** `staff 3` → „Anna“, `branch koeln` → „Rheingold Köln“. */
export type PointedNames = ReadonlyMap<string, string>

/** The names of everything that records point at, or are about. */
export async function pointedNames(
  db: Database,
  records: readonly ListedRecord[],
  locale: Locale,
): Promise<PointedNames> {
  const keys = keysIn(records)
  const numbers = (of: Pointed) => [0, ...(keys.get(of) ?? [])].map(Number).filter(Number.isSafeInteger)
  const [staff, branches, pieces, requests, orders, purchases, money, statements, lines] = await Promise.all([
    db.selectFrom('staff_member').select(['id', 'name']).where('id', 'in', numbers('staff')).execute(),
    db.selectFrom('branch').select(['id', 'name']).execute(),
    db
      .selectFrom('product as p')
      .leftJoin('brand as b', 'b.id', 'p.brand_id')
      .select(['p.id', 'p.name', 'b.name as brand'])
      .where('p.id', 'in', ['', ...(keys.get('piece') ?? [])])
      .execute(),
    db.selectFrom('sell_request').select(['id', 'number']).where('id', 'in', numbers('request')).execute(),
    db.selectFrom('shop_order').select(['id', 'number']).where('id', 'in', numbers('order')).execute(),
    db.selectFrom('purchase').select(['id', 'number']).where('id', 'in', numbers('purchase')).execute(),
    db
      .selectFrom('money as m')
      .innerJoin('shop_order as o', 'o.id', 'm.order_id')
      .select(['m.id', 'm.amount_cents', 'o.number'])
      .where('m.id', 'in', numbers('money'))
      .execute(),
    db
      .selectFrom('bank_statement')
      .select(['id', 'number', 'file_name'])
      .where('id', 'in', numbers('statement'))
      .execute(),
    db
      .selectFrom('bank_line')
      .select(['id', 'booked_on', 'name', 'amount_cents'])
      .where('id', 'in', numbers('line'))
      .execute(),
  ])
  const { day, amount } = officeFormats(locale)
  const named = (of: Pointed, rows: readonly { id: string | number; said: string }[]) =>
    rows.map(({ id, said }): [string, string] => [`${of} ${id}`, said])
  const numbered = (rows: readonly { id: number; number: string }[]) =>
    rows.map(({ id, number }) => ({ id, said: number }))
  const byName = (rows: readonly { id: string | number; name: string }[]) =>
    rows.map(({ id, name }) => ({ id, said: name }))
  return new Map([
    ...named('staff', byName(staff)),
    ...named('branch', byName(branches)),
    ...named(
      'piece',
      pieces.map(({ id, name, brand }) => ({
        id,
        said: [id, brand, (name as Record<Locale, string>)[locale]].filter(Boolean).join(' '),
      })),
    ),
    ...named('request', numbered(requests)),
    ...named('order', numbered(orders)),
    ...named('purchase', numbered(purchases)),
    ...named(
      'money',
      money.map(({ id, amount_cents, number }) => ({ id, said: `${number}, ${amount(amount_cents)}` })),
    ),
    ...named(
      'statement',
      statements.map(({ id, number, file_name }) => ({ id, said: number ?? file_name })),
    ),
    ...named(
      'line',
      lines.map(({ id, booked_on, name, amount_cents }) => ({
        id,
        said: [day(booked_on), name, amount(amount_cents)].filter(Boolean).join(', '),
      })),
    ),
  ])
}

const subjects: Readonly<Partial<Record<string, Pointed>>> = {
  piece: 'piece',
  branch: 'branch',
  staff: 'staff',
  'bank-line': 'line',
}

/** What a record is about by its name; null: by its number, or what the screen calls it. */
export function thingOf({ subject, subjectId }: ListedRecord, names: PointedNames): string | null {
  const of = subjects[subject]
  const name = of === undefined ? undefined : names.get(`${of} ${subjectId}`)
  // The number of a piece stands before it already.
  return name === undefined ? null : subject === 'piece' ? name.slice(subjectId.length + 1) : name
}

function keysIn(records: readonly ListedRecord[]): Map<Pointed, Set<string>> {
  const keys = new Map<Pointed, Set<string>>()
  const add = (of: Pointed | null | undefined, key: unknown) => {
    if (!of || (typeof key !== 'string' && typeof key !== 'number')) return
    keys.set(of, (keys.get(of) ?? new Set()).add(String(key)))
  }
  for (const { part, subject, subjectId, before, after } of records) {
    add(subjects[subject], subjectId)
    for (const row of [before, after])
      for (const [column, key] of Object.entries(row ?? {})) add(pointedBy(part, column), key)
  }
  return keys
}
