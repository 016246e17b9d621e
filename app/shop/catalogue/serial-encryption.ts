import { type Secret, seal, sealedHash, unseal } from '#app/platform/secrets.ts'

const purpose = 'serial-number'

/** A serial number as the database keeps it: unreadable, but found again by its hash. */
export type SealedSerial = { encrypted: Buffer; hash: Buffer; masked: string }

/**
 * Encrypts a serial number (AES-256-GCM) under the shop's secret. `hash` finds it in a search without opening
 * any, written with or without spaces, dots and dashes; `masked` is what the public may see.
 */
export function sealSerial(serial: string, secret: Secret): SealedSerial {
  return {
    encrypted: seal(serial.trim(), secret, purpose),
    hash: hashSerial(serial, secret),
    masked: maskSerial(serial),
  }
}

/** The inverse of `sealSerial`. Throws when the bytes were sealed under another secret or changed. */
export function openSerial(encrypted: Uint8Array, secret: Secret): string {
  return unseal(encrypted, secret, purpose)
}

export function hashSerial(serial: string, secret: Secret): Buffer {
  const plain = serial.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  return sealedHash(plain, secret, purpose)
}

/** At most the first three characters and never more than a third: `6A2K1943` → `6A••••••`. */
export function maskSerial(serial: string): string {
  const plain = serial.trim()
  const shown = Math.min(3, Math.floor(plain.length / 3))
  return plain.slice(0, shown) + '•'.repeat(Math.max(3, plain.length - shown))
}
