/** Channels of LISTEN and NOTIFY, by which the processes on one database tell each other what has changed. */

/**
 * A story was published; the payload is JSON: `{ cv?: number, uuids?: string[] }`, without uuids where any may have
 * changed. Told by triggers where it was written past the shop.
 */
export const publicationChannel = 'content_published'

/**
 * A setting or a branch was stored; the payload is the setting's key, or `branches`, or empty where all settings are
 * gone. Told by triggers.
 */
export const settingsChannel = 'settings_changed'

/**
 * Pieces have changed; the payload names them with their kinds, `10042:watch;10043:jewellery`, or is empty where more
 * has changed than can be named. Told by triggers.
 */
export const catalogueChannel = 'catalogue_changed'

/** A price of metal or a payout rate was stored. Told by triggers. */
export const pricesChannel = 'prices_changed'

/**
 * Something that waits for staff has changed; the payload is empty, or `sessions` where somebody was signed out or has
 * another role. Told by triggers.
 */
export const workChannel = 'work_changed'

export const channels = [
  publicationChannel,
  settingsChannel,
  catalogueChannel,
  pricesChannel,
  workChannel,
] as const
export type Channel = (typeof channels)[number]
