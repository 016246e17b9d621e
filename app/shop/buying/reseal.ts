import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bytea, int2, int4, int8, query, text } from '#app/platform/database/statement.ts'
import { presentHead, type Secret, seal, unseal } from '#app/platform/secrets.ts'
import { openSerial, sealSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { totpPurpose } from '#app/shop/staff/second-factor.ts'
import { hashIdentity, openIdentity, sealIdentity } from './identification.ts'
import { sellerPurpose } from './purchase-receipt.ts'

/** What is sealed, by kind. */
export const sealedKinds = [
  'serials of pieces',
  'serials of offers',
  'identifications',
  'sellers',
  'codes of staff',
] as const
export type SealedKind = (typeof sealedKinds)[number]

/** How many were sealed anew, and how many cannot be opened with any of the secrets. */
export type Resealed = { sealed: number; unreadable: number }

/** A slice of rows, from behind `after` on; null when there are none left. */
type Slice<Key> = (
  db: Database,
  after: Key | null,
  secret: Secret,
) => Promise<(Resealed & { last: Key }) | null>

/**
 * Seals everything of a kind under the present secret that is not yet, and makes its hashes anew. A slice is one
 * transaction: it may be ended at any time and done again, also while the shop is open.
 */
export async function reseal(db: Database, kind: SealedKind, secret: Secret): Promise<Resealed> {
  switch (kind) {
    case 'serials of pieces':
      return inOrder(db, secret, pieceSerials)
    case 'serials of offers':
      return inOrder(db, secret, offerSerials)
    case 'identifications':
      return inOrder(db, secret, identifications)
    case 'sellers':
      return sumOf([
        await inOrder(db, secret, sellersIn('purchase')),
        await inOrder(db, secret, sellersIn('purchase_receipt')),
      ])
    case 'codes of staff':
      return inOrder(db, secret, staffCodes)
  }
}

function sumOf(parts: readonly Resealed[]): Resealed {
  const sum = (key: keyof Resealed) => parts.reduce((total, part) => total + part[key], 0)
  return { sealed: sum('sealed'), unreadable: sum('unreadable') }
}

async function inOrder<Key>(db: Database, secret: Secret, slice: Slice<Key>): Promise<Resealed> {
  const all = { sealed: 0, unreadable: 0 }
  let after: Key | null = null
  for (;;) {
    const done: (Resealed & { last: Key }) | null = await db.transaction().execute(async (transaction) => {
      // Records that are never changed otherwise let themselves be sealed anew.
      await sql`set local shop.resealing = 'on'`.execute(transaction)
      return slice(transaction, after, secret)
    })
    if (done === null) return all
    all.sealed += done.sealed
    all.unreadable += done.unreadable
    after = done.last
  }
}

const sliceRows = 100

/** Opens and seals anew what can be opened. */
async function sealEach<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  anew: (row: Row) => { write: () => Promise<unknown> } | null,
): Promise<(Resealed & { last: Key }) | null> {
  const last = rows.at(-1)
  if (last === undefined) return null
  let sealed = 0
  for (const row of rows) {
    const change = anew(row)
    if (change === null) continue
    await change.write()
    sealed += 1
  }
  return { sealed, unreadable: rows.length - sealed, last: keyOf(last) }
}

/** What bytes hold, or null where no secret opens them: that is counted and told. */
function ifReadable<T>(open: () => T): T | null {
  try {
    return open()
  } catch {
    return null
  }
}

const pieceSerials: Slice<string> = async (db, after, secret) => {
  const rows = await query(db, { product_id: text, sealed: bytea })`
    select product_id, serial_encrypted as sealed from product_staff
    where serial_encrypted is not null and product_id > ${after ?? ''}
      and not starts_with(encode(serial_encrypted, 'hex'), ${presentHead(secret).toString('hex')})
    order by product_id limit ${sliceRows} for update`
  return sealEach(
    rows,
    ({ product_id }) => product_id,
    ({ product_id, sealed }) => {
      const serial = ifReadable(() => openSerial(sealed, secret))
      if (serial === null) return null
      const { encrypted, hash } = sealSerial(serial, secret)
      return {
        write: () =>
          db
            .updateTable('product_staff')
            .set({ serial_encrypted: encrypted, serial_hash: hash })
            .where('product_id', '=', product_id)
            .execute(),
      }
    },
  )
}

