import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { IntlProvider } from 'use-intl'
import { beforeAll, expect, test } from 'vitest'
import { type App, clientContext } from '#app/app-context.ts'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { pathTo } from '#app/language/route-table.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { deviationsOf } from '#app/shop/checkout/deviations.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { noStories } from '#tests/no-stories.ts'
import { contextOf } from '#tests/requests.ts'
import { loader as layoutLoader } from '../layout.tsx'
import { ShellProvider } from '../shell-data.ts'
import Checkout, * as checkout from './checkout-page.tsx'
import type { CheckoutView } from './checkout-view.ts'

const database = testDatabase()
let app: App
/** Of one buyer: what they hold stays theirs. */
let holder = ''

beforeAll(async () => {
  await loadAllMessages()
  await loadSettings(database.db, 'db/demo/settings.yaml')
  await addRings(database.db, ['62001', '62002', '62003'])
  const log = createLog('silent')
  const payment = { db: database.db, payments: null, siteUrl: 'http://shop.test', log }
  const env = readEnv({ DATA_DIR: '/tmp' })
  app = { env, log, now: () => new Date(), db: database.db, payment, stories: noStories } as unknown as App
})

const bent = { de: 'Die Schiene ist verbogen.', en: 'The shank is bent.' }

/** What the review says to somebody with these pieces in the cart; `defects` of them have one that is known. */
async function review(locale: Locale, pieces: string[], deviating: { defects: number; oneYear: boolean }) {
  const address = pathTo(locale, 'checkout')
  const context = contextOf(app)
  context.set(clientContext, null)
  const url = new URL(address, 'http://shop.test')
  const request = new Request(url, { headers: { cookie: `cart=${pieces.join('.')}; ${holder}` } })
  const args = { request, url, params: {}, context, pattern: '' } as unknown
  const shell = await layoutLoader(args as never)
  const { data, init } = (await checkout.loader(args as never)) as unknown as {
    data: ComponentProps<typeof Checkout>['loaderData'] & { view: CheckoutView }
    init: { headers: Headers }
  }
  holder = init.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(data.view.lines).toHaveLength(pieces.length)
  const lines = data.view.lines.map((line, index) => {
    const piece = { id: line.piece, isUsed: true, defect: index < deviating.defects ? bent : null }
    return { ...line, deviations: deviationsOf(piece, { oneYearLiability: deviating.oneYear }) }
  })
  const props = { loaderData: { ...data, view: { ...data.view, lines } } }
  const draw = () => (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
      <ShellProvider value={shell}>
        <Checkout {...(props as unknown as ComponentProps<typeof Checkout>)} />
      </ShellProvider>
    </IntlProvider>
  )
  const Page = createRoutesStub([{ path: '*', Component: draw }])
  const html = renderToStaticMarkup(<Page initialEntries={[address]} />)
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('only the pieces are counted of which something else is agreed', async () => {
  const cart = ['62001', '62002', '62003']
  const one = await review('de', cart, { defects: 1, oneYear: false })
  expect(one).toContain('Für ein Stück vereinbaren wir etwas anderes, als das Gesetz sonst vorsieht.')
  const two = await review('en', cart, { defects: 2, oneYear: false })
  expect(two).toContain('For 2 pieces we agree on something other than what the law provides by default.')
  // A piece with two boxes is one piece.
  const both = await review('de', ['62001'], { defects: 1, oneYear: true })
  expect(both).toContain('Für ein Stück vereinbaren wir')
  expect(await review('de', cart, { defects: 0, oneYear: false })).not.toContain('vereinbaren wir')
})

test('two years are promised for every piece only while no box below asks for one', async () => {
  const known = { defects: 1, oneYear: false }
  expect(await review('de', ['62001'], known)).toContain('Zwei Jahre, für jedes Stück')
  expect(await review('en', ['62001'], known)).toContain('Two years, on every piece')
  const shortened = { defects: 0, oneYear: true }
  const de = await review('de', ['62001'], shortened)
  expect(de).toContain('Zwei Jahre, soweit Sie nicht unten etwas anderem zustimmen')
  expect(de).not.toContain('Zwei Jahre, für jedes Stück')
  expect(await review('en', ['62001'], shortened)).toContain('Two years, unless you agree otherwise below')
})
