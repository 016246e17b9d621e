import { parseDocument } from 'htmlparser2'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { locales } from '#app/language/locales.ts'
import { answerChangesAt, recorded } from '#app/platform/answer-record.ts'
import { timestamptz, value } from '#app/platform/database/statement.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { demoContent } from '#tests/demo-content.ts'
import { payloads } from '#tests/hostile-texts.ts'
import { contextOf } from '#tests/requests.ts'
import { arrivalsXml } from './arrivals-xml.ts'
import { merchantXml } from './merchant-xml.ts'
import * as robots from './robots.ts'
import * as security from './security-txt.ts'
import { sitemapLimits, sitemapPartXml, sitemapXml } from './sitemap-xml.ts'
import * as manifest from './web-manifest.ts'
import { element, textStream } from './xml.ts'

const demo = demoContent()
const site = 'http://localhost:3000'
let app: App

beforeAll(async () => {
  app = demo.app
  await loadCast(app.db)
})

/** The texts of every element of a name, in order. */
function texts(xml: string, name: string): string[] {
  const found: string[] = []
  const textOf = (node: { children?: unknown[]; data?: string }): string =>
    node.data ?? (node.children ?? []).map((child) => textOf(child as typeof node)).join('')
  const walk = (node: { name?: string; children?: unknown[] }) => {
    if (node.name === name) found.push(textOf(node))
    for (const child of node.children ?? []) walk(child as typeof node)
  }
  walk(parseDocument(xml, { xmlMode: true }) as never)
  return found
}

