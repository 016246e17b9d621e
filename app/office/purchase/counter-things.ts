/** What lies on the counter, as the trade speaks of it. */
export const counterThings = ['metal', 'coin', 'watch', 'jewellery'] as const
export type CounterThing = (typeof counterThings)[number]
