import { beforeAll, describe, expect, test } from 'vitest'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { payloads } from '#tests/hostile-texts.ts'
import { missingProperties, nodesOf, vocabularyFaults } from '#tests/schema-org.ts'
import { type JsonLdNode, jsonLdScript } from './json-ld.ts'
import { itemList, pageGraph } from './page-graph.ts'
import { productJsonLd } from './product-json-ld.ts'
import { branchJsonLd, shopJsonLd, websiteJsonLd } from './shop-json-ld.ts'
import { storyFacts } from './story-json-ld.ts'

const database = testDatabase()
const siteUrl = 'https://shop.example'
const now = new Date('2026-11-20T12:00:00Z')
let settings: Settings

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  await loadCast(database.db)
  settings = await readSettings(database.db)
})

/** As it reaches a reader: through JSON, without what is undefined. */
function read(...nodes: JsonLdNode[]): Record<string, unknown>[] {
  const [, json = ''] = /^<script[^>]*>(.*)<\/script>$/s.exec(jsonLdScript(nodes)) ?? []
  return JSON.parse(json)['@graph']
}

async function product(id: string, change: object = {}) {
  const piece = await findProduct(database.db, id, castNow)
  if (!piece) throw new Error(`${id} is not in the cast`)
  const place = { siteUrl, apiUrl: '/api', locale: 'de', path: `/de/produkte/x/${id}` } as const
  return read(productJsonLd({ ...piece, ...change }, settings, place))
}

describe('a piece', () => {
  test.each(Object.entries(cast))(
    '%s holds what merchant listings need, in the vocabulary',
    async (_, id) => {
      const graph = await product(id)
      expect(vocabularyFaults(graph)).toEqual([])
      expect(missingProperties(graph)).toEqual([])
    },
  )

  test('is used, has its price in euros, its maker and its reference', async () => {
    const [piece] = await product(cast.availableSubmariner)
    expect(piece).toMatchObject({
      sku: '10482',
      mpn: '116610LN',
      brand: { name: 'Rolex' },
      offers: {
        price: '9850.00',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        seller: { name: 'Rheingold' },
      },
    })
    expect(piece).not.toHaveProperty('offers.priceValidUntil')
  })

  test.each([
    ['available', 'InStock'],
    ['reserved', 'OutOfStock'],
    ['sold', 'SoldOut'],
  ])('that is %s is %s', async (status, word) => {
    const [piece] = await product(cast.availableSubmariner, { status })
    expect(piece).toHaveProperty('offers.availability', `https://schema.org/${word}`)
  })

  test('costs to send what the settings say, zone by zone', async () => {
    const zones = nodesOf(await product(cast.availableSubmariner), 'OfferShippingDetails')
    expect(zones.map(({ shippingRate }) => (shippingRate as { value: string }).value)).toEqual([
      '24.00',
      '49.00',
      '69.00',
      '79.00',
    ])
  })

  test('goes to regions of one country each, as search engines read them', async () => {
    const regions = nodesOf(await product(cast.availableSubmariner), 'DefinedRegion')
    const countries = regions.map(({ addressCountry }) => addressCountry)
    for (const country of countries) expect(country).toMatch(/^[A-Z]{2}$/)
    expect(countries).toContain('DE')
    expect(new Set(countries).size).toBe(countries.length)
  })

  test('of a protected species stays in the EU', async () => {
    const cites = { species: 'Alligator mississippiensis', annex: 'B', proof: null }
    const graph = await product(cast.availableSubmariner, { cites })
    expect(nodesOf(graph, 'OfferShippingDetails')).toHaveLength(2)
    const countries = nodesOf(graph, 'DefinedRegion').map(({ addressCountry }) => addressCountry)
    expect(countries).toContain('AT')
    for (const outside of ['CH', 'GB', 'LI']) expect(countries).not.toContain(outside)
  })
})

describe('the return policies of a piece', () => {
  const returning = async (change: object) => {
    const graph = await product(cast.availableSubmariner, change)
    const countriesOf = (node: Record<string, unknown>) => [node.applicableCountry].flat() as string[]
    return {
      returns: nodesOf(graph, 'MerchantReturnPolicy').flatMap(countriesOf).sort(),
      sends: nodesOf(graph, 'DefinedRegion')
        .map(({ addressCountry }) => addressCountry as string)
        .sort(),
    }
  }
  const limit = (zone: string) =>
    Math.max(
      ...(settings.shipping.zones.find(({ id }) => id === zone)?.rates ?? []).map(
        ({ upToCents }) => upToCents,
      ),
    )

  test('name the countries that it is sent to, and no others', async () => {
    const cites = { species: 'Alligator mississippiensis', annex: 'B', proof: null }
    const limits = settings.shipping.zones.map(({ id }) => limit(id))
    for (const change of [
      {},
      { cites },
      ...limits.flatMap((cents) => [{ priceCents: cents }, { priceCents: cents + 1 }]),
    ]) {
      const { returns, sends } = await returning(change)
      expect(returns).toEqual(sends)
    }
    expect((await returning({ cites })).returns).not.toContain('CH')
  })

  test('are none, like the ways to send it, of a piece that can only be collected', async () => {
    const [piece] = await product(cast.availableSubmariner, {
      priceCents: Math.max(...settings.shipping.zones.map(({ id }) => limit(id))) + 1,
    })
    expect(piece).not.toHaveProperty('offers.hasMerchantReturnPolicy')
    expect(piece).not.toHaveProperty('offers.shippingDetails')
  })
})

