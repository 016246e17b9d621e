import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database } from '#app/platform/database/database.ts'
import { addRings, orderFields } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { type FakeStripe, startFakeStripe } from '../fakes/stripe.ts'
import { answers, freePort } from '../setup/running-shop.ts'

type Rush = {
  rounds: number
  buyers: number
  servers: number
  heard: (round: number, outcome: { summary: string; wrong: string[] }) => void
}

/** As many at once as browsers keep four servers busy with. */
const atOnce = 100

/**
 * Lets browsers at several servers of one shop go for one piece, by its pages: half enter the checkout first, the
 * others send the form without. Whoever has it pays on the provider's page.
 */
export async function rushOnPages(
  db: Database,
  connectionString: string,
  { rounds, buyers, servers, heard }: Rush,
): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const home = mkdtempSync(join(tmpdir(), 'shop-pages-'))
  const stripe = await startFakeStripe()
  await addRings(db, ['999999'])
  const running: ChildProcess[] = []
  try {
    const addresses: string[] = []
    for (let index = 0; index < servers; index++) {
      const { address, shop } = await startShop(connectionString, home, stripe)
      addresses.push(address)
      running.push(shop)
    }
    stripe.webhookUrl = `${addresses[0]}/api/webhooks/stripe`
    for (let round = 1; round <= rounds; round++) {
      const piece = String(2_000_000 + round)
      await addRings(db, [piece])
      const captures = stripe.captures
      const statuses = await rush(addresses, piece, buyers, stripe)
      const wrong = await brokenRules(db)
      const bought = statuses.get('bought') ?? 0
      if (bought !== 1) wrong.push(`${bought} browsers were told that they have it`)
      if (stripe.captures - captures !== 1) wrong.push(`money was taken ${stripe.captures - captures} times`)
      const orders = await db
        .selectFrom('order_line')
        .select('order_id')
        .where('product_id', '=', piece)
        .execute()
      if (orders.length !== 1) wrong.push(`there are ${orders.length} orders`)
      for (const [status, count] of statuses)
        if (!['bought', 'told'].includes(status)) wrong.push(`${count} times: ${status}`)
      const summary = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ')
      heard(round, { summary, wrong })
    }
  } finally {
    for (const shop of running) {
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    }
    await stripe.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function startShop(connectionString: string, home: string, stripe: FakeStripe) {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const shop = spawn(process.execPath, ['server/start.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: connectionString,
      DATA_DIR: home,
      PORT: String(port),
      HOST: 'localhost',
      SITE_URL: address,
      SESSION_SECRET: 'a-secret-that-all-servers-of-a-shop-share',
      LOG_LEVEL: 'error',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.apiBase,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(address, shop)
  return { address, shop }
}

async function rush(addresses: string[], piece: string, buyers: number, stripe: FakeStripe) {
  const statuses = new Map<string, number>()
  let next = 0
  const queue = Array.from({ length: atOnce }, async () => {
    while (next < buyers) {
      const index = next++
      const address = addresses[index % addresses.length] ?? ''
      const status = await buy(address, piece, index, stripe).catch((error: Error) => error.message)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  await Promise.all(queue)
  return statuses
}

async function buy(address: string, piece: string, index: number, stripe: FakeStripe): Promise<string> {
  const checkout = `${address}/${index % 3 === 0 ? 'en' : 'de'}/checkout`
  let cookie = `cart=${piece}`
  if (index % 2 === 0) {
    const page = await fetch(checkout, { headers: { cookie } })
    const html = await page.text()
    if (page.status !== 200) return `the checkout answered ${page.status}`
    if (!html.includes('name="submission"'))
      return html.includes(`Ring ${piece}`) ? 'told' : 'not told which piece is gone'
    cookie = [cookie, ...page.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ')
  }
  const email = `buyer-${index}@beispiel.example`
  const fields = orderFields(piece, { email, payment: 'online' })
  const send = () =>
    fetch(checkout, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: address },
      body: new URLSearchParams(fields),
    })
  // A double click.
  const answers = await Promise.all([send(), send()])
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  const codes = answers.map(({ status }) => status)
  if (codes.every((status) => status === 409)) return texts[0]?.includes(piece) ? 'told' : 'not told why'
  if (!codes.every((status) => status === 303)) return `a double click was answered ${codes.join(' and ')}`
  const places = answers.map(({ headers }) => headers.get('location') ?? '')
  if (places[0] !== places[1]) return 'a double click led to two orders'
  return pay(new URL(places[0] ?? '', address).href, stripe)
}

/** Follows to the provider's page, as a link or a redirect leads there, and pays. */
async function pay(address: string, stripe: FakeStripe): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' })
  const said = `${answer.headers.get('location') ?? ''} ${await answer.text()}`
  const page = said.slice(said.indexOf(`${stripe.apiBase}/pay/`)).match(/^[\w:/.-]+/)?.[0]
  if (!said.includes(`${stripe.apiBase}/pay/`) || !page)
    return `${new URL(address).pathname} answered ${answer.status} and does not lead to the provider's page`
  await fetch(page, { method: 'POST', redirect: 'manual' })
  return 'bought'
}
