import { createHash } from 'node:crypto'

/** Ours alone, so that the same story has the same uuid in every shop it is loaded into. */
const namespace = Buffer.from('c4b1b0d2e0a54a6f9f3a5d2c7e8f1a90', 'hex')

/** A name-based UUID (RFC 9562, version 5): the same name always gives the same one. */
export function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export const storyUuid = (fullSlug: string) => uuidOf(`story:${fullSlug}`)

/** The `_uid` of a block by its place in its story: `body.0.items.2`. */
export const blockUid = (story: string, place: string) => uuidOf(`block:${story}:${place}`)
