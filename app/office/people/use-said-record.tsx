import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { RecordKind } from '#app/shop/people/record-kinds.ts'
import { placeOfRecord } from './record-place.ts'

type Named = { kind: RecordKind; number: string }

/** What a record is called: „Bestellung RG-2026-00042“. */
export function useSaidRecord(): (record: Named) => string {
  const t = useTranslations('office.people.kinds')
  return ({ kind, number }) => `${t(kind)} ${number}`
}

/** The same, leading to where it is dealt with. */
export function RecordLink({ record }: { record: Named }) {
  const say = useSaidRecord()
  const place = placeOfRecord(record)
  return place ? <Link to={place}>{say(record)}</Link> : say(record)
}

/** Where a record stands, in the words of its own area. */
export function useStateOfRecord(): (record: { kind: RecordKind; state: string }) => string {
  const enquiries = useTranslations('office.enquiries.states')
  const orders = useTranslations('office.orders.states')
  const requests = useTranslations('office.requests.states')
  const states = useTranslations('office.people.states')
  return ({ kind, state }) => {
    // A state that is new here shows itself.
    if (kind === 'enquiry' && enquiries.has(state as 'open')) return enquiries(state as 'open')
    if (kind === 'order' && orders.has(state as 'paid')) return orders(state as 'paid')
    if (kind === 'sell-request' && requests.has(state as 'paid')) return requests(state as 'paid')
    return states.has(state as 'open') ? states(state as 'open') : state
  }
}
