import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { orderFields } from '../../checkout.ts'
import type { FakeStripe } from '../../fakes/stripe.ts'
import type { Asking } from './asking.ts'

/** What somebody does; of all that come `share` in a thousand do it. */
export type Doing = { name: string; share: number; act(): Promise<void> }

/** What visitors find: pages that are kept, photos in them, rings that nobody has yet, and rings to be looked at. */
export type Stock = {
  pages: readonly string[]
  photos: readonly string[]
  /** Sold one by one. Undefined: all are gone. */
  nextRing(): string | undefined
  toHold: readonly string[]
  stripe: FakeStripe
  /** Orders that the shop has acknowledged: the address of the buyer. */
  acknowledged: string[]
}

const words = ['omega', 'rolex', 'ring', 'krugerrand', 'armband', 'submarinr', 'gold 750', 'zzzz', '116610']
const price = 120_000

/** Everything that visitors do, with pages in both languages. `roll`: from 0 to 1. */
export function visitors(ask: Asking, stock: Stock, roll: () => number): Doing[] {
  const one = <T>(list: readonly T[]) => list[Math.floor(roll() * list.length)] as T
  const language = () => one(['de', 'en'])
  let number = 0
  const next = () => ++number

  async function checkout(piece: string): Promise<{ html: string; cookie: string; path: string }> {
    const path = `/${language()}/checkout`
    const page = await ask(path, { headers: { cookie: `cart=${piece}` } }, [200])
    const set = page.headers.getSetCookie().map((line) => line.split(';')[0])
    return { html: page.text, path, cookie: [`cart=${piece}`, ...set].join('; ') }
  }

  async function order(): Promise<void> {
    const piece = stock.nextRing()
    if (piece === undefined) throw new Error('no ring is left')
    const { html, cookie, path } = await checkout(piece)
    if (!html.includes('name="submission"')) throw new Error('the checkout offers no order')
    const online = next() % 2 === 0
    const fields = orderFields(piece, {
      total: String(price),
      payment: online ? 'online' : 'bank-transfer',
    })
    const sent = await ask(path, form(fields, { cookie }), [303])
    stock.acknowledged.push(fields.email as string)
    const place = sent.headers.get('location') ?? ''
    const page = await ask(new URL(place, ask.url).href.slice(ask.url.length), {}, [200, 302, 303])
    if (online) await pay(`${page.headers.get('location') ?? ''} ${page.text}`, stock.stripe)
  }

  /** Half of a head, then the rest; or a page that is read a little at a time. */
  async function slowly(): Promise<void> {
    const socket = connect(ask.port, '127.0.0.1')
    // The shop may end whoever is too slow.
    socket.on('error', () => undefined)
    const ended = new Promise((done) => socket.once('close', done))
    const head = `GET /${language()} HTTP/1.1\r\nHost: 127.0.0.1:${ask.port}\r\nX-Slow: `
    if (next() % 2 === 0) {
      for (const sign of head) {
        socket.write(sign)
        await wait(100)
      }
      socket.resume()
      socket.end('x\r\nConnection: close\r\n\r\n')
    } else {
      socket.write(`${head}x\r\nConnection: close\r\n\r\n`)
      for (let turn = 0; turn < 20; turn++) {
        await wait(250)
        socket.read(2_000)
      }
      socket.resume()
    }
    await Promise.race([ended, wait(30_000)])
    socket.destroy()
  }

  const email = (what: string) => `${what}-${next()}@beispiel.example`
  const name = 'Berta Beispiel'
  return [
    { name: 'a kept page', share: 490, act: () => ask(one(stock.pages), {}, [200]).then() },
    {
      name: 'a page of its own',
      share: 80,
      act: () =>
        ask(`/${language()}/${one(['uhren', 'watches'])}?page=${1 + (next() % 9)}&sort=price-asc`).then(),
    },
    {
      name: 'a listing nobody asked for',
      share: 40,
      act: () => ask(`/de/uhren/preis-${next()}-${900_000 + number}`, {}, [200, 301, 404]).then(),
    },
    {
      name: 'a search while typing',
      share: 80,
      act: () =>
        ask(`/api/search?locale=${language()}&query=${encodeURIComponent(one(words))}`, {}, [200]).then(),
    },
    {
      name: 'a search page',
      share: 20,
      act: () =>
        ask(
          `/${one(['de/suche', 'en/search'])}?query=${encodeURIComponent(`${one(words)} ${next() % 50}`)}`,
        ).then(),
    },
    { name: 'a photo', share: 120, act: () => ask(one(stock.photos), {}, [200]).then() },
    { name: 'a hold', share: 12, act: () => checkout(one(stock.toHold)).then() },
    { name: 'an order', share: 10, act: order },
    {
      name: 'a cart',
      share: 20,
      act: () => ask('/api/cart', form({ piece: one(stock.toHold), locale: language() }), [200]).then(),
    },
    {
      name: 'a message',
      share: 6,
      act: () =>
        ask(
          one(['/de/kontakt', '/en/contact']),
          form({ name, email: email('message'), message: `Guten Tag ${next()}`, subject: 'question' }),
          [303],
        ).then(),
    },
    {
      name: 'a form that lacks something',
      share: 10,
      act: () =>
        ask(
          one(['/de/kontakt', '/de/verkaufen', '/en/withdraw-from-contract']),
          form({ name, message: 'x' }),
          [200, 422],
        ).then(),
    },
    {
      name: 'a sell request',
      share: 5,
      act: () =>
        ask(
          '/de/verkaufen',
          form({
            kind: 'gold',
            item: 'gold-585',
            amount: String(1 + (next() % 90)),
            way: 'branch',
            name,
            email: email('seller'),
            consent: 'on',
            submission: crypto.randomUUID(),
          }),
          [303],
        ).then(),
    },
    {
      name: 'a withdrawal',
      share: 3,
      act: () =>
        ask(
          '/en/withdraw-from-contract',
          form({
            submission: crypto.randomUUID(),
            name,
            contract: `RG-2020-${next()}`,
            email: email('withdrawal'),
            comment: '',
            step: 'confirm',
          }),
          [302, 303],
        ).then(),
    },
    {
      name: 'an alert',
      share: 4,
      act: () => ask('/en/jewelry/rings', form({ email: email('alert') }), [200, 303]).then(),
    },
    {
      name: 'an event',
      share: 50,
      act: () =>
        ask(
          '/api/event',
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ n: 'pageview', u: ask.url + one(stock.pages), d: 'x' }),
          },
          [202, 400],
        ).then(),
    },
    {
      name: 'an address that leads nowhere',
      share: 15,
      act: () => ask(`/${language()}/nothing-${next()}`, {}, [404]).then(),
    },
    {
      name: 'somebody who hangs up',
      share: 15,
      act: () => hangUp(ask, one([...stock.pages, `/de/uhren?page=${next() % 9}`]), roll() * 40),
    },
    { name: 'somebody slow', share: 4, act: slowly },
  ]
}

/** Follows to the provider's page, as a link or a redirect leads there, and pays. */
async function pay(said: string, stripe: FakeStripe): Promise<void> {
  const page = said.slice(said.indexOf(`${stripe.apiBase}/pay/`)).match(/^[\w:/.-]+/)?.[0]
  if (!said.includes(`${stripe.apiBase}/pay/`) || !page) throw new Error('no way to the provider’s page')
  await fetch(page, { method: 'POST', redirect: 'manual' })
}

async function hangUp(ask: Asking, path: string, after: number): Promise<void> {
  const socket = connect(ask.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${ask.port}\r\n\r\n`)
  await wait(after)
  socket.resetAndDestroy()
}

const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers,
})
