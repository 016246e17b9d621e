import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { App } from '#app/app-context.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { addRings } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/smtp.ts'
import { type FakeStripe, startFakeStripe } from '#tests/fakes/stripe.ts'
import { keptSpans } from '#tests/kept-spans.ts'
import { servedShop } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { startShopJobs } from './jobs.ts'
import { createListener } from './listener.ts'
import { openTracing, type Tracing } from './tracing/tracing.ts'

/** Everything that somebody types, or is told by, in this file: none of it may stand in the log. */
const person = {
  name: 'Friederike Quarzhagen',
  email: 'refused@quarzhagen.example',
  otherEmail: 'friederike@quarzhagen.example',
  phone: '0221 9876543210',
  street: 'Zwickmühlengasse 77b',
  city: 'Quarzheim',
  postalCode: '50997',
  message: 'Meine Perlenkette vom Dachboden',
  iban: 'DE02120300000000202051',
  searched: 'quarzhagensring',
  password: 'sehr-geheimes-kennwort-4711',
  address: '198.51.100.77',
  unread: 'kein-json-von-friederike',
}

const content = demoContent()
const folder = temporaryFolder()
const lines: string[] = []
const traces = keptSpans()
let tracing: Tracing
let [smtp, stripe]: [FakeSmtp | undefined, FakeStripe | undefined] = [undefined, undefined]
let app: App
let url: string

beforeAll(async () => {
  await loadAllMessages()
  const log = createLog('trace', (line) => void lines.push(line))
  smtp = await startFakeSmtp()
  stripe = await startFakeStripe()
  const env = readEnv({ SMTP_URL: smtp.url, DATA_DIR: folder, TRUST_PROXY: 'true' })
  const payments = await openStripe({ ...stripe, webhookSecret: stripe.webhookSecret })
  tracing = openTracing(env, log, { exporter: traces.exporter })
  const db = openDatabase(content.connectionString, { maxConnections: 5, onQuery: tracing.query })
  app = { ...content.app, db, env, log, payment: { ...content.app.payment, db, payments, log } }
  await addRings(app.db, ['710001', '710002'])
})
afterAll(async () => {
  await smtp?.stop()
  await stripe?.stop()
  await app.db.destroy()
})

async function listening(): Promise<void> {
  const server = createListener(
    servedShop(app, undefined, 'public', tracing.pages).fetch,
    undefined,
    {},
    { trustProxy: true, trace: tracing.request },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function send(
  path: string,
  fields: Record<string, string> | null,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(url + path, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': person.address, ...headers },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function act(name: string, input: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/office/act/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': person.address, ...headers },
    body: JSON.stringify(input),
  })
  return { status: answer.status, text: await answer.text() }
}

async function order(piece: string, payment: string) {
  const cart = `cart=${piece}`
  const page = await send('/de/checkout', null, { cookie: cart })
  const set = page.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookie = [cart, ...set].join('; ')
  const { email, name, street, postalCode, city, phone } = person
  const sent = await send(
    '/de/checkout',
    {
      ...{
        intent: 'order',
        piece,
        submission: crypto.randomUUID(),
        total: '120000',
        email,
        name,
        street,
        postalCode,
      },
      ...{ city, phone, country: 'DE', delivery: 'collection.koeln', payment },
    },
    { cookie },
  )
  const place = sent.headers.get('location')
  if (place) await send(new URL(place, url).pathname, null)
  return {
    status: sent.status,
    secrets: [...set, place ?? ''].flatMap((text) => text?.match(/[\w-]{24,}/g) ?? []),
  }
}

const contact = {
  name: person.name,
  email: person.email,
  phone: person.phone,
  message: person.message,
  subject: 'question',
}
const sale = {
  ...{
    kind: 'gold',
    item: 'gold-585',
    amount: '12,4',
    way: 'shipment',
    description: person.message,
    consent: 'on',
  },
  ...{ name: person.name, email: person.otherEmail, phone: person.phone, street: person.street },
  ...{ postalCode: person.postalCode, city: person.city },
}
const declaration = () => ({
  ...{ submission: crypto.randomUUID(), name: person.name, contract: person.message, email: person.email },
  ...{ comment: person.message, step: 'confirm' },
})

