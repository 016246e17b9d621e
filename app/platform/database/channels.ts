/** Channels of LISTEN and NOTIFY, by which the processes on one database tell each other what has changed. */

/** A story was published; the payload is JSON: `{ cv?: number, uuids?: string[] }`. */
export const publicationChannel = 'content_published'

/** A setting or a branch was stored. */
export const settingsChannel = 'settings_changed'
