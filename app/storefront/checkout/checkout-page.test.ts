import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { action as leave } from '#app/api/leave-checkout.ts'
import { type App, clientContext } from '#app/app-context.ts'
import { readEnv } from '#app/platform/env.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { storeAsset } from '#app/shop/catalogue/photos-assets.ts'
import { findHold } from '#app/shop/checkout/hold.ts'
import { holderFromCookies } from '#app/shop/checkout/holder.ts'
import { checkoutLines } from '#app/shop/checkout/order-lines.ts'
import { saveSetting } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { addRings, orderRequest, passMinutes, placed, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { noStories } from '#tests/no-stories.ts'
import { contextOf } from '#tests/requests.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import type { CheckoutAnswer } from './checkout-action.ts'
import * as checkout from './checkout-page.tsx'
import { type CheckoutView, type Choice, enterCheckout, quoteChoice } from './checkout-view.ts'

const database = testDatabase()
let app: App

const home = temporaryFolder()

beforeAll(async () => {
  app = {
    env: readEnv({ DATA_DIR: '/tmp' }),
    log: createLog('silent'),
    now: () => new Date(),
    db: database.db,
    files: openLocalFiles(home),
    shippedAssets: 'db/demo/photos',
    stories: noStories,
    payment: { db: database.db, payments: null, siteUrl: 'http://shop.test', log: createLog('silent') },
  } as unknown as App
  await addRings(database.db, ['60001', '60002', '60003', '60004', '60005', '60006', '60007', '60008'])
})

/** A browser as far as the checkout knows it: its cookies and its network address. */
function visitor(cart: string, client: string | null = null) {
  let own = ''
  const ask = (init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const context = contextOf(app)
    context.set(clientContext, client)
    const headers = { ...init.headers, cookie: [`cart=${cart}`, own].filter(Boolean).join('; ') }
    const url = new URL('http://shop.test/de/checkout')
    const request = new Request(url, { ...init, headers })
    return { request, url, params: {}, context, pattern: '' } as unknown as Parameters<
      typeof checkout.loader
    >[0]
  }
  return {
    async enter() {
      const { data, init } = (await checkout.loader(ask())) as unknown as {
        data: { view: CheckoutView }
        init: { status: number; headers: Headers }
      }
      own = init.headers.get('set-cookie')?.split(';')[0] ?? own
      return { ...data.view, status: init.status, retryHeader: init.headers.get('retry-after') }
    },
    async order(view: CheckoutView, changes: Record<string, string> = {}) {
      const total = view.quote.result.ok ? view.quote.result.quote.totalCents : 0
      const body = new URLSearchParams({
        intent: 'order',
        submission: view.submission,
        total: String(total),
        email: 'clara@beispiel.example',
        name: 'Clara Beispiel',
        street: 'Domstraße 1',
        postalCode: '50668',
        city: 'Köln',
        country: 'DE',
        delivery: 'courier',
        payment: 'bank-transfer',
        ...changes,
      })
      for (const { piece } of view.lines) body.append('piece', piece)
      const answer = await checkout.action(ask({ method: 'POST', body }))
      if (answer instanceof Response) {
        return { status: answer.status, location: answer.headers.get('location'), problems: [] }
      }
      const { data, init } = answer as unknown as { data: CheckoutAnswer; init: { status: number } }
      return { status: init.status, location: null, ...data }
    },
    leave: (visit: string) => leave(ask({ method: 'POST', body: new URLSearchParams({ visit }) })),
    hold: () => findHold(database.db, holderFromCookies(own)?.token ?? ''),
  }
}

describe('the checkout', () => {
  // Duty: guarantee-notice
  test('shows the official notice on the legal guarantee where the operator has put it', async () => {
    const anna = visitor('60007')
    expect((await anna.enter()).guarantee).toBeNull()
    const picture = readFileSync('db/demo/photos/editorial/hero.jpg')
    const stored = await storeAsset(app.files, 'notices', 'guarantee-de.jpg', picture)
    if (!stored.ok) throw new Error(stored.reason)
    const { name, photo } = stored.asset
    await saveSetting(database.db, 'notices', { guarantee: { de: name, en: null } })
    // Settings are believed for two seconds.
    await expect
      .poll(async () => (await anna.enter()).guarantee)
      .toEqual({ name, width: photo.width, height: photo.height })
    // In the page's own language or not at all.
    const english = await enterCheckout(app, new Request('http://shop.test/en/checkout'), null)
    expect(english.view.guarantee).toBeNull()
  })

  test('holds what is free and tells of the rest until when', async () => {
    const anna = visitor('60001')
    const ben = visitor('60001.60002.99999')
    const first = await anna.enter()
    expect(first.hold?.secondsLeft).toBeGreaterThan(890)
    const view = await ben.enter()
    expect(view.lines.map(({ piece }) => piece)).toEqual(['60002'])
    expect(view.missing).toEqual([
      {
        id: '60001',
        state: 'reserved',
        name: 'Ring 60001',
        href: '/de/produkte/ring-60001/60001',
        until: first.hold?.until,
      },
      { id: '99999', state: 'gone', name: null, href: null, until: null },
    ])
    // One's own hold never stands in the way.
    expect((await anna.enter()).hold?.until).toEqual(first.hold?.until)
  })

  test('lets go for the page that was shown last, and for no other', async () => {
    const anna = visitor('60003')
    const first = await anna.enter()
    const second = await anna.enter()
    await anna.leave(first.visit)
    expect((await anna.hold())?.pieces).toEqual(['60003'])
    await anna.leave(second.visit)
    expect(await anna.hold()).toBeNull()
    expect(await statusOf(database.db, '60003')).toBe('listed')
  })

  test('never charges another total than the one that was seen', async () => {
    const anna = visitor('60004')
    const view = await anna.enter()
    await database.db.updateTable('product').set({ price_cents: 130_000 }).where('id', '=', '60004').execute()
    const refused = await anna.order(view)
    expect(refused).toMatchObject({
      status: 409,
      problems: [{ at: 'form', reason: 'total-changed', beforeCents: 124_900, nowCents: 134_900 }],
      given: { name: 'Clara Beispiel' },
    })
    const again = await anna.order(await anna.enter())
    expect(again).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^\/de\/checkout\/success\?order=/),
    })
  })

  test('asks for each agreement by its own box', async () => {
    const text = JSON.stringify({ de: 'Die Schließe fehlt.', en: 'The clasp is missing.' })
    await database.db.insertInto('product_defect').values({ product_id: '60005', text }).execute()
    const anna = visitor('60005')
    const view = await anna.enter()
    const [deviation] = view.lines[0]?.deviations ?? []
    expect(await anna.order(view)).toMatchObject({
      status: 409,
      problems: [{ at: 'consent', reason: 'consent-missing' }],
      consents: [],
    })
    expect(await anna.order(view, { email: 'clara' })).toMatchObject({
      status: 422,
      problems: [{ at: 'email' }, { at: 'consent', reason: 'consent-missing' }],
    })
    const consent = `60005.known-defect.${deviation?.version}`
    expect(await anna.order(view, { consent })).toMatchObject({ status: 303 })
  })

  test('whoever loses a piece meanwhile is told and charged nothing', async () => {
    const anna = visitor('60006')
    const view = await anna.enter()
    await passMinutes(database.db, 16, ['60006'])
    const ben = visitor('60006')
    expect(await ben.order(await ben.enter())).toMatchObject({ status: 303 })
    const refused = await anna.order(view)
    expect(refused).toMatchObject({
      status: 409,
      problems: [{ at: 'form', reason: 'taken', pieces: ['60006'] }],
    })
    expect((await anna.enter()).missing).toMatchObject([{ id: '60006', state: 'reserved', until: null }])
  })

  test('a client that holds a piece for very long pauses, and is told for how long', async () => {
    const anna = visitor('60007', 'address-of-anna')
    for (let each = 0; each < 5; each += 1) {
      await anna.enter()
      await passMinutes(database.db, 16, ['60007'])
    }
    const view = await anna.enter()
    expect(view).toMatchObject({ status: 429, lines: [], hold: null })
    expect(Number(view.retryHeader)).toBeGreaterThan(0)
  })

  test('a client whose orders are not paid yet is told that these count, on coming in as on ordering', async () => {
    const pieces = ['60101', '60102', '60103', '60104', '60105']
    await addRings(database.db, pieces)
    const client = 'network.address-of-dora'
    const [late] = pieces.slice(4)
    // Held before, and over when the form is sent.
    const dora = visitor(late ?? '', client)
    const view = await dora.enter()
    await passMinutes(database.db, 16, pieces.slice(4))
    for (const piece of pieces.slice(0, 3))
      await placed(database.db, orderRequest([piece], 120_000), { client })
    const refused = await dora.order(view)
    expect(refused).toMatchObject({ status: 429, problems: [{ at: 'form', reason: 'too-often', room: 0 }] })
    expect(await dora.enter()).toMatchObject({ status: 429, hold: null, room: 0, retryHeader: '900' })
  })

  test('tells what has become of the total, whatever changed it', async () => {
    const anna = visitor('60008')
    const view = await anna.enter()
    const total = view.quote.result.ok ? view.quote.result.quote.totalCents : 0
    const updated = async (changes: Record<string, string>) =>
      (await anna.order(view, { intent: 'update', ...changes })) as unknown as CheckoutAnswer
    expect(await updated({})).toMatchObject({ changed: null })
    const nowCents = total + 100
    expect(await updated({ total: String(nowCents) })).toMatchObject({
      changed: { beforeCents: nowCents, nowCents: total },
    })
    expect(await updated({ total: '' })).toMatchObject({ changed: null })
  })

  test('says that it does not deliver somewhere only where that is why', async () => {
    const settings = await currentSettings(database.db)
    const pieces = await checkoutLines(database.db, ['60001'], settings.orders)
    const dear = pieces.map((piece) => ({ ...piece, priceCents: 900_000_000 }))
    const quote = (choice: Choice, from = pieces) => quoteChoice(app, from, choice, settings)
    expect((await quote({ country: 'DE' }, dear)).courierRefusal).toMatchObject({ reason: 'value-too-high' })
    expect((await quote({ country: 'JP' })).courierRefusal).toMatchObject({ reason: 'country-not-served' })
    // What is no country is the address's fault, not the delivery's.
    expect(await quote({ country: 'XX' })).toMatchObject({ country: 'DE', courierRefusal: null })
  })

  test('names what is missing and gives back what was typed', async () => {
    const anna = visitor('60003')
    const view = await anna.enter()
    const refused = await anna.order(view, {
      email: 'nobody',
      city: '',
      delivery: 'collection.nowhere',
      payment: '',
    })
    expect(refused).toMatchObject({
      status: 422,
      given: { email: 'nobody', delivery: 'collection', branch: 'nowhere' },
    })
    expect(refused.problems.map(({ at, reason }) => `${at} ${reason}`)).toEqual([
      'email no-email',
      'city missing',
      'payment no-choice',
    ])
    expect(await anna.order(view, { delivery: 'collection.nowhere' })).toMatchObject({
      status: 409,
      problems: [{ at: 'delivery', reason: 'no-such-branch' }],
    })
    // Nothing but the button that says so binds.
    expect(await anna.order(view, { intent: '' })).toMatchObject({ status: 200, problems: [] })
    // Without a script the language's button takes along what was typed, and orders nothing.
    expect(await anna.order(view, { language: 'en' })).toMatchObject({ status: 200, problems: [] })
    expect(await anna.order(view, { language: 'en', intent: '', email: 'clara@' })).toMatchObject({
      status: 200,
      problems: [],
      given: { email: 'clara@' },
    })
    // What was refused before is told again, as far as it is not mended.
    for (const intent of ['', 'update'])
      expect(await anna.order(view, { language: 'en', intent, refused: '1', email: 'clara@' })).toMatchObject(
        { status: 422, problems: [{ at: 'email', reason: 'no-email' }], given: { city: 'Köln' } },
      )
    expect(await anna.order(view, { intent: 'update', refused: '1', city: '' })).toMatchObject({
      status: 422,
      problems: [{ at: 'city', reason: 'missing' }],
    })
    expect(await anna.order(view, { intent: 'update', refused: '1' })).toMatchObject({
      status: 200,
      problems: [],
    })
  })
})
