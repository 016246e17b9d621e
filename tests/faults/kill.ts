import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { build } from 'vite'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text, uuid } from '#app/platform/database/statement.ts'
import { createLog } from '#app/platform/log.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails } from '#app/platform/mail-outbox.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { expireOrder, lapsedOrders } from '#app/shop/checkout/lapse-unpaid.ts'
import { findOrder } from '#app/shop/checkout/order.ts'
import { reconcilePayments, sendRefunds } from '#app/shop/checkout/payment-page.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import type { PlacedOrder } from '#app/shop/checkout/types.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addRings, orderRequest, passMinutes } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { endStory, type Played, type Stage } from '../checkout-play.ts'
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts'
import { startFakeStripe } from '../fakes/stripe.ts'
import type { Journey, Moment, Orders, Said } from './check-out.ts'

const journeys: readonly Journey[] = ['online', 'transfer', 'late']
const moments: readonly Moment[] = ['before', 'sent', 'after']

/** Where a story ends: at its statement number `at`, 0 for not at all. */
export type Blow = { journey: Journey; at: number; moment: Moment }

export type KillingField = {
  /** Every place where a story can be cut off: each statement, before it, on its way, and after its answer. */
  blows(): Promise<Blow[]>
  /** Cuts a story off there, lets another process go on, and says what is wrong then. */
  strike(blow: Blow): Promise<{ wrong: string[]; died: string; twice: number }>
  close(): Promise<void>
}

