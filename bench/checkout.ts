import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { checkoutLines } from '#app/shop/checkout/order-lines.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addRings, countStatements, orderRequest } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'

/**
 * `npm run bench:checkout [-- --orders 2000]`: from entering the checkout to the order and its money, beside the
 * bars. Makes a database of its own in data/bench-checkout, as durable as a shop's, and throws it away.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '2000' } } })
const orders = Number(values.orders)
const print = (line = '') => process.stdout.write(`${line}\n`)

const dataDir = resolve('data/bench-checkout')
rmSync(dataDir, { recursive: true, force: true })
const server = await startEmbeddedPostgres(dataDir)
await migrate(server.connectionString, { directory: resolve('db/migrations') })
const db = openDatabase(server.connectionString, { maxConnections: 10 })
let next = 1_000_001
try {
  await measure()
} finally {
  await db.destroy()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

type Timed = { hold: number[]; order: number[]; money: number[] }

async function measure() {
  await addRings(db, ['999999'])
  const settings = await readSettings(db)
  const { statements } = await countStatements(server.connectionString, async (counted) => {
    const all = await readSettings(counted)
    await holdProducts(counted, { pieces: ['999999'], holder: 'counted-buyer', client: 'counted' })
    await checkoutLines(counted, ['999999'], all.orders)
    const request = orderRequest(['999999'], 120_000)
    await placeOrder(counted, request, {
      holder: 'counted-buyer',
      client: 'counted',
      settings: all,
      online: false,
    })
  })

  const timed = async <T>(into: number[], work: Promise<T>): Promise<T> => {
    const since = performance.now()
    const result = await work
    into.push(performance.now() - since)
    return result
  }
  async function buy(piece: string, figures: Timed) {
    const holder = `buyer-of-${piece}`
    const client = `address-of-${piece}`
    await timed(figures.hold, holdProducts(db, { pieces: [piece], holder, client }))
    // Of nobody's address: so many at once are too many for any.
    const taking = { holder, client: null, settings, online: false }
    const result = await timed(figures.order, placeOrder(db, orderRequest([piece], 120_000), taking))
    if (!result.ok) throw new Error(result.reason)
    return result.order
  }
  async function run(count: number, buyers: number, paid: boolean) {
    const pieces = Array.from({ length: count }, () => String(next++))
    await addRings(db, pieces)
    const figures: Timed = { hold: [], order: [], money: [] }
    const waiting = pieces.values()
    const cpu = process.cpuUsage()
    const database = databaseCpu()
    const since = performance.now()
    await Promise.all(
      Array.from({ length: buyers }, async () => {
        for (const piece of waiting) {
          const { id } = await buy(piece, figures)
          const money = {
            orderId: id,
            channel: 'bank-transfer',
            reference: piece,
            amountCents: 120_000,
          } as const
          if (paid) await timed(figures.money, settlePayment(db, money, settings))
        }
      }),
    )
    const seconds = (performance.now() - since) / 1000
    const { user, system } = process.cpuUsage(cpu)
    return {
      ...figures,
      perSecond: count / seconds,
      cpu: (user + system) / 1000 / count,
      databaseCpu: (databaseCpu() - database) / count,
    }
  }
  await run(200, 8, true)
  const alone = await run(Math.ceil(orders / 4), 1, true)
  const crowded = await run(orders, 16, false)
  const wrong = await brokenRules(db)

  const row = (what: string, figure: string, bar = '') =>
    print(`${what.padEnd(52)} ${figure.padStart(22)}   ${bar}`)
  const both = (list: number[]) => `${at(list, 0.5)} / ${at(list, 0.99)} ms`
  row('', 'measured', 'bar')
  row('SQL statements from hold to order', String(statements.length), '≤ 12, none twice')
  row('  of them sent twice', String(statements.length - new Set(statements).size), '0')
  row('hold, one buyer, p50 / p99', both(alone.hold))
  row('order, one buyer, p50 / p99', both(alone.order))
  row('money of an order, one buyer, p50 / p99', both(alone.money))
  row('hold, 16 buyers, p50 / p99', both(crowded.hold))
  row('order, 16 buyers, p50 / p99', both(crowded.order))
  row(
    'hold → order, 16 buyers, different pieces',
    `${Math.round(crowded.perSecond)} a second`,
    '≥ 200 a second',
  )
  row('CPU of the shop’s process an order', `${crowded.cpu.toFixed(1)} ms`)
  row('CPU of the database an order', `${crowded.databaseCpu.toFixed(1)} ms`)
  for (const line of wrong) print(`✗ ${line}`)
  if (wrong.length > 0) process.exitCode = 1
}

/** CPU time of the server's processes so far, ms; where /proc tells (ticks of 10 ms), else 0. */
function databaseCpu(): number {
  const postmaster = findPostmaster(join(dataDir, 'postgres'))
  if (!postmaster || !existsSync('/proc/self/stat')) return 0
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const file = `/proc/${pid}/stat`
    if (!existsSync(file)) continue
    // After the name in brackets: state, parent, …, utime and stime as 12th and 13th.
    const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    if (fields[1] === String(postmaster.pid)) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * 10
}

function at(list: number[], share: number): string {
  const sorted = list.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}