async function whole(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

type Args = Parameters<typeof robots.loader>[0]

async function answer(loader: (args: Args) => Response | Promise<Response>, path: string): Promise<string> {
  const context = contextOf(app)
  const url = new URL(path, site)
  return (await loader({ request: new Request(url), url, params: {}, context } as unknown as Args)).text()
}

const addresses = async (locale: 'de' | 'en', limits = sitemapLimits) =>
  texts(await sitemapXml(app, locale, limits), 'loc')

describe('the sitemap', () => {
  test('has stories, listings with stock and pieces on sale, each once', async () => {
    const found = await addresses('de')
    expect(new Set(found).size).toBe(found.length)
    for (const path of [
      '/de',
      '/de/gold-verkaufen-koeln',
      '/de/wissensdatenbank/punzen-lesen',
      '/de/vertrag-widerrufen',
      '/de/uhren',
      '/de/produkte/rolex-submariner-date-116610ln/10482',
    ])
      expect(found).toContain(site + path)
  })

  test('leaves out what is sold and what keeps search engines out', async () => {
    const found = (await addresses('de')).join('\n')
    expect(found).not.toMatch(/\/(10484|20102)$|warenkorb|checkout|kontakt\/erfolg|suche/m)
    expect(await addresses('en').then((all) => all.join('\n'))).not.toMatch(/\/de\b|verkaufen/)
  })

  test('names the other language, the default and pictures with each address', async () => {
    const xml = await sitemapXml(app, 'en')
    const piece = xml.split('\n').find((line) => line.includes('/10482</loc>')) ?? ''
    expect(piece).toContain(`hreflang="de" href="${site}/de/produkte/rolex-submariner-date-116610ln/10482"`)
    expect(piece).toContain(`hreflang="x-default" href="${site}/en/products/`)
    expect(piece).toMatch(/<image:loc>http:\/\/localhost:3000\/api\/photos\/[0-9a-f]{32}\/1600\.jpg</)
    expect(piece).toMatch(/<lastmod>20\d\d-/)
  })

  test('tells when the stock of a listing last changed, also by a sale', async () => {
    const line = async () =>
      (await sitemapXml(app, 'de')).split('\n').find((each) => each.includes('/de/uhren</loc>')) ?? ''
    const before = await line()
    await app.db
      .updateTable('product')
      .set({ price_cents: 980_000 })
      .where('id', '=', cast.availableSubmariner)
      .execute()
    const after = await line()
    const time = (text: string) => /<lastmod>([^<]+)/.exec(text)?.[1] ?? ''
    expect(time(after) > time(before)).toBe(true)
  })

  test.each([
    ['addresses', { ...sitemapLimits, addresses: 20, part: 2 }],
    ['bytes', { ...sitemapLimits, bytes: 5_000, part: 2 }],
  ])('is split by %s into an index whose parts are the whole', async (_, limits) => {
    const index = await addresses('de', limits)
    expect(index[0]).toBe(`${site}/de/sitemap/pages.xml`)
    expect(index.length).toBeGreaterThan(3)
    const parts = await Promise.all(
      index.map(async (address) =>
        texts((await sitemapPartXml(app, 'de', address.split('/').at(-1) ?? '', limits)) ?? '', 'loc'),
      ),
    )
    expect(parts.every((part) => part.length > 0)).toBe(true)
    expect(parts.flat()).toEqual(await addresses('de'))
  })

  test('dates a department by its introduction where that was published later', async () => {
    const { db, stories } = app
    const published = new Date(Date.now() + 60_000)
    await db
      .updateTable('story')
      .set({ published_at: published })
      .where('full_slug', '=', 'jewelry')
      .execute()
    stories.invalidate()
    const line = async () =>
      (await sitemapXml(app, 'de')).split('\n').find((each) => each.includes('/de/schmuck</loc>'))
    await expect.poll(line).toContain(`<lastmod>${published.toISOString()}</lastmod>`)
  })

  test('tells of a part that it changed when a piece has left it', async () => {
    const limits = { ...sitemapLimits, addresses: 20 }
    const part = async () =>
      /products-1\.xml<\/loc><lastmod>([^<]+)/.exec(await sitemapXml(app, 'de', limits))?.[1] ?? ''
    const before = await part()
    const { updated_at: left } = await app.db
      .updateTable('product')
      .set({ updated_at: value(timestamptz)`clock_timestamp()` })
      .where('id', '=', cast.soldBangle)
      .returning('updated_at')
      .executeTakeFirstOrThrow()
    expect(before < left.toISOString()).toBe(true)
    expect(await part()).toBe(left.toISOString())
  })

  test.each(['pages-1.xml', 'products.xml', 'products-0.xml', 'products-99.xml', 'x', '../pages.xml'])(
    'has no part %s',
    async (file) => {
      expect(await sitemapPartXml(app, 'de', file)).toBeNull()
    },
  )
})

test('what a feed is made of is told to its answer, whoever reads it later', async () => {
  async function* parts() {
    answerChangesAt(1)
    yield '<a>'
    answerChangesAt(new Date(-5))
    yield '</a>'
  }
  const { answer, record } = await recorded(async () => new Response(textStream(parts())))
  expect([await answer.text(), record.until]).toEqual(['<a></a>', -5])
})

describe('the merchant feed', () => {
  test('holds every piece on sale or reserved with what a merchant listing needs', async () => {
    for (const locale of locales) {
      const xml = await whole(merchantXml(app, locale))
      const ids = texts(xml, 'g:id')
      expect(ids.toSorted()).toEqual(['10482', '10483', '20101', '20103', '30001'])
      for (const name of ['title', 'description', 'link', 'image_link', 'availability'])
        expect(texts(xml, `g:${name}`).filter(Boolean), name).toHaveLength(ids.length)
      expect(new Set(texts(xml, 'g:condition'))).toEqual(new Set(['used']))
      expect(texts(xml, 'g:age_group')).toHaveLength(ids.length - 1)
    }
  })

  test('says what is reserved, which reference it is and what sending costs in each country', async () => {
    const xml = await whole(merchantXml(app, 'en'))
    const [watch = ''] = xml.split('\n').filter((line) => line.includes('<g:id>10482<'))
    expect(watch).toContain('<g:mpn>116610LN</g:mpn>')
    expect(watch).toContain('<g:brand>Rolex</g:brand>')
    expect(watch).toContain('<g:product_type>Watches &#62; Rolex &#62; Submariner</g:product_type>')
    expect(watch).toContain(
      '<g:country>DE</g:country><g:service>Insured courier, signature required</g:service><g:price>24.00 EUR',
    )
    expect(watch.match(/<g:shipping>/g)).toHaveLength(30)
    const [held = ''] = xml.split('\n').filter((line) => line.includes('<g:id>10483<'))
    expect(held).toContain('<g:availability>out_of_stock</g:availability>')
  })

  test('says that there is no identifier, but for a piece with maker and reference', async () => {
    const items = (await whole(merchantXml(app, 'de'))).split('\n')
    const said = (id: string) =>
      texts(items.find((line) => line.includes(`<g:id>${id}<`)) ?? '', 'g:identifier_exists')
    expect(said(cast.availableSubmariner)).toEqual([])
    for (const id of [cast.availableRing, cast.availableBrooch, cast.krugerrand])
      expect({ id, said: said(id) }).toEqual({ id, said: ['no'] })
    const reference = (reference_id: number | null) =>
      app.db.updateTable('product').set({ reference_id }).where('id', '=', cast.availableSubmariner).execute()
    const { reference_id } = await app.db
      .selectFrom('product')
      .select('reference_id')
      .where('id', '=', cast.availableSubmariner)
      .executeTakeFirstOrThrow()
    await reference(null)
    const without = (await whole(merchantXml(app, 'de'))).split('\n')
    await reference(reference_id)
    expect(texts(without.find((line) => line.includes('<g:id>10482<')) ?? '', 'g:identifier_exists')).toEqual(
      ['no'],
    )
  })

  test('does not send what is protected out of the Union, and the others further on', async () => {
    const cites = (annex: 'B' | null, text: string | null) => ({
      cites_annex: annex,
      cites_species: text,
      cites_proof: text,
    })
    const change = (values: ReturnType<typeof cites>) =>
      app.db.updateTable('product').set(values).where('id', '=', '20101').execute()
    await change(cites('B', 'Crocodylus'))
    const items = (await whole(merchantXml(app, 'de'))).split('\n')
    await change(cites(null, null))
    const sentTo = (id: string) =>
      texts(items.find((line) => line.includes(`<g:id>${id}<`)) ?? '', 'g:country')
    expect(sentTo('20101')).not.toContain('CH')
    expect(sentTo('20101')).toContain('DE')
    expect(sentTo('20103')).toContain('CH')
  })
})

test('the feed of arrivals brings what can be bought, newest first', async () => {
  const xml = await arrivalsXml(app, 'de')
  expect(texts(xml, 'guid').map((guid) => guid.split('/').at(-1))).not.toContain('10483')
  const dates = texts(xml, 'pubDate').map((date) => Date.parse(date))
  expect(dates).toEqual(dates.toSorted((a, b) => b - a))
  expect(texts(xml, 'description').at(-1)).toContain('<img src="http')
})

test('XML carries any text unharmed, but for characters that it may not hold', () => {
  for (const text of payloads) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
    const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').toWellFormed()
    expect(texts(`<a>${element('b', text)}</a>`, 'b').join('')).toBe(allowed)
  }
  expect(element('b', null)).toBe('')
})

