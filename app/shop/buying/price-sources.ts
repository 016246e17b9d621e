/**
 * Where a price of a metal comes from, as customers read it on German pages and as it is stored: what stands there where
 * nobody names another source, and that of the demo's prices.
 */
export const priceSources = { own: 'Tageskurs, von uns eingetragen', demo: 'Beispielkurs der Demo' } as const

/** Who has entered the prices of the demo, as they are stored. */
export const demoActor = 'demo'
