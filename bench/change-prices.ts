import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#app/platform/database/database.ts'
import { priceOfRound, type Repriced } from './repriced.ts'

/**
 * Another process on the shop's database, as a command of staff is: changes the price of one piece after the other, every
 * second, and says so once that is stored. Arguments: the connection string, and the pieces.
 */
const [connectionString = '', ...ids] = process.argv.slice(2)
const db = openDatabase(connectionString, { maxConnections: 1 })
// Ends with whoever started it.
process.stdin.on('end', () => process.exit(0)).resume()
for (let round = 0; ; round++) {
  const id = ids[round % ids.length] ?? ''
  const cents = priceOfRound(round)
  await db.updateTable('product').set({ price_cents: cents }).where('id', '=', id).execute()
  const told: Repriced = { id, cents, at: performance.timeOrigin + performance.now() }
  process.stdout.write(`${JSON.stringify(told)}\n`)
  await wait(1_000)
}
