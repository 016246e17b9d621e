import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { unsentMails } from '#app/platform/mail-outbox.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import type { ServedShop, ServiceName } from './served-shop.ts'

/**
 * What is done and looked at while one service fails in a `way`, and afterwards. `during` says a few words for the
 * figures.
 */
type Verdict = {
  before?(shop: ServedShop): Promise<void>
  during?(shop: ServedShop, wrong: string[], way: string): Promise<string>
  well?(shop: ServedShop): Promise<boolean>
  after?(shop: ServedShop, wrong: string[]): Promise<void>
}

/** What staff enter for an ounce of gold, cents; the feed says something else wherever it says a price. */
const entered = 350_000

let senders = 0
const orders: number[] = []
let paid: { id: number; session: string }[] = []

async function write(shop: ServedShop): Promise<number> {
  senders += 1
  const answer = await fetch(`${shop.url}/en/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...{ origin: shop.url, 'content-type': 'application/x-www-form-urlencoded' },
      'x-forwarded-for': `203.0.113.${senders % 250}`,
    },
    body: `name=Anna+Beispiel&email=anna${senders}%40beispiel.example&subject=question&message=Guten+Tag`,
  })
  await answer.arrayBuffer()
  return answer.status
}

async function upload(shop: ServedShop): Promise<Response> {
  const noise = { raw: { width: 400, height: 400, channels: 3 as const } }
  const photo = await sharp(randomBytes(400 * 400 * 3), noise)
    .jpeg()
    .toBuffer()
  const token = randomBytes(24).toString('base64url')
  senders += 1
  return fetch(`${shop.url}/api/sell-photos/form/${token}`, {
    method: 'POST',
    body: new Uint8Array(photo),
    headers: { 'x-forwarded-for': `198.51.100.${senders % 250}` },
  })
}

const uploads = async ({ db }: ServedShop) =>
  (await db.selectFrom('sell_photo').select('id').execute()).length

export const verdicts: Partial<Record<ServiceName, Verdict>> = {
  content: {
    async before(shop) {
      shop.content.forget()
    },
    async during(shop, wrong) {
      await shop.restart()
      for (const path of ['/de', '/en', '/de/kontakt']) {
        const answer = await fetch(shop.url + path)
        const text = await answer.text()
        if (answer.status !== 200 || !text.includes('<h1'))
          wrong.push(`${path} after a restart is not its copy: ${answer.status}`)
      }
      return 'restarted meanwhile; '
    },
    async after(shop, wrong) {
      for (const path of new Set(shop.content.requests.map((each) => each.path.replace(/\?.*/, ''))))
        if (path.startsWith('cdn/stories/') && shop.content.mostInFlight(path) > 2)
          wrong.push(
            `${path} was asked for ${shop.content.mostInFlight(path)} times at once in two languages`,
          )
    },
  },
  mail: {
    async during(shop, wrong) {
      for (let index = 0; index < 3; index += 1) {
        const status = await write(shop)
        if (status !== 303) wrong.push(`a message was answered ${status}`)
      }
      const unsent = await unsentMails(shop.db)
      if (unsent.length === 0) wrong.push('the office sees no mail that waits')
      return `${unsent.length} mails waited; `
    },
    // What comes to staff within ten minutes of a mail of its kind waits for that, whatever the server does.
    well: async (shop) =>
      (await unsentMails(shop.db)).every(
        ({ kind, given_up_at }) => given_up_at === null && kind.startsWith('staff-'),
      ),
    async after(shop, wrong) {
      const ids = shop.smtp.mails.map(({ messageId }) => messageId)
      const twice = ids.length - new Set(ids).size
      const sent = await shop.db
        .selectFrom('mail_outbox')
        .select('message_key')
        .where('sent_at', 'is not', null)
        // Several to staff go as one.
        .where('kind', 'not like', 'staff-%')
        .execute()
      const lost = sent.filter(({ message_key }) => !ids.some((id) => id.startsWith(message_key)))
      if (lost.length > 0) wrong.push(`${lost.length} mails were lost`)
      if (twice > 0) wrong.push(`${twice} mails came twice`)
    },
  },
  payment: {
    async before(shop) {
      paid = await Promise.all([shop.till.started(), shop.till.started(), shop.till.started()])
    },
    async during(shop, wrong) {
      // The money is taken, and no notice of it arrives.
      for (const { session } of paid) await shop.till.stripe.pay(session)
      const forged = await fetch(`${shop.url}/api/webhooks/stripe`, {
        ...{ method: 'POST', body: '{"type":"checkout.session.completed"}' },
        headers: { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
      })
      if (forged.status < 400 || forged.status >= 500) wrong.push(`a forgery was answered ${forged.status}`)
      orders.push(...paid.map(({ id }) => id))
      return `${paid.length} paid unheard; `
    },
    async well(shop) {
      const found = await Promise.all(paid.map(({ id }) => findOrderById(shop.db, id)))
      return found.every((order) => order?.status === 'paid')
    },
    async after(shop, wrong) {
      if (shop.till.stripe.captures !== orders.length)
        wrong.push(`${shop.till.stripe.captures} captures for ${orders.length} orders`)
      const payments = await shop.db
        .selectFrom('money')
        .select('id')
        .where('order_id', 'in', orders)
        .execute()
      if (payments.length !== orders.length)
        wrong.push(`${payments.length} payments were recorded for ${orders.length} orders`)
    },
  },
  metal: {
    async before(shop) {
      // As staff enter it: what the feed says is compared with it.
      await shop.db
        .insertInto('metal_price')
        .values({ metal: 'gold', cents_per_ounce: entered, at: new Date(), source: 'staff' })
        .execute()
      await shop.db.deleteFrom('job').where('name', '=', 'metal feed').execute()
    },
    async during(shop, wrong, way) {
      await shop.restart()
      const { metal } = shop.links
      // Pages ask it behind their reader; one that refuses connections counts none.
      for (let time = 0; time < 100 && metal.connections === 0; time += 1) await wait(100)
      if (metal.connections === 0 && way !== 'refused') wrong.push('nobody asked the feed')
      await wait(2_500)
      const gold = await goldNow(shop)
      if (gold?.cents_per_ounce !== entered)
        wrong.push(`gold is ${gold?.cents_per_ounce ?? 'without a price'}`)
      if (gold && gold.at.getTime() > Date.now() + 300_000) wrong.push(`gold is of ${gold.at.toISOString()}`)
      return `gold ${gold?.cents_per_ounce}, asked ${metal.connections} times; `
    },
  },
  store: {
    async during(shop, wrong) {
      const before = await uploads(shop)
      const since = performance.now()
      const answer = await upload(shop)
      const text = await answer.text()
      const took = performance.now() - since
      if (answer.status !== 503 && answer.status !== 201 && answer.status !== 507)
        wrong.push(`an upload was answered ${answer.status}: ${text.slice(0, 80)}`)
      if (answer.status !== 201 && (await uploads(shop)) !== before) wrong.push('an upload was half kept')
      const order = await shop.till.ordered()
      if ((await findOrderById(shop.db, order.id))?.status !== 'awaiting_payment')
        wrong.push('no order could be placed')
      return `an upload ${answer.status} after ${Math.round(took)} ms; `
    },
    async well(shop) {
      const answer = await upload(shop)
      await answer.arrayBuffer()
      return answer.status === 201
    },
  },
}

async function goldNow({ db }: ServedShop): Promise<{ cents_per_ounce: number; at: Date } | undefined> {
  return db
    .selectFrom('metal_price')
    .select(['cents_per_ounce', 'at'])
    .where('metal', '=', 'gold')
    .orderBy('at', 'desc')
    .executeTakeFirst()
}
