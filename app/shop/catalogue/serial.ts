import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A serial number as the database keeps it: unreadable, but found again by its hash. */
export type SealedSerial = { encrypted: Buffer; hash: Buffer; masked: string }

/**
 * Encrypts a serial number (AES-256-GCM) under the shop's secret. `hash` finds it in a search without opening
 * any, written with or without spaces, dots and dashes; `masked` is what the public may see.
 */
export function sealSerial(serial: string, secret: string): SealedSerial {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor('encrypt', secret), nonce)
  const text = Buffer.concat([cipher.update(serial.trim(), 'utf8'), cipher.final()])
  return {
    encrypted: Buffer.concat([nonce, cipher.getAuthTag(), text]),
    hash: hashSerial(serial, secret),
    masked: maskSerial(serial),
  }
}

/** The inverse of `sealSerial`. Throws when the bytes were sealed under another secret or changed. */
export function openSerial(encrypted: Uint8Array, secret: string): string {
  const bytes = Buffer.from(encrypted)
  const cipher = createDecipheriv('aes-256-gcm', keyFor('encrypt', secret), bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
}

export function hashSerial(serial: string, secret: string): Buffer {
  const plain = serial.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  return createHmac('sha256', keyFor('find', secret)).update(plain).digest()
}

/** At most the first three characters and never more than a third: `6A2K1943` → `6A••••••`. */
export function maskSerial(serial: string): string {
  const plain = serial.trim()
  const shown = Math.min(3, Math.floor(plain.length / 3))
  return plain.slice(0, shown) + '•'.repeat(Math.max(3, plain.length - shown))
}

function keyFor(purpose: string, secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'serial-number', purpose, 32))
}
