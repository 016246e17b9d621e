import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider, useTranslations } from 'use-intl'
import { beforeAll, describe, expect, test } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { pieceCard } from '#app/shop/catalogue/piece-card.ts'
import type { CardPiece } from '#app/shop/catalogue/types.ts'
import { ProductCard } from './ProductCard.tsx'
import { ProductCards } from './ProductCards.tsx'

const photo = (id: string) => ({
  id: id.repeat(32),
  width: 960,
  height: 1200,
  alt: { de: '', en: '' },
  placeholder: '',
})

const submariner: CardPiece = {
  id: '10482',
  kind: 'watch',
  status: 'available',
  brand: 'Rolex',
  name: { de: 'Submariner Date', en: 'Submariner Date' },
  reference: '116610LN',
  years: { from: 2016, to: 2016, circa: false },
  condition: 'very-good',
  scope: 'full-set',
  type: null,
  metal: 'steel',
  fineness: null,
  ringSize: null,
  carat: null,
  priceCents: 985_000,
  reduction: null,
  slug: { de: 'rolex-submariner', en: 'rolex-submariner' },
  photos: [photo('a'), photo('b')],
}

const ring: CardPiece = {
  ...submariner,
  id: '20101',
  kind: 'jewellery',
  brand: null,
  name: { de: 'Siegelring', en: 'Signet ring' },
  reference: null,
  years: { from: 1960, to: 1960, circa: true },
  type: 'rings',
  metal: 'yellow-gold',
  fineness: 750,
  ringSize: 60,
  photos: [],
}

beforeAll(loadAllMessages)

function render(piece: CardPiece, locale: Locale = 'de', load: 'first' | 'eager' | 'lazy' = 'lazy'): string {
  return renderToStaticMarkup(
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
      <Card piece={pieceCard(piece, locale)} load={load} />
    </IntlProvider>,
  )
}

function Card(props: Pick<ComponentProps<typeof ProductCard>, 'piece' | 'load'>) {
  return <ProductCard {...props} apiUrl="/api" t={useTranslations('catalogue.card')} />
}

const words = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')

describe('a card', () => {
  test('is one link with maker, name, the two facts, condition and scope, and the price', () => {
    const html = render(submariner)
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain('href="/de/produkte/rolex-submariner/10482"')
    expect(words(html)).toBe(
      '|Rolex|Submariner Date|Ref. 116610LN\u00a0· 2016|Sehr gut, Full Set|9.850\u00a0€|',
    )
    expect(words(render({ ...submariner, scope: 'none' }, 'en'))).toContain('|Very good|')
  })

  test('of unbranded jewellery says what it is', () => {
    expect(words(render(ring))).toContain('|Ring|Siegelring|Größe 60\u00a0· 750 Gelbgold|')
    expect(words(render(ring, 'en'))).toContain('|Ring|Signet ring|Size 60\u00a0· 750 yellow gold|')
  })

  test('says reserved and sold in a word', () => {
    expect(words(render({ ...submariner, status: 'reserved' }))).toContain('|Reserviert|')
    expect(words(render({ ...submariner, status: 'sold' }, 'en'))).toContain('|Sold|')
    expect(words(render(submariner))).not.toMatch(/Verfügbar|Reserviert|Verkauft/)
  })

  // Duty: lowest-price
  test('names the lowest price of the last 30 days beside a reduced one', () => {
    const reduced = { ...submariner, reduction: { lowestCents: 1_040_000, since: new Date('2026-11-09') } }
    expect(words(render(reduced))).toContain('Niedrigster Preis der letzten 30 Tage: 10.400\u00a0€')
  })

  test('sends the first photo alone, lazily unless it is in sight', () => {
    const html = render(submariner)
    expect(html).toContain('loading="lazy"')
    expect(html).not.toContain('b'.repeat(32))
    expect(html).toContain('type="image/avif"')
    expect(html).toContain(`<img src="/api/photos/${'a'.repeat(32)}/480.webp"`)
    const first = render(submariner, 'de', 'first')
    expect(first).toContain('fetchPriority="high"')
    expect(first).not.toContain('loading=')
  })

  test('stays small: twenty-four of them are on a page', () => {
    expect(render({ ...submariner, photos: submariner.photos }).length).toBeLessThan(760)
  })
})

describe('cards', () => {
  const group = (pieces: CardPiece[], locale: Locale) =>
    renderToStaticMarkup(
      <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
        <ProductCards pieces={pieces.map((piece) => pieceCard(piece, locale))} apiUrl="/api" />
      </IntlProvider>,
    )
  const said = {
    de: {
      text: 'inkl. MwSt., zzgl. Versand',
      link: /zzgl\. <a [^>]*href="\/de\/versand-und-ruecksendung"[^>]*>Versand<\/a>/g,
    },
    en: {
      text: 'incl. VAT, plus shipping',
      link: /plus <a [^>]*href="\/en\/shipping-and-returns"[^>]*>shipping<\/a>/g,
    },
  }
  const reserved: CardPiece = { ...ring, id: '20102', status: 'reserved' }
  const sold: CardPiece = { ...ring, id: '20103', status: 'sold' }

  // Duty: total-price
  test.each(['de', 'en'] as const)('say tax and shipping beside each way into the cart (%s)', (locale) => {
    const html = group([submariner, reserved, ring, sold], locale)
    const cards = html.split('<li>').slice(1)
    // The one that is reserved and the one that is sold cannot be bought.
    expect(cards.map((card) => card.includes('<button'))).toEqual([true, false, true, false])
    expect(cards.map((card) => words(card).includes(`|${said[locale].text}|`))).toEqual([
      true,
      false,
      true,
      false,
    ])
    // The way to what shipping costs stands once, before the first price.
    expect(html.match(said[locale].link)).toHaveLength(1)
    expect(html.search(said[locale].link)).toBeLessThan(html.indexOf('<li>'))
  })

  test('say neither of what is sold', () => {
    const html = group([sold], 'de')
    expect(html).not.toMatch(/MwSt|Versand/)
    expect(group([sold, reserved], 'de').match(said.de.link)).toHaveLength(1)
  })
})
