import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, query, text } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { addSellPhoto, newUploadToken } from '#app/shop/buying/sell-request-photos.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { linkForFirstOwner } from '#app/shop/staff/first-owner.ts'
import { fillCatalogue } from '../demo-scale.ts'
import { done, type MadeUpDay } from './day.ts'
import { playOrders } from './orders.ts'
import { playPurchases } from './purchases.ts'
import { playEnquiries, playVisits } from './visits.ts'

/** So many pieces are made for it, some of them sold long ago: those of the demo itself stay on sale. */
const madePieces = 120

export type PlayedBusiness = { orders: number; requests: number; appointments: number; enquiries: number }

/**
 * Plays a day's business in a demo shop, for whoever wants to see the office at work: orders, requests of sellers,
 * appointments, a reservation and enquiries in the states that staff meet, each by the shop's own functions and by people
 * whose names say that they are made up. `null` where it is not the demo (`name`: what that is called) or has had
 * business already.
 */
export async function playBusiness(
  db: Database,
  options: { name: string; files: Files; photos: string; secret: Secret; now: Date },
): Promise<PlayedBusiness | null> {
  const { files, secret, now } = options
  const settings = await readSettings(db)
  if (settings.site.name !== options.name || !(await isWithoutBusiness(db))) return null
  const before = await lastPiece(db)
  await fillCatalogue(db, { products: madePieces, now, files, photos: options.photos })
  await buyIn(db, before)
  const free = (await onSale(db, before)).values()
  const branch = 'koeln'
  const day: MadeUpDay = {
    ...{ db, secret, settings, now, branch },
    photo: (name) => sellerPhoto(db, files, join(options.photos, 'pieces', name)),
    member: await ownerOf(db),
    collection: { kind: 'collection', branchId: branch },
    pieces: (count) =>
      Array.from({ length: count }, () => {
        const next = free.next().value
        if (next === undefined) throw new Error('the demo has too few pieces on sale')
        return next
      }),
  }
  return {
    orders: await playOrders(day),
    requests: await playPurchases(day),
    appointments: await playVisits(day),
    enquiries: await playEnquiries(day),
  }
}

async function isWithoutBusiness(db: Database): Promise<boolean> {
  const [row] = await query(db, { none: bool })`
    select not exists (select from shop_order) and not exists (select from sell_request) as none`
  return row?.none ?? false
}

const lastPiece = async (db: Database): Promise<number> =>
  (await query(db, { last: int4 })`select coalesce(max(id::int), 0) as last from product`)[0]?.last ?? 0

/** What the made pieces cost, and that watches were looked up: a ledger without purchase prices shows nothing. */
async function buyIn(db: Database, after: number): Promise<void> {
  await sql`
    insert into product_staff (product_id, cost_cents, acquired_on)
    select id, price_cents / 100 * (58 + id::int % 19), coalesce(listed_at, created_at)::date - 10
    from product where id::int > ${after} and price_cents is not null
    on conflict (product_id) do update set cost_cents = excluded.cost_cents, acquired_on = excluded.acquired_on
  `.execute(db)
  await sql`
    insert into theft_check (product_id, checked_on, register, result)
    select id, coalesce(listed_at, created_at)::date, 'Muster-Register', 'clear' from product
    where id::int > ${after} and kind = 'watch'
  `.execute(db)
}

/** Pieces of the branch in Cologne that can be ordered. */
async function onSale(db: Database, after: number): Promise<string[]> {
  const rows = await query(db, { id: text })`
    select p.id from product p join claim c on c.product_id = p.id
    where p.id::int > ${after} and p.status = 'listed' and p.branch_id = 'koeln'
      and p.price_cents between 30000 and 900000 and c.holder is null and c.order_id is null
    order by p.id`
  return rows.map(({ id }) => id)
}

/** A photo that a seller sends in. Returns the token of its folder. */
async function sellerPhoto(db: Database, files: Files, path: string): Promise<string> {
  const upload = newUploadToken()
  const stream = new Blob([new Uint8Array(await readFile(path))]).stream()
  done(await addSellPhoto(db, files, { upload }, { stream, client: null }))
  return upload
}

/** The owner's account; where nobody has one yet, that which `npm start` would make. */
async function ownerOf(db: Database): Promise<StaffActor> {
  const find = () =>
    db
      .selectFrom('staff_member')
      .select(['id', 'name'])
      .where('role', '=', 'owner')
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  await linkForFirstOwner(db, 'de')
  const made = await find()
  if (!made) throw new Error('the shop has no owner')
  return made
}
