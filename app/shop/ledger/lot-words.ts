/** What a lot to a refinery goes through. */
export const lotStatuses = ['open', 'sent', 'settled', 'cancelled'] as const
export type LotStatus = (typeof lotStatuses)[number]

/** What is done to it. */
export const lotEvents = ['open', 'add', 'change', 'take-out', 'send', 'settle', 'cancel', 'attach'] as const
export type LotEvent = (typeof lotEvents)[number]

/** Signs of what is typed with it. */
export const refinerLengths = { refiner: 120, note: 500, document: 60 } as const
