import { sql } from 'kysely'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { IntlProvider } from 'use-intl'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, clientContext } from '#app/app-context.ts'
import { timeZone } from '#app/language/formats.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { openVies } from '#app/platform/vies.ts'
import { findOrder } from '#app/shop/checkout/order.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeVies, startFakeVies } from '#tests/fakes/vies.ts'
import { noStories } from '#tests/no-stories.ts'
import { contextOf } from '#tests/requests.ts'
import { loader as layoutLoader } from '../layout.tsx'
import { type ShellData, ShellProvider } from '../shell-data.ts'
import type { CheckoutAnswer } from './checkout-action.ts'
import Checkout, * as checkout from './checkout-page.tsx'
import type { CheckoutView } from './checkout-view.ts'

/** As a browser without script sees it: the form is sent, the page is drawn anew. */
const database = testDatabase()
let vies: FakeVies
let app: App
let next = 61_001

beforeAll(async () => {
  vies = await startFakeVies()
  await loadAllMessages()
  await loadSettings(database.db, 'db/demo/settings.yaml')
  const log = createLog('silent')
  app = {
    env: readEnv({ DATA_DIR: '/tmp' }),
    log,
    now: () => new Date(),
    db: database.db,
    payment: { db: database.db, payments: null, siteUrl: 'http://shop.test', log },
    stories: noStories,
    vies: openVies({ url: vies.url, log }),
  } as unknown as App
})
afterAll(() => vies.stop())
beforeEach(() => vies.behave('answers'))

type Args = Parameters<typeof checkout.loader>[0]

async function buyer(taxMode = 'standard_19') {
  const piece = String(next++)
  await addRings(database.db, [piece], { priceCents: 119_000 })
  await sql`update product set tax_mode = ${taxMode} where id = ${piece}`.execute(database.db)
  let own = `cart=${piece}`
  const args = (init: RequestInit = {}) => {
    const context = contextOf(app)
    context.set(clientContext, null)
    const url = new URL('http://shop.test/de/checkout')
    const request = new Request(url, { ...init, headers: { cookie: own } })
    return { request, url, params: {}, context, pattern: '' } as unknown as Args
  }
  const entered = (await checkout.loader(args())) as unknown as {
    data: ComponentProps<typeof Checkout>['loaderData'] & { view: CheckoutView }
    init: { headers: Headers }
  }
  own += `; ${entered.init.headers.get('set-cookie')?.split(';')[0]}`
  const shell: ShellData = await layoutLoader(args() as never)
  return async (fields: Record<string, string>) => {
    const body = new URLSearchParams({
      intent: 'order',
      submission: entered.data.view.submission,
      piece,
      email: 'clara@beispiel.example',
      name: 'Clara Beispiel',
      street: 'Domstraße 1',
      city: 'Ort',
      delivery: 'courier',
      payment: 'bank-transfer',
      ...fields,
    })
    const sent = await checkout.action(args({ method: 'POST', body }))
    if (sent instanceof Response) {
      const token = new URL(sent.headers.get('location') ?? '', 'http://shop.test').searchParams.get('order')
      return { status: sent.status, order: await findOrder(database.db, token ?? ''), text: '', html: '' }
    }
    const { data, init } = sent as unknown as { data: CheckoutAnswer; init: { status: number } }
    const props = { loaderData: entered.data, actionData: data } as unknown as ComponentProps<typeof Checkout>
    const draw = () => (
      <IntlProvider locale="de" messages={messagesOf('de')} timeZone={timeZone}>
        <ShellProvider value={shell}>
          <Checkout {...props} />
        </ShellProvider>
      </IntlProvider>
    )
    const Page = createRoutesStub([{ path: '*', Component: draw }])
    const html = renderToStaticMarkup(<Page initialEntries={['/de/checkout']} />)
    const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    return { status: init.status, order: null, text, html }
  }
}

const swiss = { country: 'CH', postalCode: '8001' }
const totalIn = (html: string) => /name="total" value="(\d+)"/.exec(html)?.[1]

