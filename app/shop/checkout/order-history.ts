import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import {
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
import { parcelLabel } from '#app/shop/parcel-label.ts'
import { actorColumns, actorOf, byBuyer, type OrderActor } from './order-actor.ts'
import type { OrderEvent } from './order-status.ts'
import { postalAddress, tracking } from './stored-json.ts'
import type { PostalAddress } from './types.ts'

const parcelNumber = tracking.pick({ carrier: true, code: true })
const trackingChange = z.object({ before: parcelNumber, after: parcelNumber })
/** Empty once whoever ordered is forgotten. */
const addressChange = z.object({ before: postalAddress, after: postalAddress }).partial()
type ParcelNumber = z.infer<typeof parcelNumber>

/**
 * Something that happened to an order, as buyer and staff are told. Amounts in cents. `by`: who did it, `null` where
 * that was not written down; staff's names are for staff alone.
 */
export type OrderMoment = { at: Date; by: OrderActor | null } & (
  | { kind: 'placed' | 'accepted' | 'ready' }
  | { kind: 'step'; event: OrderEvent }
  | { kind: 'money-in' | 'money-out'; cents: number }
  /** An entry of money that was taken back; the buyer reads the reason. */
  | { kind: 'money-corrected'; cents: number; reason: string }
  /** Why staff cancelled it, or kept an amount back for a loss of value; the buyer reads either. */
  | { kind: 'cancelled'; cents: number; reason: string }
  /** Staff took these pieces of a sale over the counter back, and others not. */
  | { kind: 'taken-back'; cents: number; reason: string; pieces: string[] }
  /** `piece`: of which, where that was said. */
  | { kind: 'deduction'; cents: number; reason: string; piece: string | null }
  /** Staff said on what day, YYYY-MM-DD, the goods came into the buyer's hands. */
  | { kind: 'received'; on: string }
  /** It travels under another number. */
  | { kind: 'tracking'; before: ParcelNumber; after: ParcelNumber }
  /** It is sent to another address; null once whoever ordered is forgotten. For staff alone. */
  | { kind: 'address'; before: PostalAddress | null; after: PostalAddress | null }
  /** Staff have sent the label of what comes back. */
  | { kind: 'return-label'; carrier: string; code: string | null; file: string | null }
  /** A declaration of withdrawal; `answer` is null while staff look at it. */
  | {
      kind: 'withdrawal'
      number: number
      pieces: string[]
      answer: 'accepted' | 'refused' | 'no-contract' | null
      answeredBy: OrderActor | null
    }
)

const columns = {
  at: timestamptz,
  rank: int4,
  entry: int8,
  kind: oneOf([
    'placed',
    'accepted',
    'ready',
    'step',
    'money-in',
    'money-out',
    'money-corrected',
    'cancelled',
    'deduction',
    'taken-back',
    'received',
    'tracking',
    'address',
    'return-label',
    'withdrawal',
  ]),
  event: nullable(text),
  cents: nullable(int4),
  number: nullable(int8),
  pieces: nullable(texts),
  answer: nullable(oneOf(['accepted', 'refused', 'no-contract'])),
  ...actorColumns,
}

/** Everything that happened to an order, oldest first; of one moment and kind, as it was written down. */
export async function orderHistory(db: Database, orderId: number): Promise<OrderMoment[]> {
  const rows = await query(db, columns)`
    select * from (
      select placed_at as at, 1 as rank, 0::bigint as entry, 'placed' as kind, null as event, null::int as cents, null::bigint as number,
        null::text[] as pieces, null as answer, 'buyer' as actor, null as actor_name
        from shop_order where id = ${orderId}
      union all
      select o.accepted_at, 5, 0, 'accepted', null, null, null, null, null,
        coalesce(e.actor, case when o.accepted_at = o.placed_at then 'shop' end), e.actor_name
        from shop_order o left join order_entry e on e.order_id = o.id and e.kind = 'accepted' and e.at = o.accepted_at
        where o.id = ${orderId} and o.accepted_at is not null
      union all
      select o.ready_at, 5, 0, 'ready', null, null, null, null, null, e.actor, e.actor_name
        from shop_order o left join order_entry e on e.order_id = o.id and e.kind = 'ready' and e.at = o.ready_at
        where o.id = ${orderId} and o.ready_at is not null
      union all
      select at, 4, id, 'step', event, null, null, null, null, actor, actor_name
        from order_status_change where order_id = ${orderId}
      union all
      select at, case when corrects is null and direction = 'in' then 3 else 6 end, id, 'money-' || case when corrects is null then direction else 'corrected' end, reason,
        abs(amount_cents), null, null, null,
        actor, actor_name from money where order_id = ${orderId}
      union all
      select at, 7, id, kind, reason, coalesce((detail ->> 'cents')::int, 0), null,
        case when detail ? 'piece' then array[detail ->> 'piece']
          when detail ? 'pieces' then array(select jsonb_array_elements_text(detail -> 'pieces')) end, null, actor, actor_name
        from order_entry where order_id = ${orderId} and kind in ('cancelled', 'deduction', 'taken-back')
      union all
      select at, 7, id, kind, detail ->> 'on', null, null, null, null, actor, actor_name
        from order_entry where order_id = ${orderId} and kind = 'received'
      union all
      select at, 7, id, kind, detail::text, null, null, null, null, actor, actor_name
        from order_entry where order_id = ${orderId} and kind in ('tracking', 'address', 'return-label')
      union all
      select w.received_at, 2, w.id, 'withdrawal', null, null, w.id, w.pieces, a.outcome, a.actor, a.actor_name
        from withdrawal w left join withdrawal_answer a on a.withdrawal_id = w.id
        where coalesce(a.order_id, w.order_id) = ${orderId}
    ) moments order by at, rank, entry
  `
  return rows.map(momentOf)
}

function momentOf({
  at,
  kind,
  event,
  cents,
  number,
  pieces,
  answer,
  ...who
}: Row<typeof columns>): OrderMoment {
  const by = actorOf(who)
  if (kind === 'withdrawal') {
    return { at, by: byBuyer, kind, number: number ?? 0, pieces: pieces ?? [], answer, answeredBy: by }
  }
  if (kind === 'step') return { at, by, kind, event: event as OrderEvent }
  if (kind === 'money-in' || kind === 'money-out') return { at, by, kind, cents: cents ?? 0 }
  if (kind === 'deduction')
    return { at, by, kind, cents: cents ?? 0, reason: event ?? '', piece: pieces?.[0] ?? null }
  if (kind === 'taken-back')
    return { at, by, kind, cents: cents ?? 0, reason: event ?? '', pieces: pieces ?? [] }
  if (kind === 'money-corrected' || kind === 'cancelled')
    return { at, by, kind, cents: cents ?? 0, reason: event ?? '' }
  if (kind === 'tracking') return { at, by, kind, ...trackingChange.parse(JSON.parse(event ?? '')) }
  if (kind === 'address') {
    const { before = null, after = null } = addressChange.parse(JSON.parse(event ?? ''))
    return { at, by, kind, before, after }
  }
  if (kind === 'return-label') {
    const { carrier, code, file } = parcelLabel.parse(JSON.parse(event ?? ''))
    return { at, by, kind, carrier, code, file }
  }
  if (kind === 'received') return { at, by, kind, on: event ?? '' }
  return { at, by, kind }
}

/** When the goods came into the buyer's hands, as far as the shop knows. */
export function receivedAt(history: readonly OrderMoment[]): Date | null {
  const said = history.findLast((moment) => moment.kind === 'received')
  // Noon: on the same day in Germany and at the database.
  if (said) return new Date(`${said.on}T12:00:00Z`)
  return (
    history.findLast(
      (moment) => moment.kind === 'step' && (moment.event === 'deliver' || moment.event === 'hand-over'),
    )?.at ?? null
  )
}

/** Whether the goods have left the shop at all. */
export function hasLeft(history: readonly OrderMoment[]): boolean {
  return history.some(
    (moment) => moment.kind === 'step' && (moment.event === 'ship' || moment.event === 'hand-over'),
  )
}
