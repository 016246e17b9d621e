import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { bytea, query, text } from '#app/platform/database/statement.ts'
import type { Log } from '#app/platform/log.ts'
import { keysOf, type Secret, type SecretSettings, shopSecret, unseal } from '#app/platform/secrets.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { openSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { openIdentity } from './identification.ts'
import { sellerPurpose } from './purchase-receipt.ts'

/** What a database knows of the secrets it has been used with. */
export type KnownSecrets = {
  fingerprints: readonly { salt: Buffer; hash: Buffer }[]
  /** Of each kind what was sealed last, where there are no fingerprints yet: of a shop older than they are. */
  sealed: readonly { kind: string; sealed: Buffer }[]
}

export async function knownSecrets(db: Database): Promise<KnownSecrets> {
  const fingerprints = await db.selectFrom('secret_fingerprint').select(['salt', 'hash']).execute()
  if (fingerprints.length > 0) return { fingerprints, sealed: [] }
  const sealed = await query(db, { kind: text, sealed: bytea })`
    (select 'serial' as kind, serial_encrypted as sealed from product_staff
      where serial_encrypted is not null order by product_id desc limit 1)
    union all (select 'serial', encrypted from sell_serial order by request_id desc limit 1)
    union all (select 'identity', sealed from identification where sealed is not null order by id desc limit 1)
    union all (select 'seller', seller_sealed from purchase where seller_sealed is not null order by id desc limit 1)
    union all (select 'seller', seller_sealed from purchase_receipt where seller_sealed is not null order by id desc limit 1)`
  return { fingerprints, sealed }
}

const hashOf = (key: string, salt: Buffer) => scryptSync(key, salt, 32)

type Fingerprints = Pick<KnownSecrets, 'fingerprints'>

/** Which fingerprints a key has: of one reading it is asked several times, and each of them takes 50 ms. */
const fitting = new WeakMap<KnownSecrets['fingerprints'], Map<string, readonly boolean[]>>()

function fits(key: string, { fingerprints }: Fingerprints): readonly boolean[] {
  const answers = fitting.get(fingerprints) ?? new Map<string, readonly boolean[]>()
  fitting.set(fingerprints, answers)
  const found =
    answers.get(key) ?? fingerprints.map(({ salt, hash }) => timingSafeEqual(hashOf(key, salt), hash))
  answers.set(key, found)
  return found
}

const isKnown = (key: string, known: Fingerprints) => fits(key, known).includes(true)

/**
 * The secrets of the shop, one of which the database knows. One is made only for a database that has never been used
 * with any, or beside a former one that it knows: what is sealed in it opens under none but its own.
 * @throws {StartFault} saying what is missing
 */
export function secretFor(settings: SecretSettings, known: KnownSecrets): Secret {
  const areKnown = (keys: readonly string[]) =>
    known.fingerprints.length > 0
      ? keys.some((key) => isKnown(key, known))
      : known.sealed.length === 0 || keys.some((key) => known.sealed.some((sample) => opens(sample, key)))
  const secret = shopSecret(settings, areKnown)
  if (areKnown(keysOf(secret))) return secret
  const from =
    settings.SESSION_SECRET === undefined ? 'the secret in DATA_DIR/secrets/session-secret' : 'SESSION_SECRET'
  throw new StartFault(
    `The serial numbers and identities in this database cannot be opened with ${from}: it is none of the secrets that they were sealed under. Set SESSION_SECRET to the shop's own secret, or bring its DATA_DIR/secrets back from a backup; where the secret was changed on purpose, name the one before it in SESSION_SECRET_FORMER. Nothing was changed.`,
  )
}

function opens({ kind, sealed }: { kind: string; sealed: Buffer }, secret: Secret): boolean {
  try {
    if (kind === 'serial') openSerial(sealed, secret)
    else if (kind === 'identity') openIdentity(sealed, secret)
    else unseal(sealed, secret, sellerPurpose)
    return true
  } catch {
    // Which of the secrets are missing is told by whoever asks.
    return false
  }
}

/** Notes that the database is used with a secret. */
export async function rememberSecret(db: Database, secret: Secret, known: KnownSecrets): Promise<void> {
  const [present] = keysOf(secret)
  if (present === undefined || isKnown(present, known)) return
  const salt = randomBytes(16)
  await db
    .insertInto('secret_fingerprint')
    .values({ salt, hash: hashOf(present, salt) })
    .execute()
}

/**
 * How many secrets this database has been used with that are none of these: what is sealed under them does not open. While
 * a secret is being changed, a machine that was forgotten has the former one alone.
 */
export function missingSecrets(secret: Secret, known: Fingerprints): number {
  const found = keysOf(secret).map((key) => fits(key, known))
  return known.fingerprints.filter((_, at) => !found.some((ofKey) => ofKey[at])).length
}

/** Held by whoever asks and notes: of first starts at the same time one makes the secret. Any fixed number. */
const secretLock = 820_625

/** The shop's secrets, checked and noted; for a start. `log` is told where others are missing. */
export function openSecret(db: Database, settings: SecretSettings, log?: Log): Promise<Secret> {
  return together(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${secretLock})`.execute(transaction)
    const known = await knownSecrets(transaction)
    const secret = secretFor(settings, known)
    await rememberSecret(transaction, secret, known)
    const missing = missingSecrets(secret, known)
    if (missing > 0)
      log?.warn(
        { missing },
        'the database was also used with a secret that this machine does not have: what is sealed under it does not open here; give every machine the same SESSION_SECRET and SESSION_SECRET_FORMER',
      )
    return secret
  })
}

/** Once everything is sealed under the present secret, no other opens anything. */
export async function forgetFormerSecrets(db: Database, secret: Secret): Promise<void> {
  await together(db, async (transaction) => {
    await transaction.deleteFrom('secret_fingerprint').execute()
    await rememberSecret(transaction, secret, { fingerprints: [], sealed: [] })
  })
}
