import { noteFor } from '#app/shop/buying/offer-lines.ts'
import type { SellRequestView } from '#app/shop/buying/types.ts'

/** A request as its own page shows it. */
export type SellerView = ReturnType<typeof sellerView>

/** States in which photos are still taken. */
const takesPhotos: readonly SellRequestView['status'][] = [
  'submitted',
  'info_needed',
  'estimated',
  'accepted',
  'appointment',
  'label_sent',
]

/** Steps of ours that say nothing to a seller. */
const untold: readonly SellRequestView['history'][number]['event'][] = ['stock']

export function sellerView(found: SellRequestView) {
  const {
    number,
    token,
    status,
    submittedAt,
    kind,
    details,
    valuation,
    way,
    branchId,
    contact,
    offers,
    messages,
  } = found
  const offer = found.offer && { ...found.offer, reason: noteFor(found.offer, found.locale) }
  return {
    number,
    token,
    // Whether a piece is in the shop's stock already is no concern of who sold it.
    status: status === 'stocked' ? ('paid' as const) : status,
    submittedAt,
    kind,
    details,
    valuation:
      valuation && valuation.valued > 0 ? { at: new Date(valuation.at), total: valuation.total } : null,
    way,
    tradeFor: found.tradeFor,
    branchId,
    contact,
    email: contact?.email ?? '',
    forgotten: found.forgottenAt !== null,
    photos: found.photos.map(({ id, width, height }) => ({ id, width, height })),
    mayAddPhotos: !found.forgottenAt && takesPhotos.includes(status),
    offer,
    earlier: offers.length - 1,
    /** Steps of the seller that are possible now. */
    mayAnswer: found.allowed.includes('accept'),
    mayBook: found.allowed.includes('book'),
    mayEnd:
      found.allowed.includes('cancel') ||
      (found.allowed.includes('decline') && !found.allowed.includes('accept')),
    mayReport: !found.here && way === 'shipment' && (status === 'label_sent' || status === 'accepted'),
    messages: messages.map(({ id, sender, text, at, amountCents }) => ({
      id,
      sender,
      text,
      at,
      amountCents,
    })),
    open: contact !== null && status !== 'returned',
    appointment: found.appointment,
    label: found.label,
    parcelIn: found.parcelIn,
    parcelOut: found.parcelOut,
    here: found.here,
    lapsesAt: found.lapsesAt,
    history: found.history
      .filter(({ event }) => !untold.includes(event))
      .map(({ event, by, at }) => ({ event, by, at })),
    receipt: found.receipt,
    toSign: found.toSign,
  }
}
