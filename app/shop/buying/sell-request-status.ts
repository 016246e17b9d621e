/** What a sell request goes through, from the form to the ledger. */
export const sellStatuses = [
  'submitted',
  'info_needed',
  'estimated',
  'accepted',
  'appointment',
  'label_sent',
  'received',
  'inspected',
  'final_offer',
  'agreed',
  'identified',
  'paid',
  'stocked',
  'declined',
  'returned',
  'expired',
  'cancelled',
  'compliance_hold',
] as const
export type SellStatus = (typeof sellStatuses)[number]

/** Who takes a step: whoever sells, a member of staff, or the shop by itself when time has run out. */
export const sellActors = ['seller', 'staff', 'shop'] as const
export type SellActor = (typeof sellActors)[number]

type Step = { to: SellStatus; by: SellActor }
const seller = <To extends SellStatus>(to: To) => ({ to, by: 'seller' as const })
const staff = <To extends SellStatus>(to: To) => ({ to, by: 'staff' as const })
const shop = <To extends SellStatus>(to: To) => ({ to, by: 'shop' as const })

/**
 * The one table of transitions: state → event → state, with who may do it. The seller's page, the commands, the tests
 * and the docs read it; the database holds the same rows in `sell_step` and refuses everything else.
 */
export const sellSteps = {
  submitted: {
    ask: staff('info_needed'),
    estimate: staff('estimated'),
    // Somebody comes to the counter without waiting for an answer.
    receive: staff('received'),
    'turn-down': staff('declined'),
    cancel: seller('cancelled'),
  },
  info_needed: {
    answer: seller('submitted'),
    estimate: staff('estimated'),
    receive: staff('received'),
    'turn-down': staff('declined'),
    cancel: seller('cancelled'),
    expire: shop('expired'),
  },
  estimated: {
    accept: seller('accepted'),
    decline: seller('declined'),
    estimate: staff('estimated'),
    receive: staff('received'),
    // An estimate binds nobody, nor does what follows from it until there is a final offer.
    'turn-down': staff('declined'),
    expire: shop('expired'),
  },
  accepted: {
    book: seller('appointment'),
    'send-label': staff('label_sent'),
    receive: staff('received'),
    'turn-down': staff('declined'),
    cancel: seller('cancelled'),
    expire: shop('expired'),
  },
  appointment: {
    book: seller('appointment'),
    receive: staff('received'),
    miss: staff('accepted'),
    // We cannot receive them then; they choose another time.
    'call-off': staff('accepted'),
    'turn-down': staff('declined'),
    cancel: seller('cancelled'),
    expire: shop('expired'),
  },
  label_sent: {
    receive: staff('received'),
    'turn-down': staff('declined'),
    book: seller('appointment'),
    cancel: seller('cancelled'),
    expire: shop('expired'),
  },
  received: {
    inspect: staff('inspected'),
    decline: seller('declined'),
    'turn-down': staff('declined'),
    hold: staff('compliance_hold'),
  },
  inspected: {
    inspect: staff('inspected'),
    offer: staff('final_offer'),
    decline: seller('declined'),
    'turn-down': staff('declined'),
    hold: staff('compliance_hold'),
  },
  final_offer: {
    accept: seller('agreed'),
    decline: seller('declined'),
    offer: staff('final_offer'),
    expire: shop('expired'),
    hold: staff('compliance_hold'),
  },
  agreed: {
    identify: staff('identified'),
    'turn-down': staff('declined'),
    hold: staff('compliance_hold'),
  },
  identified: {
    pay: staff('paid'),
    identify: staff('identified'),
    'turn-down': staff('declined'),
    hold: staff('compliance_hold'),
  },
  // Recorded by mistake: taken back by a document of its own, then paid anew.
  paid: { stock: staff('stocked'), 'cancel-purchase': staff('identified') },
  stocked: {},
  // What is with us goes back, free of charge; a parcel that is on its way already may still arrive.
  declined: { return: staff('returned'), receive: staff('received') },
  returned: {},
  expired: {
    estimate: staff('estimated'),
    offer: staff('final_offer'),
    receive: staff('received'),
    return: staff('returned'),
  },
  cancelled: { receive: staff('received') },
  compliance_hold: {
    reopen: staff('inspected'),
    // The seller had agreed before: identified again, then paid.
    resume: staff('agreed'),
    'turn-down': staff('declined'),
    // Handed to the authorities.
    surrender: staff('cancelled'),
  },
} as const satisfies Record<SellStatus, Partial<Record<string, Step>>>

type KeyOfEach<T> = T extends unknown ? keyof T : never
export type SellEvent = KeyOfEach<(typeof sellSteps)[SellStatus]>

/** Where an event leads and who may cause it, `null` where the state does not allow it. */
export function nextSellStep(status: SellStatus, event: SellEvent): Step | null {
  const steps: Partial<Record<SellEvent, Step>> = sellSteps[status]
  return steps[event] ?? null
}

/** Steps for which the goods must be with us, and for which they must not. */
const needsGoods: readonly SellEvent[] = ['return', 'offer', 'inspect', 'surrender']
const needsNoGoods: readonly SellEvent[] = ['receive', 'estimate']

/** What `by` may do with a request now, in the table's order; `here` is whether the goods are with us. */
export function possibleSellEvents(
  { status, here }: { status: SellStatus; here: boolean },
  by: SellActor,
): SellEvent[] {
  return (Object.keys(sellSteps[status]) as SellEvent[]).filter(
    (event) => nextSellStep(status, event)?.by === by && !(here ? needsNoGoods : needsGoods).includes(event),
  )
}
