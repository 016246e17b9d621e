import type { Database } from '#app/platform/database/database.ts'
import { json, nullable, query, text } from '#app/platform/database/statement.ts'
import { postalAddress } from '#app/shop/checkout/stored-json.ts'

/** Somebody who bought before, as a sale's form takes them; empty where nothing was said. */
export type KnownBuyer = {
  name: string
  company: string
  street: string
  postalCode: string
  city: string
  country: string
  email: string
  phone: string
}

const orders = 60
const shown = 8

/** Who bought before and is called, or is written to, by these words: whoever bought last first, each once. */
export async function knownBuyers(db: Database, words: string): Promise<KnownBuyer[]> {
  const plain = words.trim()
  if (plain.length < 3) return []
  const part = `%${plain.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await query(db, { address: json(postalAddress), email: text, phone: nullable(text) })`
    select invoice_address as address, email, phone from shop_order
    where (invoice_address ->> 'name' ilike ${part} or invoice_address ->> 'company' ilike ${part} or email ilike ${part}
      or phone ilike ${part}) and invoice_address ->> 'street' <> ''
    order by id desc limit ${orders}
  `
  const found = new Map<string, KnownBuyer>()
  for (const { address, email, phone } of rows) {
    const key = [address.name, address.street, address.postalCode].join(' ').toLowerCase()
    if (found.has(key)) continue
    const { name, company, street, postalCode, city, country } = address
    found.set(key, {
      name,
      company: company ?? '',
      street,
      postalCode,
      city,
      country,
      email,
      phone: phone ?? '',
    })
  }
  return [...found.values()].slice(0, shown)
}