test('a log at its most talkative, and traces, say nothing of people: not when all is well, and not when nothing is', async () => {
  const spoken = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')]
  for (const each of spoken) each.mockImplementation((...said) => void lines.push(said.map(String).join(' ')))
  onTestFinished(() => void vi.restoreAllMocks())
  await listening()
  const cookie = await staffCookie(app.db, 'owner')
  const secrets: string[] = [cookie.split('=')[1] ?? '']
  const statuses: Record<string, number> = {}
  const note = (what: string, { status }: { status: number }) => (statuses[what] = status)

  const first = await order('710001', 'bank-transfer')
  note('order', first)
  secrets.push(...first.secrets)
  note('contact', await send('/de/kontakt', contact))
  note('sale', await send('/de/verkaufen', sale))
  note('withdrawal', await send('/de/vertrag-widerrufen', declaration()))
  note('alert', await send('/en/jewelry/rings', { email: person.otherEmail }))
  note('faulty', await send('/de/kontakt', { ...contact, email: person.phone }))
  note('search', await send(`/de/suche?query=${person.searched}`, null))
  note(
    'sign-in',
    await act('accounts.sign-in', { email: person.email, password: person.password, code: null }),
  )
  note('unknown', await act('bank.nothing', { iban: person.iban }, { cookie }))

  // Nobody can pay, and mails are refused by name.
  stripe?.failWith('broken')
  const second = await order('710002', 'online')
  secrets.push(...second.secrets)
  const jobs = await startShopJobs(app, { tracing })
  await vi.waitFor(
    async () => {
      const tried = await app.db.selectFrom('mail_outbox').select('id').where('attempts', '>', 0).execute()
      expect(tried.length).toBeGreaterThan(1)
    },
    { timeout: 60_000, interval: 200 },
  )
  // The database refuses whole rows, and tells them in its words.
  for (const table of ['contact_message', 'sell_request', 'withdrawal', 'shop_order', 'alert', 'rate_use'])
    await sql`alter table ${sql.table(table)} add constraint nothing_more check (false) not valid`
      .execute(app.db)
      .catch(() => undefined)
  note('contact refused', await send('/de/kontakt', { ...contact, message: `${person.message} 2` }))
  note('sale refused', await send('/de/verkaufen', { ...sale, amount: '13' }))
  note('withdrawal refused', await send('/de/vertrag-widerrufen', declaration()))
  await sql`alter table story rename to no_story`.execute(app.db)
  await sql`alter table product rename to no_product`.execute(app.db)
  note('search failed', await send(`/api/search?query=${person.searched}&locale=de`, null))
  note(
    'page failed',
    await send(`/de/uhren?name=${person.searched}&email=${encodeURIComponent(person.email)}`, null),
  )
  // What a reader of values of the database cannot read stands in its words.
  for (const text of [`select ${`'${person.unread}'`}::json`, `select '${person.unread}'::int`])
    await sql
      .raw(text)
      .execute(app.db)
      .catch((error: unknown) => app.log.error({ err: error }, 'not read'))
  await jobs.stop()
  await tracing.stop()

  const told = traces.spans.map(({ name, attributes, events }) =>
    JSON.stringify({ name, attributes, events }),
  )
  for (const part of ['POST checkout', 'action ', 'insert mail_outbox', 'job mails', 'send mail'])
    expect(
      told.find((span) => span.includes(`"name":"${part}`)),
      part,
    ).toBeDefined()
  lines.push(...told)
  const log = lines.join('\n')
  expect(lines.length).toBeGreaterThan(6)
  expect(log).toContain('violates check constraint')
  const data = [
    ...Object.values(person),
    ...person.name.split(' '),
    ...person.message.split(' ').slice(1, 2),
    ...secrets,
  ]
  const found = data
    .filter((datum) => datum.length > 4)
    .flatMap((datum) => [datum, encodeURIComponent(datum), datum.replaceAll(' ', '+')])
    .filter((datum) => log.includes(datum))
  const said = lines.filter((line) => found.some((datum) => line.includes(datum)))
  expect({ found: [...new Set(found)], said }).toEqual({ found: [], said: [] })
  expect(statuses).toMatchObject({ order: 303, contact: 303, sale: 303, withdrawal: 302, faulty: 422 })
  expect([statuses['contact refused'], statuses['sale refused'], statuses['withdrawal refused']]).toEqual([
    500, 500, 500,
  ])
})