/** Sets up a shop whose processes are killed. `db` holds nothing else. */
export async function openKillingField(db: Database, connectionString: string): Promise<KillingField> {
  const folder = resolve(`test-results/check-out-${process.pid}`)
  const program = await bundle(resolve(import.meta.dirname, 'check-out.ts'), folder)
  const stripe = await startFakeStripe()
  const smtp = await startFakeSmtp()
  const log = createLog('silent')
  const shop = { db, payments: await openStripe(stripe), siteUrl: 'http://shop.test', log }
  const post = await openMailTransport({ smtpUrl: smtp.url, directory: '', host: 'shop.test' })
  let next = 1_000_001
  let settings: Stage['settings']
  /** The last mail that was looked at. */
  let checked = 0

  async function turnOver() {
    smtp.mails.length = 0
    const rows = await query(db, { last: int8 })`select coalesce(max(id), 0) as last from mail_outbox`
    checked = rows[0]?.last ?? 0
  }

  /** Runs a story until its end, which may be sudden. */
  async function tell(blow: Blow) {
    const piece = String(next++)
    await addRings(db, [piece])
    settings ??= await readSettings(db)
    const payment = blow.journey === 'transfer' ? 'bank-transfer' : 'online'
    const request = orderRequest([piece], 120_000, { payment })
    const victim = `victim-${piece}`
    const orders: Orders = {
      ...blow,
      connectionString: `${connectionString}&application_name=${victim}`,
      stripe: {
        secretKey: stripe.secretKey,
        webhookSecret: stripe.webhookSecret,
        apiBase: stripe.apiBase,
      },
      smtpUrl: smtp.url,
      request,
      rival: orderRequest([piece], 120_000, { payment: 'bank-transfer' }),
      holder: `holder-${piece}`,
    }
    const child = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'shop-test-compiled') },
    })
    child.stdin.end(`${JSON.stringify(orders)}\n`)
    const said: Said[] = []
    createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line)))
    const [code] = await once(child, 'close')
    // What it had sent may still be carried out.
    while (await isConnected(db, victim)) await wait(5)
    return { said, request, piece, code: code as number | null, holder: orders.holder }
  }

  async function strike(blow: Blow) {
    const told = await tell(blow)
    const wrong: string[] = []
    const heard = <Key extends string>(key: Key) =>
      told.said.flatMap((one) => (key in one ? [(one as Record<Key, unknown>)[key]] : []))
    if (blow.at > 0 && told.code !== null) wrong.push('the process was not killed')
    const orders = [...heard('order'), ...heard('rival')] as PlacedOrder[]

    // The buyer, who may not know what became of it, sends the form again.
    const taking = { holder: told.holder, client: null, settings, online: true }
    const again = await placeOrder(db, told.request, taking)
    const promised = heard('order')[0] as PlacedOrder | undefined
    if (!again.ok) wrong.push(`sent again, the order is ${again.reason}`)
    else {
      if (promised && (again.order.id !== promised.id || !again.repeated))
        wrong.push(`order ${promised.number} was promised, sent again it is ${again.order.number}`)
      if (!promised) orders.push(again.order)
    }
    const done = heard('done').at(-1)
    const view = promised && (await findOrder(db, promised.token))
    if (promised && view === null) wrong.push(`order ${promised.number} was promised and is lost`)
    if (done === 'refunded' && view?.status !== 'refunded')
      wrong.push(`${view?.number} was refunded and is ${view?.status}`)

    // Another process does what is due, now and until everything has come to rest.
    await passMinutes(db, 4)
    const jobs = async () => {
      await reconcilePayments(shop)
      for (const id of await lapsedOrders(db)) await expireOrder(db, id, settings)
      await sendRefunds(shop)
      await sendMails(db, smtp, post)
    }
    await jobs()
    const stage: Stage = { shop, stripe, settings, turns: { play: async () => '', close: async () => {} } }
    const sessions = [...stripe.sessions.keys()].slice(-1)
    const played: Played = { pieces: [told.piece], orders, sessions, told: [], meetings: 0 }
    wrong.push(...(await endStory(stage, played)))
    await passMinutes(db, 4)
    await jobs()
    wrong.push(...(await brokenRules(db)), ...(await strayMails(db, smtp, checked)))
    const died = String(heard('died')[0] ?? '')
    const twice = countRepeated(smtp)
    // The one window in which a mail may go out twice: the server has it, and our note of that is lost.
    const mayRepeat = died.includes('update mail_outbox set sent_at') && blow.moment !== 'after'
    if (twice > (mayRepeat ? 1 : 0)) wrong.push(`${twice} mails went out twice`)
    await turnOver()
    return { wrong: wrong.map((what) => `${place(blow)} (${died}): ${what}`), died, twice }
  }

  return {
    strike,
    async blows() {
      const all: Blow[] = []
      for (const journey of journeys) {
        const { said } = await tell({ journey, at: 0, moment: 'after' })
        const counted = said.find((one) => 'statements' in one)
        if (!counted) throw new Error(`the story "${journey}" does not come to its end`)
        // The first two read the settings.
        for (let at = 3; at <= counted.statements; at++)
          all.push(...moments.map((moment) => ({ journey, at, moment })))
      }
      await turnOver()
      return all
    },
    async close() {
      post.close()
      await Promise.all([stripe.stop(), smtp.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }

  async function sendMails(on: Database, _: FakeSmtp, transport: typeof post) {
    const letter = ({ id, kind }: { id: number; kind: string }) => ({
      subject: kind,
      html: `<p>${id}</p>`,
      plain: String(id),
      attachments: [],
    })
    const from = async () => 'shop@rheingold.example'
    while ((await sendDueMails(on, { transport, log, from, write: async (mail) => letter(mail) })) > 0);
  }
}

/** In one file, packages included, a program starts in a third of the time; this one is started for every kill. */
async function bundle(source: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: source, outDir: folder, emptyOutDir: true, target: 'node24', minify: false },
    ssr: { noExternal: true },
  })
  return join(folder, 'check-out.js')
}

const place = ({ journey, at, moment }: Blow) => `${journey}, ${moment} statement ${at}`

async function isConnected(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity where application_name = ${name} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

const countRepeated = ({ mails }: FakeSmtp) =>
  mails.length - new Set(mails.map(({ messageId }) => messageId)).size

/** Mails that were written and did not reach the server. */
async function strayMails(db: Database, { mails }: FakeSmtp, after: number): Promise<string[]> {
  const rows = await query(db, { reason: text, message_key: uuid })`
    select reason, message_key from mail_outbox where id > ${after}`
  const arrived = new Set(mails.map(({ messageId }) => messageId.split('@')[0]))
  return rows.flatMap(({ reason, message_key: key }) =>
    arrived.has(key) ? [] : [`the mail ${reason} did not arrive`],
  )
}
