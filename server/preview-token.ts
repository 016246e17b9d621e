import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#app/platform/env.ts'
import { ownSecret, type Secret, sealedHash } from '#app/platform/secrets.ts'

const name = 'content-preview-token'

/**
 * The token that opens drafts, which every machine of a shop must have alike: as it is set, else in a file of DATA_DIR
 * (with the embedded database, or where a former release has made it), else derived from the secret that all machines share.
 */
export function previewTokenOf(
  {
    STORYBLOK_PREVIEW_TOKEN,
    DATABASE_URL,
    DATA_DIR,
  }: Pick<Env, 'STORYBLOK_PREVIEW_TOKEN' | 'DATABASE_URL' | 'DATA_DIR'>,
  secret: Secret,
): string {
  if (STORYBLOK_PREVIEW_TOKEN !== undefined) return STORYBLOK_PREVIEW_TOKEN
  const isOwn = DATABASE_URL === undefined || existsSync(join(DATA_DIR, 'secrets', name))
  return isOwn ? ownSecret(DATA_DIR, name) : sealedHash(name, secret, name).toString('hex')
}