describe('the shop', () => {
  test.each(['de', 'en'] as const)('and its branches are in the vocabulary, in %s', (locale) => {
    const branches = settings.branches.map((branch) => branchJsonLd(siteUrl, branch, locale, now))
    const graph = read(
      shopJsonLd(siteUrl, settings, locale),
      websiteJsonLd(siteUrl, settings, locale),
      ...branches,
    )
    expect(vocabularyFaults(graph)).toEqual([])
    expect(missingProperties(graph)).toEqual([])
    expect(nodesOf(graph, 'JewelryStore')).toHaveLength(2)
  })

  // Duty: return-terms
  test('takes back free of charge from Germany alone, within 14 days', () => {
    const [german, others] = nodesOf(read(shopJsonLd(siteUrl, settings, 'de')), 'MerchantReturnPolicy')
    expect(german).toMatchObject({
      applicableCountry: ['DE'],
      merchantReturnDays: 14,
      returnFees: 'https://schema.org/FreeReturn',
    })
    expect(others).toMatchObject({
      merchantReturnDays: 14,
      returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    })
    expect(others?.applicableCountry).not.toContain('DE')
  })

  test('is closed from midnight to midnight on a holiday, none of them past', () => {
    const branch = branchJsonLd(siteUrl, settings.branches[0] as never, 'en', now)
    const days = branch.specialOpeningHoursSpecification as { validFrom: string; opens: string }[]
    expect(days[0]).toMatchObject({ name: 'Christmas Eve', validFrom: '2026-12-24', opens: '10:00' })
    expect(days[1]).toMatchObject({ validFrom: '2026-12-25', opens: '00:00', closes: '00:00' })
  })
})

describe('a page', () => {
  const site = { url: siteUrl, name: 'Rheingold', currentLocale: 'de' } as never

  test('says where it stands', () => {
    const meta = { title: 'AGB', addresses: { de: '/de/agb', en: '/en/gtc' }, index: true }
    const graph = read(...pageGraph({ site }, meta, { pathname: '/de/agb', facts: null }))
    expect(vocabularyFaults(graph)).toEqual([])
    expect(missingProperties(graph)).toEqual([])
    expect(nodesOf(graph, 'ListItem')).toMatchObject([
      { position: 1, name: 'Startseite', item: { '@id': `${siteUrl}/de` } },
      { position: 2, name: 'AGB', item: { '@id': `${siteUrl}/de/agb` } },
    ])
  })

  test('at the root has no path above it, but the shop and its search', () => {
    const facts = storyFacts(
      'index',
      { title: 'Start', blocks: [] },
      { siteUrl, settings, locale: 'de', now },
    )
    const meta = { title: 'Start', addresses: { de: '/de', en: '/en' }, index: true }
    const graph = read(...pageGraph({ site }, meta, { pathname: '/de', facts }))
    expect(vocabularyFaults(graph)).toEqual([])
    expect(graph.map((node) => node['@type'])).toEqual([
      'WebPage',
      'OnlineStore',
      'JewelryStore',
      'JewelryStore',
      'WebSite',
    ])
  })

  test('of a city offers the purchase there', () => {
    const page = { title: 'Gold verkaufen in Köln', blocks: [] }
    const { nodes = [], trail } = storyFacts('sell-gold-koeln', page, {
      siteUrl,
      settings,
      locale: 'de',
      now,
    })
    expect(vocabularyFaults(read(...nodes))).toEqual([])
    expect(nodesOf(nodes, 'Service')).toMatchObject([{ areaServed: { name: 'Köln' } }])
    expect(trail?.map(({ path }) => path)).toEqual(['/de/verkaufen', '/de/gold-verkaufen-koeln'])
  })

  test('of a listing names its pieces in their order', () => {
    const graph = read(itemList(siteUrl, ['/de/produkte/a/1', '/de/produkte/b/2']))
    expect(vocabularyFaults(graph)).toEqual([])
    expect(graph).toMatchObject([{ itemListElement: [{ position: 1 }, { position: 2 }] }])
  })
})

test('no text ends the script it stands in', () => {
  for (const text of [...payloads, '</script><script>alert(1)</script>', '<!--<script>', '\u2028\u2029']) {
    const script = jsonLdScript([{ '@type': 'Thing', name: text }])
    expect(script.match(/[<>]/g)).toHaveLength(4)
    expect(read({ '@type': 'Thing', name: text })).toEqual([{ '@type': 'Thing', name: text }])
  }
})

test.each([
  [{ '@type': 'Produkt' }, 'no such type'],
  [{ '@type': 'Product', preis: '1' }, 'no property “preis”'],
  [{ '@type': 'Offer', availability: 'https://schema.org/Vergriffen' }, 'is none of'],
  [{ '@type': 'Product', offers: { '@type': 'Brand', name: 'x' } }, 'expected'],
  [{ '@type': 'Product', image: '' }, 'is none of'],
])('the vocabulary refuses %j', (node, why) => {
  expect(vocabularyFaults([node]).join()).toContain(why)
})