describe('the checkout without script', () => {
  // Duty: import-duties, price-as-shown
  test('tells the price without tax, and whose the duties are, before it takes an order to Switzerland', async () => {
    const send = await buyer()
    // What the page said for Germany.
    const first = await send({ ...swiss, total: '121400', duties: 'false' })
    expect(first.status).toBe(409)
    expect(first.text).toMatch(
      /Der Gesamtbetrag hat sich geändert: 1\.214 € waren es, 1\.057,98 € sind es jetzt/,
    )
    expect(first.text).toMatch(/Ausfuhr, ohne MwSt\. \(§ 4 Nr\. 1a UStG\), Listenpreis 1\.190 €/)
    expect(first.text).toMatch(/deutsche MwSt\., die entfällt 201,02 €/)
    expect(first.text).toContain('Zölle und Abgaben bei der Einfuhr tragen Sie.')
    expect(first.html).toContain('name="duties" value="true"')
    const second = await send({ ...swiss, total: totalIn(first.html) ?? '', duties: 'true' })
    expect(second.status).toBe(303)
    expect(second.order).toMatchObject({
      totalCents: 105_798,
      vatCents: 0,
      lines: [{ tax: { rule: 'export' } }],
    })
  })

  // Duty: import-duties
  test('names the duties of an island outside the area of VAT although the total is the same', async () => {
    const send = await buyer('margin_25a')
    const spanish = { country: 'ES', postalCode: '35001', total: '123900' }
    const first = await send({ ...spanish, duties: 'false' })
    expect(first.status).toBe(409)
    expect(first.text).toContain('außerhalb des Steuergebiets der EU')
    expect((await send({ ...spanish, duties: 'true' })).status).toBe(303)
  })

  // Duty: intra-community
  test('takes the tax off for a business of another member state, and keeps how its id was checked', async () => {
    const send = await buyer()
    const austrian = { country: 'AT', postalCode: '1010', company: 'Uhren GmbH', vatId: 'atu 1358 5627' }
    const shown = await send({ ...austrian, intent: 'update' })
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('ATU13585627 ist bestätigt.')
    expect(totalIn(shown.html)).toBe('104118')
    expect(shown.html).toMatch(/<details[^>]* open=""/)
    const placed = await send({ ...austrian, total: '104118', duties: 'false' })
    expect(placed.order).toMatchObject({
      vatId: { id: 'ATU13585627', country: 'AT', outcome: 'valid' },
      lines: [{ priceCents: 100_000, tax: { rule: 'intra-community' } }],
    })
  })

  // Duty: intra-community
  test('says at the field what is wrong with a VAT id, and goes on without VIES', async () => {
    const send = await buyer()
    const french = { country: 'FR', postalCode: '75001', total: '104118' }
    for (const [vatId, sentence] of [
      ['FR40303265046', 'unvollständig oder falsch geschrieben'],
      ['GB980780684', 'nur eine USt-IdNr. der EU oder Nordirlands'],
    ] as const) {
      const refused = await send({ ...french, vatId })
      expect(refused.status).toBe(422)
      expect(refused.html).toMatch(
        /<input[^>]*name="vatId"[^>]*aria-invalid="true"|<input[^>]*aria-invalid="true"[^>]*name="vatId"/,
      )
      expect(refused.html).toMatch(new RegExp(`id="vatId-error"[^>]*>[^<]*${sentence}`))
    }
    // Whatever is refused, what would be right is said.
    const long = 'Lang'.repeat(30)
    const tooLong = await send({
      ...french,
      name: long,
      elsewhere: 'on',
      deliveryCity: long,
      note: long.repeat(9),
    })
    expect(tooLong.text).toContain('Vor- und Nachname: Das ist zu lang, möglich sind 100 Zeichen.')
    expect(tooLong.text).toContain('Ort: Das ist zu lang, möglich sind 80 Zeichen.')
    expect(tooLong.text).toContain('Das ist zu lang, möglich sind 1000 Zeichen.')
    vies.unknown.add('FR40303265045')
    const unknown = await send({ ...french, vatId: 'FR40303265045' })
    expect(unknown.status).toBe(422)
    expect(unknown.html).toMatch(/id="vatId-error"[^>]*>[^<]*nicht als gültig verzeichnet/)
    vies.behave('member-state-away')
    const placed = await send({ ...french, vatId: 'FR23334175221' })
    expect(placed.status).toBe(303)
    expect(placed.order).toMatchObject({
      vatId: { id: 'FR23334175221', outcome: 'unchecked', consultation: null },
      lines: [{ tax: { rule: 'intra-community' } }],
    })
  })

  test('hides from consumers what only businesses need', async () => {
    const send = await buyer()
    const { html } = await send({ country: 'DE', postalCode: '50667', intent: 'update' })
    expect(html).toMatch(/<details(?![^>]*open)[^>]*><summary[^>]*>Bestellung als Unternehmen<\/summary>/)
    expect(html).not.toMatch(/name="vatId"[^>]*required/)
  })
})
