import type { RecordKind } from '#app/shop/people/record-kinds.ts'
import { placeIfThere } from '../today/places.ts'

/** Where a record is dealt with in the office; null: it has no screen. */
export function placeOfRecord({ kind, number }: { kind: RecordKind; number: string }): string | null {
  if (kind === 'order') return placeIfThere(`/orders/${number}`)
  if (kind === 'sell-request') return placeIfThere(`/requests/${number}`)
  if (kind === 'appointment') return placeIfThere(`/appointments/${number}`)
  if (kind === 'reservation') return placeIfThere(`/reservations?q=${number}`)
  return kind === 'enquiry' ? placeIfThere(`/enquiries/${number}`) : null
}
