import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  int8,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { withdrawalRefundDue } from '#app/shop/checkout/refund-due.ts'
import { endOfWithdrawal } from '#app/shop/checkout/withdrawal-period.ts'
import { type Asked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import { type WithdrawalStage, type withdrawalShape, withdrawalStages } from './withdrawal-shape.ts'

export type AskedWithdrawals = Asked<typeof withdrawalShape>

const columns = {
  id: int8,
  receivedAt: timestamptz,
  name: text,
  email: text,
  contract: text,
  comment: text,
  locale: oneOf(['de', 'en']),
  /** Those that it names; none: all of the order. */
  pieces: texts,
  outcome: nullable(oneOf(['accepted', 'refused', 'no-contract'])),
  note: nullable(text),
  answeredAt: nullable(timestamptz),
  answeredBy: nullable(text),
  /** The order that it took effect on, else the one that it probably means. */
  order: nullable(text),
  stage: oneOf(withdrawalStages),
  /** When the goods came back. */
  backAt: nullable(timestamptz),
  /** The goods are not here: their money may be kept until they are (§ 357 (4) BGB). */
  mayKeep: bool,
}

/** A declaration of withdrawal and where it stands. */
export type ListedWithdrawal = Row<typeof columns> & {
  /** Until when the goods are to be sent back: 14 days after the declaration (§ 355 BGB). */
  sendBy: Date
  /** Until when the money is due: the same day, or the one on which the goods came where that was later (§ 357 BGB). */
  dueAt: Date
}

const stage = sql`case
  when a.withdrawal_id is null then case when w.order_id is null then 'no-order' else 'open' end
  when a.outcome <> 'accepted' then 'done'
  when o.status = 'withdrawal_requested' then 'awaited'
  when o.status = 'return_received' then 'to-inspect'
  when o.status = 'inspected' then 'to-refund'
  when exists (select from refund r where r.order_id = o.id and r.done_at is null and r.withdrawn_at is null) then 'to-send'
  else 'done' end`
const from = sql`withdrawal w left join withdrawal_answer a on a.withdrawal_id = w.id
  left join shop_order o on o.id = coalesce(a.order_id, w.order_id)`

const backAt = sql`(select max(c.at) from order_status_change c
  where c.order_id = o.id and c.event = 'receive-return' and c.at > w.received_at)`

/** The declarations of a page, how many there are on all pages, and of every standard view. */
export async function listWithdrawals(db: Database, asked: AskedWithdrawals) {
  const where = whereOf(asked)
  const [rows, [found], counts] = await Promise.all([
    readRows(db, where, { order: orderOf(asked), limit: rowsOfPage, offset: rowsBefore(asked) }),
    query(db, { total: int4 })`select count(*)::int as total from ${from} where ${where}`,
    countStages(db),
  ])
  return { rows, total: found?.total ?? 0, counts }
}

/** Every declaration that is found, a batch at a time, newest first. */
export async function* exportWithdrawals(
  db: Database,
  asked: AskedWithdrawals,
): AsyncGenerator<ListedWithdrawal[]> {
  for (let offset = 0; ; offset += 500) {
    const rows = await readRows(db, whereOf(asked), { order: sql`w.id desc`, limit: 500, offset })
    if (rows.length > 0) yield rows
    if (rows.length < 500) return
  }
}

/** One declaration by its number; null: there is none. */
export async function findListedWithdrawal(db: Database, id: number): Promise<ListedWithdrawal | null> {
  return (await readRows(db, sql`w.id = ${id}`, { order: sql`w.id`, limit: 1, offset: 0 }))[0] ?? null
}

async function countStages(db: Database) {
  const rows = await query(db, { stage: oneOf(withdrawalStages), count: int4 })`
    select ${stage} as stage, count(*)::int as count from ${from} group by 1`
  const of = (...stages: WithdrawalStage[]) =>
    rows.filter((row) => stages.includes(row.stage)).reduce((sum, { count }) => sum + count, 0)
  return {
    all: of(...withdrawalStages),
    open: of('open', 'no-order'),
    awaited: of('awaited'),
    'to-inspect': of('to-inspect'),
    'to-refund': of('to-refund', 'to-send'),
    done: of('done'),
  }
}

function orderOf({ sorting }: AskedWithdrawals): RawBuilder<unknown> {
  if (!sorting) return sql`w.id desc`
  const by =
    sorting.by === 'due' ? sql`greatest(w.received_at + interval '14 days', ${backAt})` : sql`w.received_at`
  return sorting.descending ? sql`${by} desc, w.id desc` : sql`${by}, w.id`
}

function whereOf({ words, chosen, dates }: AskedWithdrawals): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (words !== '') {
    const part = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    all.push(
      sql`(w.name ilike ${part} or w.email ilike ${part} or w.contract ilike ${part} or o.number ilike ${part})`,
    )
  }
  if (chosen.stage.length > 0) all.push(sql`${stage} = any(${chosen.stage})`)
  const day = sql`(w.received_at at time zone 'Europe/Berlin')::date`
  if (dates.received?.from) all.push(sql`${day} >= ${dates.received.from}`)
  if (dates.received?.to) all.push(sql`${day} <= ${dates.received.to}`)
  return sql.join(all, sql` and `)
}

async function readRows(
  db: Database,
  where: RawBuilder<unknown>,
  { order, limit, offset }: { order: RawBuilder<unknown>; limit: number; offset: number },
): Promise<ListedWithdrawal[]> {
  const rows = await query(db, columns)`
    select w.id, w.received_at as "receivedAt", w.name, w.email, w.contract, w.comment, w.locale, w.pieces, a.outcome,
      a.note, a.at as "answeredAt", coalesce(a.actor_name, a.actor) as "answeredBy", o.number as "order", ${stage} as stage,
      ${backAt} as "backAt", ${stage} = 'awaited' and exists (select from order_status_change c where c.order_id = o.id
        and c.event in ('ship', 'hand-over')) as "mayKeep"
    from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}
  `
  // The same 14 days as for declaring it, with the same working day at their end (§ 193 BGB).
  return rows.map((row) => ({
    ...row,
    sendBy: endOfWithdrawal(row.receivedAt),
    dueAt: withdrawalRefundDue(row.receivedAt, row.backAt),
  }))
}
