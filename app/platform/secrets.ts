import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFault } from './start-fault.ts'

/** Characters of a secret. */
const shortest = 32

/**
 * A secret of this installation that nobody has set: made once, kept in `dataDir/secrets`, readable by its owner only.
 * Two processes that start at once agree on one. `mayMake: false`: only one that is there.
 * @throws {StartFault} when it is damaged, or not there and may not be made
 */
export function ownSecret(dataDir: string, name: string, { mayMake = true } = {}): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  const found = readIfThere(file)
  const kept = found?.trim() ?? ''
  // An empty file is what a full disk left of one that was never used.
  if (kept === '' && mayMake) return makeSecret(folder, file)
  if (kept.length >= shortest) return kept
  throw new StartFault(
    found === null
      ? `${file} is missing, and this database has been used with a secret before. Bring the file back from a backup of DATA_DIR, or set SESSION_SECRET to the shop's secret: without it serial numbers and identities cannot be opened. Nothing was changed.`
      : `${file} is damaged: it holds less than a secret. Bring it back from a backup of DATA_DIR, or set what it held in the environment.`,
  )
}

/**
 * What a file holds, null where there is none.
 * @throws {StartFault} where it is there and cannot be read: taken for missing, it would be looked for elsewhere
 */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new StartFault(
      `${file} cannot be read (${code}). It must be a file that the account of the shop may read, and that account alone (chmod 600); its folder as well (chmod 700). Nothing was changed.`,
      { cause: error },
    )
  }
}

/** Whole or not at all, so that a process that is killed on the way leaves none that is cut off. */
function makeSecret(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const begun = join(folder, `.${randomBytes(8).toString('hex')}`)
  try {
    writeFileSync(begun, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
    if (readIfThere(file)?.trim() === '') rmSync(file, { force: true })
    linkSync(begun, file)
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(begun, { force: true })
  }
  const made = readIfThere(file)?.trim()
  if (made) return made
  throw new StartFault(
    `${file} leads to a place where nothing is. Mount what it leads to, or set the secret in the environment. Nothing was changed.`,
  )
}

/**
 * The shop's secret, or the present one and those before it: the first one seals, all open. Only while data is sealed
 * anew is there more than one (README, `npm run reseal`).
 */
export type Secret = string | readonly [present: string, ...former: string[]]

/** All of them, the present one first. */
export const keysOf = (secret: Secret): readonly string[] => (typeof secret === 'string' ? [secret] : secret)

/** The one that new pseudonyms are made with. */
export const presentSecret = (secret: Secret) => keysOf(secret)[0] as string

/** The settings that say what the secrets are. */
export type SecretSettings = {
  DATA_DIR: string
  SESSION_SECRET?: string | undefined
  SESSION_SECRET_FORMER?: string | undefined
}

/**
 * What operators have set, else what this installation made for itself; the former ones beside it, if there are any.
 * `mayMake` says, of the former ones, whether a new one may be made.
 */
export function shopSecret(env: SecretSettings, mayMake = (_former: readonly string[]) => true): Secret {
  const listed = env.SESSION_SECRET_FORMER
  const former = listed === undefined ? formerSecrets(env.DATA_DIR) : secretsIn(listed)
  const present =
    env.SESSION_SECRET ?? ownSecret(env.DATA_DIR, 'session-secret', { mayMake: mayMake(former) })
  const others = [...new Set(former)].filter((secret) => secret !== present)
  return others.length === 0 ? present : [present, ...others]
}

/** Secrets between commas. A single one may hold commas itself, so the whole text is tried as well. */
function secretsIn(list: string): string[] {
  const parts = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.some((part) => part.length < shortest) ? [list] : [...parts, list]
}

/** One a line. */
function formerSecrets(dataDir: string): string[] {
  const file = join(dataDir, 'secrets', 'session-secret-former')
  const text = readIfThere(file)
  if (text === null) return []
  const secrets = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (secrets.length === 0 || secrets.some((secret) => secret.length < shortest))
    throw new StartFault(
      `${file} is damaged: it must hold the former secrets, one a line. Bring it back from a backup of DATA_DIR, or name them in SESSION_SECRET_FORMER.`,
    )
  return secrets
}

/** Stands before everything that is sealed: a sign of ours, the version of this form, and the key's id. */
const sign = Buffer.from([0x52, 0x47, 0x01])
const idLength = 5
const headLength = sign.length + idLength

/** Tells keys apart without telling anything about them. */
function headOf(key: string): Buffer {
  return Buffer.concat([sign, Buffer.from(hkdfSync('sha256', key, '', 'id', idLength))])
}

/**
 * Encrypts a text (AES-256-GCM) under a key that `secret` has for this purpose alone: what was sealed for one purpose
 * cannot be opened as another. Twice the same text gives different bytes.
 */
export function seal(text: string, secret: Secret, purpose: string): Buffer {
  const key = presentSecret(secret)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor('encrypt', key, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([headOf(key), nonce, cipher.getAuthTag(), sealed])
}

/**
 * The inverse of `seal`. What was sealed before keys had ids is of one of the keys, the first one most likely.
 * Throws when the bytes were sealed otherwise or changed.
 */
export function unseal(sealed: Uint8Array, secret: Secret, purpose: string): string {
  const bytes = Buffer.from(sealed)
  const keys = keysOf(secret)
  const named = keys.find((key) => bytes.subarray(0, headLength).equals(headOf(key)))
  if (named !== undefined) return opened(bytes.subarray(headLength), named, purpose)
  let fault: unknown
  for (const key of keys.toReversed()) {
    try {
      return opened(bytes, key, purpose)
    } catch (error) {
      fault = error
    }
  }
  throw new Error('sealed under a secret that the shop does not have, or changed', { cause: fault })
}

/** What everything begins with that is sealed under the present secret. */
export function presentHead(secret: Secret): Buffer {
  return headOf(presentSecret(secret))
}

function opened(bytes: Buffer, key: string, purpose: string): string {
  const cipher = createDecipheriv('aes-256-gcm', keyFor('encrypt', key, purpose), bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
}

/** Finds a sealed text again without opening any: the same for the same text, and nothing without the secret. */
export function sealedHash(text: string, secret: Secret, purpose: string): Buffer {
  return hashUnder(text, presentSecret(secret), purpose)
}

/** The hashes under which a text may be found, also one that was sealed under a former secret. */
export function sealedHashes(text: string, secret: Secret, purpose: string): Buffer[] {
  return keysOf(secret).map((key) => hashUnder(text, key, purpose))
}

function hashUnder(text: string, key: string, purpose: string): Buffer {
  return createHmac('sha256', keyFor('find', key, purpose))
    .update(text)
    .digest()
}

function keyFor(use: 'encrypt' | 'find', key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, purpose, use, 32))
}
