/**
 * A process full of buyers who all want the same piece. Reads one line of JSON, the `Crowd`, says `ready`, and lets
 * them loose with the next line; writes how many heard what.
 */
import { createInterface } from 'node:readline'
import { openDatabase } from '#app/platform/database/database.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderRequest } from '#tests/checkout.ts'

export type Crowd = {
  connectionString: string
  name: string
  piece: string
  totalCents: number
  buyers: number
}
/** How many buyers heard each answer; `orders` are the numbers of those who heard they have it. */
export type Heard = { answers: Record<string, number>; orders: string[]; slowest: number }

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const crowd = JSON.parse(String((await lines.next()).value)) as Crowd
const db = openDatabase(crowd.connectionString, { maxConnections: 8 })
const settings = await readSettings(db)
process.stdout.write('ready\n')
await lines.next()

const heard: Heard = { answers: {}, orders: [], slowest: 0 }
const pieces = [crowd.piece]

/** Half of them hold the piece first, as the page does; the others send the form without. */
async function buy(index: number): Promise<string> {
  const holder = `${crowd.name}-${index}`
  if (index % 2 === 0) {
    const hold = await holdProducts(db, { pieces, holder, client: null })
    if (!hold.ok) return hold.reason === 'taken' ? `taken: ${hold.pieces[0]?.state}` : hold.reason
  }
  const request = orderRequest(pieces, crowd.totalCents, { payment: 'bank-transfer' })
  const taking = { holder, client: null, settings, online: false }
  // A double click.
  const both = await Promise.all([placeOrder(db, request, taking), placeOrder(db, request, taking)])
  const [one, other] = both
  if (one.ok !== other.ok) return 'a double click has two answers'
  if (one.ok && other.ok) {
    heard.orders.push(one.order.number, other.order.number)
    return 'bought'
  }
  return one.ok || one.reason !== 'taken' ? 'unclear' : `taken: ${one.pieces[0]?.state}`
}

await Promise.all(
  Array.from({ length: crowd.buyers }, async (_, index) => {
    const since = performance.now()
    const answer = await buy(index).catch((error: Error) => `fault: ${error.message}`)
    heard.slowest = Math.max(heard.slowest, performance.now() - since)
    heard.answers[answer] = (heard.answers[answer] ?? 0) + 1
  }),
)
lines.return?.()
await db.destroy()
process.stdout.write(`${JSON.stringify(heard)}\n`)
