import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLink, routeLink, safeHref, safeId, storyLink } from './links.ts'

describe('safeHref', () => {
  test.each([
    ['/de/kontakt#anfahrt', '/de/kontakt#anfahrt'],
    ['#oben', '#oben'],
    ['https://www.hwk-koeln.de', 'https://www.hwk-koeln.de/'],
    ['HTTPS://Example.org/a b', 'https://example.org/a%20b'],
    ['mailto:hallo@rheingold.example', 'mailto:hallo@rheingold.example'],
    ['tel:+49 (221) 555-01', 'tel:+4922155501'],
  ])('lets %s pass', (address, href) => {
    expect(safeHref(address)).toBe(href)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    '\u200bjavascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    'https:evil.example',
    'www.example.org',
    'kontakt',
    '',
    '#"onmouseover="alert(1)',
    '/de"onclick="x',
    `https://example.org/${'a'.repeat(2_000)}`,
  ])('refuses %j', (address) => {
    expect(safeHref(address)).toBeNull()
  })

  test('whatever is typed, a browser stays on the site or goes where the scheme says', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc
        .tuple(fc.constantFrom('javascript:', 'data:', '//', '/', '#', 'http:', '\\'), fc.string())
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(typed, (address) => {
        const href = safeHref(address)
        if (href === null) return
        const url = new URL(href, 'https://shop.example/de')
        expect(['https:', 'http:', 'mailto:', 'tel:']).toContain(url.protocol)
        if (href.startsWith('/') || href.startsWith('#')) expect(url.origin).toBe('https://shop.example')
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('links to stories', () => {
  test.each([
    ['contact', 'de', { href: '/de/kontakt' }],
    ['en/contact', 'en', { href: '/en/contact' }],
    ['index', 'en', { href: '/en' }],
    ['', 'de', { href: '/de' }],
    ['watches', 'de', { href: '/de/uhren' }],
    ['sell', 'en', { href: '/de/verkaufen', lang: 'de' }],
    ['knowledge/punzen-lesen', 'de', { href: '/de/wissensdatenbank/punzen-lesen' }],
    ['en/knowledge/gold/reading-hallmarks', 'en', { href: '/en/knowledge-base/gold/reading-hallmarks' }],
    ['zertifikate/gia', 'de', { href: '/de/zertifikate/gia' }],
    ['größe', 'de', { href: '/de/gr%C3%B6%C3%9Fe' }],
    ['global/three-steps', 'de', null],
    ['../admin', 'de', null],
  ] as const)('%s in %s', (slug, locale, link) => {
    expect(storyLink(slug, locale)).toEqual(link)
  })

  test('a route that needs to know which product is no target', () => {
    expect(routeLink('product', 'de')).toBeNull()
    expect(routeLink('knowledge-article', 'de')).toBeNull()
    expect(routeLink('no-such-route', 'de')).toBeNull()
  })

  test('the translated address of an article comes from the resolved story', () => {
    const raw = {
      linktype: 'story',
      cached_url: 'knowledge/punzen-lesen',
      anchor: 'stempel',
      story: { full_slug: 'en/knowledge/reading-hallmarks', url: 'en/knowledge/reading-hallmarks' },
    }
    expect(parseLink(raw, 'en')).toEqual({ href: '/en/knowledge-base/reading-hallmarks#stempel' })
  })

  test('without a resolved story the remembered slug serves', () => {
    const raw = { linktype: 'story', id: 'x', url: '', cached_url: 'about-us' }
    expect(parseLink(raw, 'en')).toEqual({ href: '/en/about-us' })
  })
})

describe('parseLink', () => {
  test.each([
    [{ linktype: 'email', email: 'hallo@rheingold.example' }, { href: 'mailto:hallo@rheingold.example' }],
    [{ linktype: 'email', href: 'mailto:a@b.de' }, { href: 'mailto:a@b.de' }],
    [
      { linktype: 'url', url: 'https://example.org', target: '_blank' },
      { href: 'https://example.org/', newTab: true },
    ],
    [
      { linktype: 'asset', url: '/api/assets/editorial/size-card.pdf' },
      { href: '/api/assets/editorial/size-card.pdf' },
    ],
    [{ url: 'route:search' }, { href: '/de/suche' }],
    [{ url: 'route:contact#anfahrt', target: '_top' }, { href: '/de/kontakt#anfahrt' }],
    [{ url: '/de/agb', anchor: '"><script>' }, { href: '/de/agb' }],
  ])('%j', (raw, link) => {
    expect(parseLink(raw, 'de')).toEqual(link)
  })

  test.each([
    null,
    'https://example.org',
    {},
    { url: '' },
    { url: 7 },
    { linktype: 'email', email: 'x\n@y.z' },
  ])('nothing comes of %j', (raw) => {
    expect(parseLink(raw, 'de')).toBeNull()
  })
})

test('ids are words, so that they fit into attributes and addresses', () => {
  expect(safeId('groesse-2')).toBe('groesse-2')
  expect(safeId('Größe')).toBe('Größe')
  for (const id of ['', '-a', 'a b', 'a"b', '<', 7, 'x'.repeat(81)]) expect(safeId(id)).toBeNull()
})