test('robots.txt closes what is no page and names both sitemaps', async () => {
  const text = await answer(robots.loader, '/robots.txt')
  expect(text).toContain('Disallow: /office\n')
  expect(text).toContain('Disallow: /api/\n')
  expect(text).toContain('Allow: /api/photos/\n')
  for (const locale of locales) expect(text).toContain(`Sitemap: ${site}/${locale}/sitemap.xml\n`)
  expect(text).not.toMatch(/Disallow: \/(de|en)?$/m)
})

test('security.txt names a contact and expires within a year', async () => {
  const text = await answer(security.loader as never, '/.well-known/security.txt')
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(178)
  expect(days).toBeLessThan(366)
})

test('the web manifest starts in its language and has icons that are there', async () => {
  const { start_url, icons, lang } = JSON.parse(
    await answer(manifest.loader as never, '/de/manifest.webmanifest'),
  )
  expect({ start_url, lang }).toEqual({ start_url: '/de', lang: 'de-DE' })
  expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
})

// The last, for the pieces stay.
test('the sitemap is written a few entries at a time, so that others have their turn', async () => {
  await sql`
    insert into product
    select copy.* from product p, generate_series(1, 600) as n, lateral
      jsonb_populate_record(p, jsonb_build_object('id', (500000 + n)::text)) as copy
    where p.id = ${cast.availableSubmariner}`.execute(app.db)
  let [inTurn, most, over] = [0, 0, false]
  const turn = () => {
    inTurn = 0
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  const counted = {
    ...app,
    env: {
      ...app.env,
      get SITE_URL() {
        most = Math.max(most, ++inTurn)
        return site
      },
    },
  }
  const xml = await sitemapPartXml(counted, 'de', 'products-1.xml')
  over = true
  expect(texts(xml ?? '', 'loc').length).toBeGreaterThan(600)
  // Each entry names the shop's address four times, and for its pictures.
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThanOrEqual(100 * 6)
})
