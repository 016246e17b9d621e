import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { demoContent } from '#tests/demo-content.ts'
import { contextOf } from '#tests/requests.ts'
import { cardAddress, cardImage, parseCardPath, type SocialCard } from './social-card/card.ts'
import { cardOfArticle, cardOfPiece, cardOfShop } from './social-card/contents.ts'
import { drawCard } from './social-card/draw-card.ts'
import { loader } from './social-card.ts'

const demo = demoContent()
let app: App
let settings: Settings

beforeAll(async () => {
  app = { ...demo.app, files: openLocalFiles(join(tmpdir(), 'shop-cast-photos')) }
  await loadCast(app.db)
  settings = await readSettings(app.db)
})

async function open(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const context = contextOf(app)
  const url = new URL(path, 'http://localhost:3000')
  const params = { '*': decodeURIComponent(url.pathname.replace(/^\/..\/cards\//, '')) }
  const args = { request: new Request(url, { headers }), url, params, context }
  return loader(args as unknown as Parameters<typeof loader>[0])
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const pieceCard = async (id: string, locale: 'de' | 'en' = 'de') => {
  const piece = await findProduct(app.db, id, castNow)
  if (!piece) throw new Error(`${id} is not in the cast`)
  return cardOfPiece(piece, settings, locale)
}
const plainCard = (title: string): SocialCard => ({
  shop: 'Rheingold',
  kicker: null,
  title,
  facts: [],
  price: null,
  status: null,
  picture: null,
})

describe('a piece', () => {
  test('shows its photo in 1200 × 630, and is kept for ever', async () => {
    const card = await pieceCard(cast.availableSubmariner)
    const path = cardAddress('de', { kind: 'product', key: cast.availableSubmariner }, card)
    const response = await open(path)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const picture = sharp(await bytesOf(response))
    expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    // On the left its photo, on the right paper with letters.
    const box = { top: 0, width: 400, height: 630 }
    const entropy = async (left: number) =>
      (
        await sharp(
          await picture
            .clone()
            .extract({ ...box, left })
            .toBuffer(),
        ).stats()
      ).channels[0]?.stdev
    expect(await entropy(60)).toBeGreaterThan(10)
    expect(await entropy(560)).toBeGreaterThan(10)
    const etag = response.headers.get('etag') ?? ''
    expect((await open(path, { 'if-none-match': etag })).status).toBe(304)
  })

  test('says maker, name, reference, year, condition and price in the page’s language', async () => {
    expect(await pieceCard(cast.availableSubmariner, 'en')).toMatchObject({
      kicker: 'Rolex',
      title: 'Submariner Date',
      facts: ['Reference 116610LN · 2016', 'Condition: Very good'],
      price: '€9,850',
      status: null,
    })
    expect((await pieceCard(cast.reservedSpeedmaster)).status?.text).toBe('Reserviert')
    expect((await pieceCard(cast.availableRing)).facts[0]).toContain('Ringgröße 54')
  })

  test('says in words what is on its card and what its photo shows', async () => {
    const card = await pieceCard(cast.availableSubmariner, 'en')
    const { alt } = cardImage('en', { kind: 'product', key: '10482' }, card, 'A steel watch.')
    expect(alt).toBe(
      'Rolex: Submariner Date, Reference 116610LN · 2016, Condition: Very good, €9,850, Rheingold. A steel watch.',
    )
  })

  test('that is sold has no price any more', async () => {
    const card = await pieceCard(cast.soldTank)
    expect(card).toMatchObject({ price: null, status: { text: 'Verkauft', tone: 'sold' } })
  })

  test('with a new price has a new address, to which the old one leads', async () => {
    const card = await pieceCard(cast.availableRing)
    const subject = { kind: 'product', key: cast.availableRing } as const
    const old = cardAddress('de', subject, { ...card, price: '1 €' })
    const response = await open(old)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(cardAddress('de', subject, card))
  })
})

test('an article shows its topic and title, in either language', async () => {
  for (const locale of ['de', 'en'] as const) {
    const found = await app.stories.findStory(locale, 'knowledge/punzen-lesen')
    const content = { ...found?.story.content, image: undefined } as unknown as Parameters<
      typeof cardOfArticle
    >[0]
    const card = cardOfArticle(content, settings, locale)
    expect(card.kicker).toBe(locale === 'de' ? 'Gold und Preise' : 'Gold and prices')
    // The version above lacks the picture; where it leads to has it.
    const moved = await open(cardAddress(locale, { kind: 'story', key: 'knowledge/punzen-lesen' }, card))
    const response = await open(moved.headers.get('location') ?? '')
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect((await bytesOf(response)).length).toBeGreaterThan(20_000)
  }
})

test('the shop’s own card is letters alone', async () => {
  const response = await open(cardAddress('en', { kind: 'shop', key: '' }, cardOfShop(settings, 'en')))
  expect(await sharp(await bytesOf(response)).metadata()).toMatchObject({ format: 'png', width: 1200 })
})

test.each([
  '/de/cards/product/99999/3f2a91c04d7e.jpg',
  '/de/cards/product/10482/3f2a91c04d7.jpg',
  '/de/cards/product/10482/3f2a91c04d7e.svg',
  '/de/cards/product/3f2a91c04d7e.jpg',
  '/de/cards/product/1/2/3f2a91c04d7e.jpg',
  '/de/cards/story/nirgends/3f2a91c04d7e.png',
  '/de/cards/story/global/three-steps/3f2a91c04d7e.png',
  '/de/cards/shop/x/3f2a91c04d7e.png',
  '/de/cards/x/3f2a91c04d7e.png',
])('there is no card %s', async (path) => {
  expect((await open(path)).status).toBe(404)
})

test('an address says what it is of', () => {
  const subject = { kind: 'story', key: 'knowledge/straße' } as const
  const path = cardAddress('de', subject, plainCard('x'))
  expect(parseCardPath(decodeURIComponent(path.slice('/de/cards/'.length)))?.subject).toEqual(subject)
})

test('however many strangers ask at once, only few wait, and the same card is drawn once', async () => {
  const asked = Array.from({ length: 30 }, (_, index) => drawCard(app, plainCard(`Karte ${index % 15}`)))
  const drawn = await Promise.all(asked)
  const refused = drawn.filter((each) => !each.ok && each.reason === 'busy')
  expect(refused).toHaveLength(6)
})

describe('a picture at Storyblok', () => {
  let server: Server
  let asked = ''
  beforeAll(async () => {
    const photo = await readFile('db/demo/photos/editorial/hero.jpg')
    server = createServer((request, answer) => {
      asked = request.url ?? ''
      if (asked.startsWith('/lost')) answer.writeHead(500).end()
      else answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())
  const card = (path: string): SocialCard => ({
    ...plainCard('Ein Titel'),
    picture: { from: 'storyblok', src: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` },
  })

  test('is asked for in the size of its place, and a missing one leaves a whole card without it', async () => {
    expect(await drawCard(app, card('/f/photo.jpg'))).toMatchObject({ ok: true, complete: true })
    expect(asked).toMatch(/^\/f\/photo\.jpg\/m\/504x630\//)
    const without = await drawCard(app, card('/lost/photo.jpg'))
    expect(without).toMatchObject({ ok: true, complete: false })
  })
})
