import type { ComponentProps, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { IntlProvider } from 'use-intl'
import { beforeAll, describe, expect, test } from 'vitest'
import { type App, clientContext } from '#app/app-context.ts'
import { formatPrice, timeZone } from '#app/language/formats.ts'
import { languageTags, locales } from '#app/language/locales.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { pathTo } from '#app/language/route-table.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { releaseHold } from '#app/shop/checkout/hold.ts'
import { holderFromCookies } from '#app/shop/checkout/holder.ts'
import { findWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { saveSetting } from '#app/shop/settings/settings.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { noStories } from '#tests/no-stories.ts'
import { contextOf } from '#tests/requests.ts'
import Checkout, * as checkout from './checkout/checkout-page.tsx'
import { Footer } from './layout/Footer.tsx'
import { loader as layoutLoader } from './layout.tsx'
import Product, * as product from './product/product-page.tsx'
import { type ShellData, ShellProvider } from './shell-data.ts'
import Withdrawal, * as withdrawal from './withdrawal/withdrawal-page.tsx'

/** What the law wants to be read on a page stands there, in both languages: the pages are rendered as the server does. */
const database = testDatabase()
let app: App

beforeAll(async () => {
  const { db } = database
  await loadAllMessages()
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadCast(db)
  await saveSetting(db, 'orders', { oneYearLiability: true })
  const log = createLog('silent')
  const payment = { db, payments: null, siteUrl: 'http://shop.test', log }
  app = { env: readEnv({ DATA_DIR: '/tmp' }), log, db, payment, stories: noStories } as unknown as App
})

type Args = Parameters<typeof checkout.loader>[0] & Parameters<typeof product.loader>[0]

function args(address: string, init: RequestInit & { params?: Record<string, string> } = {}) {
  const url = new URL(address, 'http://shop.test')
  const context = contextOf(app)
  context.set(clientContext, null)
  const { params = {}, ...rest } = init
  return { request: new Request(url, rest), url, params, context, pattern: '' } as unknown as Args
}

/** A page inside the frame's data, without the frame. */
async function render(address: string, page: ReactNode): Promise<string> {
  const shell: ShellData = await layoutLoader(args(address) as never)
  const locale = shell.site.currentLocale
  const framed = (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
      <ShellProvider value={shell}>{page}</ShellProvider>
    </IntlProvider>
  )
  const draw = () => framed
  const Page = createRoutesStub([{ path: '*', Component: draw }])
  return renderToStaticMarkup(<Page initialEntries={[address]} />)
}

/** What a page gets of the router, as far as it reads it. */
const shown = <Props,>(props: object) => props as Props

/** What is read, one word after the other. */
const words = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What comes in this order; a regular expression stands for a sentence with something of its own in it. */
function expectInOrder(text: string, parts: readonly (string | RegExp)[]) {
  let rest = text
  for (const part of parts) {
    const found = typeof part === 'string' ? rest.indexOf(part) : rest.search(part)
    expect(found, `${part} in: ${rest}`).toBeGreaterThanOrEqual(0)
    rest = rest.slice(found + (typeof part === 'string' ? part.length : (part.exec(rest)?.[0].length ?? 0)))
  }
}

const legal = {
  de: {
    withdraw: 'Vertrag widerrufen',
    confirm: 'Widerruf bestätigen',
    order: 'Zahlungspflichtig bestellen',
    shipping: 'zzgl. Versand',
    tax: 'inkl. MwSt., differenzbesteuert nach § 25a UStG, MwSt. nicht ausweisbar',
    ways: /Lieferung: Deutschland, Europäische Union, .+ Zahlung: Überweisung, bei Abholung auch in der Filiale\./,
    guarantee: 'Zwei Jahre, soweit Sie nicht unten etwas anderem zustimmen',
    oneYear: 'schon ein Jahr nach der Übergabe verjähren',
    defect: 'Die Nadel schließt nicht mehr.',
    name: 'Brosche mit Smaragden',
    essentials: /Material: Platin, 950 .*Smaragd: 3 Steine, .*Zustand: Gut/,
    delivery: 'Lieferung Versicherter Wertkurier, 1 bis 2 Werktage nach Eingang der Zahlung',
    total: 'Gesamtbetrag',
  },
  en: {
    withdraw: 'Withdraw from contract here',
    confirm: 'Confirm withdrawal',
    order: 'Order with obligation to pay',
    shipping: 'plus shipping',
    tax: 'incl. VAT, margin scheme under § 25a UStG, VAT not shown separately',
    ways: /Delivery: Germany, European Union, .+ Payment: bank transfer, .*branch.*\./,
    guarantee: 'Two years, unless you agree otherwise below',
    oneYear: 'become time-barred one year after handing over',
    defect: 'The pin no longer closes.',
    name: 'Brooch with emeralds',
    essentials: /Metal: Platinum, 950 .*Emerald: 3 stones, .*Condition: Good/,
    delivery: 'Delivery Insured courier, 1 to 2 working days after receipt of payment',
    total: 'Total',
  },
} as const

describe.each(locales)('in %s', (locale) => {
  const said = legal[locale]
  const price = (cents: number) => words(formatPrice(cents, locale))

  describe('the checkout', () => {
    let html: string
    let cookie = `cart=${cast.availableBrooch}`
    beforeAll(async () => {
      const path = pathTo(locale, 'checkout')
      const { data, init } = (await checkout.loader(args(path, { headers: { cookie } }))) as unknown as {
        data: ComponentProps<typeof Checkout>['loaderData']
        init: { headers: Headers }
      }
      html = await render(
        path,
        <Checkout {...shown<ComponentProps<typeof Checkout>>({ loaderData: data })} />,
      )
      cookie += `; ${init.headers.get('set-cookie')?.split(';')[0]}`
      await releaseHold(database.db, { holder: holderFromCookies(cookie)?.token ?? '' })
    })
    const form = () => html.slice(html.lastIndexOf('<form'), html.lastIndexOf('</form>'))
    const review = () => form().slice(form().indexOf('<section aria-labelledby="review"'))

    // Duty: delivery-and-payment-known
    test('says before the first field where we deliver and how one can pay', () => {
      expect(words(html.slice(0, html.indexOf('name="email"')))).toMatch(said.ways)
    })

    // Duty: order-button, order-review
    test('says everything above the button that binds, in the order of the law, and nothing beside it', () => {
      expectInOrder(words(review()), [
        said.guarantee,
        said.name,
        price(389_050),
        said.tax,
        said.essentials,
        said.delivery,
        price(2_400),
        said.total,
        price(391_450),
        said.order,
      ])
      for (const page of ['gtc', 'cancellation', 'privacy', 'legal-guarantee'] as const)
        expect(review()).toContain(`href="${pathTo(locale, page)}" target="_blank"`)
      expect(review()).toContain('<input type="hidden" name="total" value="391450"/>')
      // The word alone, after it nothing but the room for “is being sent”, and no second one anywhere.
      expect(review().slice(review().indexOf('<button'))).toMatch(
        new RegExp(`^<button [^>]*>${said.order}</button><p role="status"[^>]*></p></section>$`),
      )
      expect(html.match(/<button[^>]* value="order"/g)).toHaveLength(1)
    })

    // Duty: binding-once
    test('does not bind by an Enter in a field: another button comes first', () => {
      expect(/<button[^>]*>/.exec(form())?.[0]).toContain('value="update"')
    })

    // Duty: guarantee-deviation
    test('has one box for each deviation from the guarantee, none of them ticked', () => {
      const boxes = review().match(/<input [^>]*name="consent"[^>]*>/g) ?? []
      expect(boxes).toHaveLength(2)
      for (const box of boxes) expect(box).toMatch(/type="checkbox"(?!.*checked)/)
      expectInOrder(words(review()), [said.oneYear, said.defect])
    })
  })

  // Duty: known-defect, total-price
  test('a piece names its price with tax and shipping, and a known defect', async () => {
    const id = cast.availableBrooch
    const name = (await findProduct(database.db, id, new Date()))?.slug[locale] ?? ''
    const address = pathTo(locale, 'product', { name, id })
    const loaderData = await product.loader(args(address, { params: { id, name } }))
    const html = await render(address, <Product {...shown<ComponentProps<typeof Product>>({ loaderData })} />)
    const shipping = `<a class="link" href="${pathTo(locale, 'shipping')}">${said.shipping}</a>`
    expect(html).toContain(shipping)
    expectInOrder(words(html), [price(389_050), `${said.tax} ${said.shipping}`, said.defect])
  })

  // Duty: withdrawal-entry, legal-pages
  test('the frame leads to the withdrawal and to every page the law wants, out of nothing that is closed', async () => {
    const html = await render(pathTo(locale, 'index'), <Footer />)
    // The choice of language alone is folded; no collapsed part and nothing hidden around the rest.
    const open = html.replace(/<details.*<\/details>/s, '')
    expect(open).not.toMatch(/<details|hidden(?!:)="|aria-hidden="true"/)
    expect(open).toMatch(new RegExp(`<a href="${pathTo(locale, 'withdrawal')}"[^>]*>${said.withdraw}</a>`))
    for (const page of [
      'cancellation',
      'gtc',
      'imprint',
      'privacy',
      'accessibility',
      'legal-guarantee',
      'battery-notice',
    ] as const)
      expect(open).toContain(`<a href="${pathTo(locale, page)}"`)
  })

  // Duty: withdrawal-confirmation
  test('a withdrawal is recorded by its second step alone, whose button says so', async () => {
    const path = pathTo(locale, 'withdrawal')
    const submission = crypto.randomUUID()
    const declared = { name: 'Clara Beispiel', contract: 'RG-2026-0001', email: 'clara@beispiel.example' }
    const post = (fields: Record<string, string>) =>
      withdrawal.action(
        args(path, {
          method: 'POST',
          body: new URLSearchParams({ ...declared, submission, ...fields }),
        }) as never,
      )
    const answer = (await post({})) as { data: ComponentProps<typeof Withdrawal>['actionData'] }
    expect(answer.data).toMatchObject({ at: 'review' })
    expect(await findWithdrawal(database.db, submission)).toBeNull()
    const loaderData = await withdrawal.loader(args(path) as never)
    const show = (given: object) =>
      render(path, <Withdrawal {...shown<ComponentProps<typeof Withdrawal>>({ loaderData, ...given })} />)
    const second = await show({ actionData: answer.data })
    expect(second).toMatch(new RegExp(`<button [^>]*value="confirm"[^>]*>${said.confirm}</button>`))
    for (const text of Object.values(declared)) expect(words(second)).toContain(text)
    // Without a script the language's button shows each step in the other language, and records nothing.
    const shownAgain = async (fields: Record<string, string>) =>
      ((await post({ language: 'en', ...fields })) as { data: object }).data
    expect(await shownAgain({ at: 'review' })).toMatchObject({ at: 'review' })
    expect(await shownAgain({ name: '' })).toMatchObject({ at: 'form', wrong: [], given: { name: '' } })
    expect(await shownAgain({ name: '', refused: '1' })).toMatchObject({ at: 'form', wrong: ['name'] })
    expect(await shownAgain({ refused: '1' })).toMatchObject({ at: 'form', wrong: [], given: declared })
    expect(await findWithdrawal(database.db, submission)).toBeNull()
    // One sentence says what is wrong with an address, and what would be right.
    const refused = words(await show({ actionData: await shownAgain({ refused: '1', email: 'clara@' }) }))
    expect(refused).toContain(
      locale === 'de' ? 'Hinter dem @ fehlt etwas.' : 'something is missing after the @.',
    )
    expect(refused).not.toContain(locale === 'de' ? 'Geben Sie eine vollständige' : 'Enter a complete')

    const received = (await post({ step: 'confirm' })) as Response
    expect(received.status).toBe(302)
    const record = await findWithdrawal(database.db, submission)
    expect(record).toMatchObject({ ...declared, locale })
    const done = await withdrawal.loader(args(received.headers.get('location') ?? '') as never)
    const time = record?.received_at.toLocaleTimeString(languageTags[locale], { timeZone }) ?? ''
    const receipt = words(await show({ loaderData: done }))
    for (const text of [...Object.values(declared), time]) expect(receipt).toContain(text)
  })
})
