import { resolve } from 'node:path'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { enterPayoutRate } from '#app/shop/buying/metal-price.ts'
import { loadMetalPrices } from '#db/load-metal-prices.ts'
import { loadSettings } from '#db/load-settings.ts'
import { renderBlocks, renderDelivered, testBlock } from '#tests/blocks.tsx'
import { testDatabase } from '#tests/database.ts'
import type { BlockOf } from '../block.ts'
import { isStatic } from '../block-components.ts'
import type { LoadContext } from '../load-blocks.ts'
import { parseBlocks } from '../parse-blocks.ts'
import { type CalculatorData, loadGoldPurchaseCalculator } from './loader.ts'

testBlock('gold-purchase-calculator', {
  refuses: [[{ variant: 'large' }, 'variant: must be one of full, small']],
})

test.each(['full', 'small'])('on English pages it speaks English and answers itself: %s', async (variant) => {
  const { html } = await renderDelivered([{ component: 'gold-purchase-calculator', variant }], 'en')
  expect(html).toContain('<option value="gold-585" selected="">Gold 585 (14 carat)</option>')
  expect(html).toContain('>€734.65<')
  expect(html).toContain('7.254\u00a0g fine × €112.528 × 90%')
  expect(html).toContain('href="/en/contact?subject=appointment&amp;item=gold-585&amp;amount=12%2C4')
  expect(html).toMatch(/<form(?![^>]* action=)/)
  expect(html).not.toMatch(/href="\/de|Gramm|Stand:|Posten/)
})

test('what answers itself lives in the browser, and what goes on to its page does not', () => {
  const [block] = parseBlocks([{ component: 'gold-purchase-calculator', _uid: 'x', variant: 'small' }], {
    locale: 'en',
    apiUrl: '/api',
  }).blocks as [BlockOf<'gold-purchase-calculator'>]
  const loaded = (data: Partial<CalculatorData>) => ({ values: { [block.key]: data }, failed: {} }) as never
  expect(isStatic(block, loaded({ whole: true }))).toBe(false)
  expect(isStatic(block, loaded({}))).toBe(true)
})

test('the small one asks the calculator’s page, without script too', async () => {
  const { html } = await renderDelivered([{ component: 'gold-purchase-calculator', variant: 'small' }], 'de')
  expect(html).toMatch(/<form[^>]* action="\/de\/goldankaufsrechner"/)
  expect(html).toContain('<option value="gold-585" selected="">Gold 585 (14 Karat)</option>')
  expect(html.match(/<label /g)).toHaveLength(2)
  expect(html).toMatch(/Feingold heute 112,53\s€ je Gramm\./)
})

describe('as the server renders it from a page’s query', () => {
  const database = testDatabase()
  const now = new Date('2026-11-20T13:30:00Z')
  beforeAll(async () => {
    await loadSettings(database.db, resolve('db/demo/settings.yaml'))
    await loadMetalPrices(database.db, resolve('db/demo/metal-prices.yaml'), now)
  })

  test('the small one is whole where its page does not exist', async () => {
    const load = (locale: 'de' | 'en') => {
      const small = { component: 'gold-purchase-calculator', _uid: 'x', variant: 'small' }
      const [block] = parseBlocks([small], { locale, apiUrl: '/api' }).blocks as [
        BlockOf<'gold-purchase-calculator'>,
      ]
      const context = { db: database.db, locale, now, log: pino({ level: 'silent' }) } as LoadContext
      return loadGoldPurchaseCalculator(block, context)
    }
    const [german, english] = [await load('de'), await load('en')]
    expect([german.whole, english.whole]).toEqual([undefined, true])
    expect([german.history.length, english.history.length > 0]).toEqual([0, true])
  })

  async function page(query: string, minutesLater = 0) {
    const { blocks } = parseBlocks([{ component: 'gold-purchase-calculator', _uid: 'x' }], {
      locale: 'de',
      apiUrl: '/api',
    })
    const [block] = blocks as [BlockOf<'gold-purchase-calculator'>]
    const data = (await loadGoldPurchaseCalculator(block, {
      db: database.db,
      locale: 'de',
      now: new Date(now.getTime() + minutesLater * 60_000),
      log: pino({ level: 'silent' }),
      query: new URLSearchParams(query),
    } as LoadContext)) as CalculatorData
    const html = await renderBlocks(blocks, 'de', { loaded: { values: { [block.key]: data }, failed: {} } })
    return plain(html)
  }
  const rates = async (locale: 'de' | 'en') => {
    const { blocks } = parseBlocks([{ component: 'gold-purchase-calculator', _uid: 'x', rates: true }], {
      locale,
      apiUrl: '/api',
    })
    const [block] = blocks as [BlockOf<'gold-purchase-calculator'>]
    const context = { db: database.db, locale, now, log: pino({ level: 'silent' }) } as LoadContext
    const data = await loadGoldPurchaseCalculator(block, context)
    expect(data.history).toEqual([])
    expect(isStatic(block, { values: { [block.key]: data }, failed: {} } as never)).toBe(true)
    return plain(
      await renderBlocks(blocks, locale, { loaded: { values: { [block.key]: data }, failed: {} } }),
    )
  }

  const plain = (html: string) => html.replace(/[\u00a0\u202f]/g, ' ').replaceAll('&amp;', '&')

  test('every line shows its arithmetic, and the total is their sum', async () => {
    const html = await page(
      'item=gold-585&amount=12.4&item=coin-kruegerrand&amount=1&item=silver-90&amount=240',
    )
    expect(html).toContain('>734,65 €<')
    expect(html).toContain('7,254 g fein × 112,528 € × 90 %')
    expect(html).toContain('>3.395,00 €<')
    expect(html).toContain('31,1035 g fein × 112,5276 € × 97 %')
    expect(html).toContain('>Versilbert<')
    expect(html).toContain('>4.129,65 €<')
    expect(html).toContain('Stand: 20.11.2026, 14:30 Uhr, Quelle: Beispielkurs der Demo.')
    expect(html).toContain(
      'Unverbindlich – verbindlich erst nach Prüfung vor Ort. Steine werden nicht mitgerechnet.',
    )
  })

  test('both ways on carry the lines that were entered', async () => {
    const html = await page('item=gold-585&amount=12,4&item=gold-333&amount=')
    expect(html).toContain('href="/de/kontakt?subject=appointment&item=gold-585&amount=12%2C4"')
    expect(html).toContain('href="/de/verkaufen?item=gold-585&amount=12%2C4#anfrage"')
  })

  test('a weight that cannot be read keeps the text and says why', async () => {
    const html = await page('item=gold-585&amount=%3Cb%3Eviel')
    expect(html).toContain('value="&lt;b&gt;viel"')
    expect(html).toContain('Bitte geben Sie eine Zahl ein')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('Noch kein Betrag')
  })

  test('an open fineness gives from and to', async () => {
    const html = await page('item=gold-unknown&amount=10&item=gold-585&amount=10')
    expect(html).toContain('337,25 € bis 759,56 €')
    expect(html).toContain('Die Spanne reicht von 333 bis 750.')
    expect(html).toContain('929,71 € bis 1.352,02 €')
  })

  test('prices per gram and the year’s course in words stand below', async () => {
    const html = await page('')
    expect(html).toContain('90 % vom Kurs: 3.500,00 € je Feinunze zu 31,1034768 g. 20.11.2026, 14:30 Uhr.')
    expect(html).toMatch(/585<\/th><td[^>]*>14<\/td><td[^>]*>59,25 €/)
    expect(html).toContain('auf 112,53 € je Gramm Feingold. Niedrigster Stand')
    expect(html).toMatch(/<path d="M0 \d/)
  })

  test('an old price is warned of; after a day there are no amounts and a telephone number', async () => {
    const old = await page('item=gold-585&amount=12,4', 61)
    expect(old).toContain('Der Kurs ist über eine Stunde alt.')
    expect(old).toContain('>734,65 €<')
    const expired = await page('item=gold-585&amount=12,4', 24 * 60 + 1)
    expect(expired).toContain('Wir zeigen deshalb keine Beträge.')
    expect(expired).toContain('href="tel:+492215550110"')
    expect(expired).toContain('Auf Anfrage')
    expect(expired).not.toMatch(/\d €/)
  })

  test('rates are a table of what holds, in both languages, and none are on request', async () => {
    expect(await rates('de')).toMatch(/Bruch, Zahngold<\/th><td[^>]*>90 %<.*Silber<\/th><td[^>]*>75 %</)
    const scrap = { name: 'gold-scrap', enteredBy: 'Clara' } as const
    const before = new Date(now.getTime() - 60_000)
    await enterPayoutRate(database.db, { ...scrap, perMille: 915, validFrom: before })
    await database.db.deleteFrom('payout_rate').where('name', '=', 'silver').execute()
    expect(await rates('de')).toMatch(
      /Bruch, Zahngold<\/th><td[^>]*>91,5 %<.*Silber<\/th><td[^>]*>Auf Anfrage</,
    )
    const english = await rates('en')
    expect(english).toMatch(/dental gold<\/th><td[^>]*>91.5%<.*Silver<\/th><td[^>]*>On request</)
    expect(english).not.toMatch(/<form|<input/)
    // The text beside the payout per gram follows it, too.
    expect(await page('')).toContain('Gold als Schmuck und Bruch, 91,5 % vom Kurs')
  })
})
