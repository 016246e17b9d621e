/** A process that places one order after the other until it is killed or the database goes away; writes each number it was given. */
import { writeSync } from 'node:fs'
import { openDatabase } from '#app/platform/database/database.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderRequest } from '#tests/checkout.ts'

const [connectionString = '', first = '', count = ''] = process.argv.slice(2)
const db = openDatabase(connectionString, { maxConnections: 4 })
const settings = await readSettings(db)
const pieces = Array.from({ length: Number(count) }, (_, index) => String(Number(first) + index))
const order = async (piece: string) => {
  const holder = `holder-of-${piece}`
  await holdProducts(db, { pieces: [piece], holder, client: null })
  const request = orderRequest([piece], 120_000)
  const result = await placeOrder(db, request, { holder, client: null, settings, online: false })
  if (!result.ok) throw new Error(result.reason)
  writeSync(1, `placed ${result.order.number}\n`)
  const money = {
    orderId: result.order.id,
    channel: 'bank-transfer',
    reference: piece,
    amountCents: 120_000,
  } as const
  await settlePayment(db, money, settings)
  writeSync(1, `paid ${result.order.number}\n`)
}
const lanes = [0, 1, 2, 3].map(async (lane) => {
  for (const piece of pieces.filter((_, index) => index % 4 === lane)) await order(piece)
})
// The database going away is what this is for.
await Promise.all(lanes).catch((error: Error) => writeSync(2, `  ${error.message}\n`))
process.exit(0)
