import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A secret of this installation that nobody has set: made once, kept in `dataDir/secrets`, readable by its owner only.
 * Two processes that start at once agree on one: the file is created exclusively.
 */
export function ownSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${file} is damaged: delete it and start again`)
  return secret
}

/**
 * Encrypts a text (AES-256-GCM) under a key that `secret` has for this purpose alone: what was sealed for one purpose
 * cannot be opened as another. Twice the same text gives different bytes.
 */
export function seal(text: string, secret: string, purpose: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor('encrypt', secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The inverse of `seal`. Throws when the bytes were sealed otherwise or changed. */
export function unseal(sealed: Uint8Array, secret: string, purpose: string): string {
  const bytes = Buffer.from(sealed)
  const cipher = createDecipheriv('aes-256-gcm', keyFor('encrypt', secret, purpose), bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
}

/** Finds a sealed text again without opening any: the same for the same text, and nothing without the secret. */
export function sealedHash(text: string, secret: string, purpose: string): Buffer {
  return createHmac('sha256', keyFor('find', secret, purpose))
    .update(text)
    .digest()
}

function keyFor(use: 'encrypt' | 'find', secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, purpose, use, 32))
}