const offerSerials: Slice<{ request: number; position: number }> = async (db, after, secret) => {
  const rows = await query(db, { request_id: int8, position: int2, sealed: bytea })`
    select request_id, position, encrypted as sealed from sell_serial
    where (request_id, position) > (${after?.request ?? -1}::bigint, ${after?.position ?? -1}::smallint)
      and not starts_with(encode(encrypted, 'hex'), ${presentHead(secret).toString('hex')})
    order by request_id, position limit ${sliceRows} for update`
  return sealEach(
    rows,
    ({ request_id: request, position }) => ({ request, position }),
    ({ request_id, position, sealed }) => {
      const serial = ifReadable(() => openSerial(sealed, secret))
      if (serial === null) return null
      const { encrypted, hash } = sealSerial(serial, secret)
      return {
        write: () =>
          db
            .updateTable('sell_serial')
            .set({ encrypted, hash })
            .where('request_id', '=', request_id)
            .where('position', '=', position)
            .execute(),
      }
    },
  )
}

const identifications: Slice<number> = async (db, after, secret) => {
  const rows = await query(db, { id: int8, sealed: bytea })`
    select id, sealed from identification
    where sealed is not null and id > ${after ?? -1}
      and not starts_with(encode(sealed, 'hex'), ${presentHead(secret).toString('hex')})
    order by id limit ${sliceRows} for update`
  return sealEach(
    rows,
    ({ id }) => id,
    ({ id, sealed }) => {
      const identity = ifReadable(() => openIdentity(sealed, secret))
      if (identity === null) return null
      const values = { sealed: sealIdentity(identity, secret), ...hashIdentity(identity, secret) }
      return { write: () => db.updateTable('identification').set(values).where('id', '=', id).execute() }
    },
  )
}

const sellersIn =
  (table: 'purchase' | 'purchase_receipt'): Slice<number> =>
  async (db, after, secret) => {
    const rows = await query(db, { id: int8, sealed: bytea })`
    select id, seller_sealed as sealed from ${sql.table(table)}
    where seller_sealed is not null and id > ${after ?? -1}
      and not starts_with(encode(seller_sealed, 'hex'), ${presentHead(secret).toString('hex')})
    order by id limit ${sliceRows} for update`
    return sealEach(
      rows,
      ({ id }) => id,
      ({ id, sealed }) => {
        const seller = ifReadable(() => unseal(sealed, secret, sellerPurpose))
        if (seller === null) return null
        const values = { seller_sealed: seal(seller, secret, sellerPurpose) }
        return { write: () => db.updateTable(table).set(values).where('id', '=', id).execute() }
      },
    )
  }

const staffCodes: Slice<number> = async (db, after, secret) => {
  const rows = await query(db, { staff_id: int4, sealed: bytea })`
    select staff_id, secret_sealed as sealed from staff_totp
    where staff_id > ${after ?? -1}
      and not starts_with(encode(secret_sealed, 'hex'), ${presentHead(secret).toString('hex')})
    order by staff_id limit ${sliceRows} for update`
  return sealEach(
    rows,
    ({ staff_id }) => staff_id,
    ({ staff_id, sealed }) => {
      const key = ifReadable(() => unseal(sealed, secret, totpPurpose))
      if (key === null) return null
      const values = { secret_sealed: seal(key, secret, totpPurpose) }
      return {
        write: () => db.updateTable('staff_totp').set(values).where('staff_id', '=', staff_id).execute(),
      }
    },
  )
}
