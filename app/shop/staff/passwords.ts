import crypto, { randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Characters of a password; longer ones would only cost time. */
export const passwordLength = { least: 10, most: 256 } as const

/** OWASP's first choice for Argon2id: 19 MiB (`memory` in KiB), two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const bytes = { salt: 16, hash: 32 } as const

const derive = promisify((...given: Parameters<typeof crypto.argon2>) => crypto.argon2(...given))

type Cost = { memory: number; passes: number; parallelism: number }

async function hashOf(password: string, salt: Buffer, { memory, passes, parallelism }: Cost) {
  const message = Buffer.from(password.normalize('NFKC'))
  return derive('argon2id', { message, nonce: salt, tagLength: bytes.hash, memory, passes, parallelism })
}

const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64').replace(/=+$/, '')

/** A password as the database keeps it: Argon2id in the notation of password hashes (PHC), with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(bytes.salt)
  const hash = await hashOf(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`
}

const notation = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Nobody's: what is compared where there is no account, or none with a password. */
const nobodys = { parameters: cost, salt: Buffer.alloc(bytes.salt), hash: Buffer.alloc(bytes.hash) }

function read(stored: string) {
  const [, memory, passes, parallelism, salt, hash] = notation.exec(stored) ?? []
  if (!salt || !hash) return null
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/** Whether a password is the stored one. `null`, where there is none, takes the same work and is never right. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const known = stored === null ? null : read(stored)
  const { parameters, salt, hash } = known ?? nobodys
  const found = await hashOf(password.slice(0, passwordLength.most), salt, parameters)
  return timingSafeEqual(found, hash) && known !== null
}
