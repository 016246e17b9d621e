import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { Blocks } from '#app/blocks/Blocks.tsx'
import type { AnyBlock } from '#app/blocks/block.ts'
import type { LoadedBlocks } from '#app/blocks/block-data.ts'
import type { BranchCard } from '#app/blocks/branch/branch-card.ts'
import type { BlockData, BlockName } from '#app/blocks/declaration.ts'
import { blockDeclarations } from '#app/blocks/declaration.ts'
import type { DeliveredBlock } from '#app/blocks/example.ts'
import type { FormAnswer } from '#app/blocks/form/form-answer.ts'
import { type PagePlan, withNested } from '#app/blocks/frame/place.ts'
import { type Fault, parseBlocks } from '#app/blocks/parse-blocks.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { areaNames } from '#app/language/messages/areas.ts'
import { loadMessages } from '#app/language/messages/load.ts'

const branch = (id: string, name: string): BranchCard => ({
  id,
  name,
  street: 'Breite Straße 12',
  postalCode: '50667',
  city: name,
  phone: '0221 555 01 10',
  email: 'koeln@rheingold.example',
  hours: [
    { days: ['mo', 'tu', 'we', 'th', 'fr'], times: [{ opens: '10:00', closes: '18:30' }] },
    { days: ['sa'], times: [{ opens: '10:00', closes: '16:00' }] },
    { days: ['su'], times: [] },
  ],
  holidays: [{ date: '2026-12-24', label: 'Heiligabend', opens: '10:00', closes: '13:00' }],
  opening: {
    // A Friday afternoon in Köln.
    at: '2026-11-20T13:30:00.000Z',
    hours: [
      { days: ['mo', 'tu', 'we', 'th', 'fr'], opens: '10:00', closes: '18:30' },
      { days: ['sa'], opens: '10:00', closes: '16:00' },
    ],
    holidays: [{ date: '2026-12-24', closed: false, opens: '10:00', closes: '13:00' }],
  },
  directions: 'Fünf Minuten vom Neumarkt.',
  place: { latitude: 50.93856, longitude: 6.95312 },
})

const contact = {
  phone: '0221 555 01 10',
  messaging: 'https://wa.me/492215550110',
  email: 'hallo@rheingold.example',
  hoursText: 'Mo–Fr 10–18:30 Uhr',
}

/** What the loaders would bring, for tests of what is made of it. */
const brought: { [Name in BlockName]?: BlockData<Name> } = {
  arrivals: {
    apiUrl: '/api',
    pieces: [
      {
        href: '/de/produkte/rolex-submariner/10482',
        brand: 'Rolex',
        name: 'Submariner Date',
        reference: '116610LN',
        cents: 985_000,
        photos: ['0'.repeat(32)],
      },
    ],
  },
  'article-list': [
    {
      uuid: '1',
      title: 'Punzen lesen',
      teaser: 'Was 585 bedeutet.',
      topic: 'gold',
      date: '2026-10-01',
      link: { href: '/de/wissensdatenbank/punzen-lesen' },
      readingTime: 4,
    },
  ],
  'ratings-line': {
    text: '4,7 von 5 aus 212 Bewertungen',
    note: 'Fragebogen, Stand 1. November 2026; geprüft, dass sie von Kundinnen und Kunden stammen',
    href: '/de/ueber-uns#bewertungen',
    stars: 4.7,
  },
  button: { count: 64 },
  'closure-contact-cta': contact,
  'contact-form': { contact, branches: [branch('koeln', 'Köln'), branch('duesseldorf', 'Düsseldorf')] },
  'contact-tile': contact,
  'gold-purchase-calculator': {
    lines: [
      { item: 'gold-585', amount: '12,4' },
      { item: 'coin-kruegerrand', amount: '1' },
      { item: 'silver-90', amount: '240' },
    ],
    tariff: {
      centsPerOunce: { gold: 350_000, silver: 3_820, platinum: 112_000, palladium: null },
      perMille: { 'gold-scrap': 900, 'gold-bullion': 970, silver: 750, platinum: 850, palladium: 850 },
    },
    notes: {
      gold: { at: '2026-11-20T13:30:00.000Z', source: 'Spotpreis', age: 'fresh' },
      silver: { at: '2026-11-20T12:10:00.000Z', source: 'Spotpreis', age: 'old' },
      platinum: { at: '2026-11-20T13:30:00.000Z', source: 'Spotpreis', age: 'fresh' },
      palladium: { at: '2026-11-18T13:30:00.000Z', source: 'Spotpreis', age: 'expired' },
    },
    history: [
      { at: '2025-11-21T13:30:00.000Z', cents: 253_180 },
      { at: '2026-05-20T13:30:00.000Z', cents: 310_000 },
      { at: '2026-11-20T13:30:00.000Z', cents: 350_000 },
    ],
    phone: '0221 555 01 10',
  },
  location: branch('koeln', 'Köln'),
  locations: [branch('koeln', 'Köln'), branch('duesseldorf', 'Düsseldorf')],
}

export function loadedFor(blocks: readonly AnyBlock[]): LoadedBlocks {
  const loaded: LoadedBlocks = { values: {}, failed: {} }
  for (const block of blocks.flatMap((top) => [...withNested(top)])) {
    if (block.component === 'broken-block' || blockDeclarations[block.component].loader === undefined)
      continue
    if (block.component === 'button' && block.count === 'none') continue
    loaded.values[block.key] = brought[block.component]
  }
  return loaded
}

/** The HTML of blocks as the server sends it, whole; a missing word is an error. */
export async function renderBlocks(
  blocks: readonly AnyBlock[],
  locale: Locale,
  {
    loaded = loadedFor(blocks),
    title,
    answer,
    plan,
  }: { loaded?: LoadedBlocks; title?: string; answer?: FormAnswer; plan?: PagePlan } = {},
) {
  const messages = await loadMessages(locale, areaNames)
  const page = (
    <IntlProvider
      locale={locale}
      messages={messages}
      timeZone="Europe/Berlin"
      onError={(error) => {
        throw error
      }}
    >
      <Blocks
        blocks={blocks}
        data={loaded}
        answer={answer}
        plan={plan}
        {...(title !== undefined && { title })}
      />
    </IntlProvider>
  )
  return new Promise<string>((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => text(stream.pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
      // A block that failed is looked for in the HTML: see `failedOnServer`.
      onError: () => undefined,
    })
  })
}

export async function renderDelivered(delivered: unknown, locale: Locale) {
  const { blocks, faults } = parseBlocks(delivered, { locale, apiUrl: '/api' })
  return { html: await renderBlocks(blocks, locale), blocks, faults }
}

/** React leaves a mark where a block failed on the server. */
export const failedOnServer = (html: string) => /<!--\$!-->.{0,300}/s.exec(html)?.[0] ?? null

const endsParagraph =
  /^(?:address|blockquote|details|div|dl|fieldset|figure|form|h[1-6]|hr|ol|p|pre|section|table|ul)$/
const leaves = /^(?:br|hr|img|input|link|meta|source|wbr)$/
const parents: Record<string, RegExp> = {
  li: /^[uo]l$/,
  dt: /^(?:dl|div)$/,
  dd: /^(?:dl|div)$/,
  summary: /^details$/,
  legend: /^fieldset$/,
  tr: /^(?:thead|tbody)$/,
  td: /^tr$/,
  th: /^tr$/,
  source: /^picture$/,
  figcaption: /^figure$/,
}

/** Elements where no browser would leave them: it would move them, and the page would not hydrate. */
export function nestingFaults(html: string): string[] {
  const open: string[] = []
  const faults: string[] = []
  for (const [, closing, tag = '', rest = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/g)) {
    if (closing) {
      if (open.pop() !== tag) faults.push(`</${tag}> out of order`)
      continue
    }
    if (open.includes('p') && endsParagraph.test(tag)) faults.push(`<${tag}> in <p>`)
    if (tag === 'a' && open.includes('a')) faults.push('<a> in <a>')
    if (parents[tag] && !parents[tag].test(open.at(-1) ?? '')) faults.push(`<${tag}> in <${open.at(-1)}>`)
    if (!leaves.test(tag) && !rest.endsWith('/')) open.push(tag)
  }
  return faults
}

export function headingLevels(html: string): number[] {
  return [...html.matchAll(/<h([1-6])[ >]/g)].map((match) => Number(match[1]))
}

/** Where a heading is more than one level deeper than the one before; before the first one lies the page's title. */
export function headingGaps(html: string): string[] {
  const levels = headingLevels(html)
  return levels.flatMap((level, index) => {
    const before = levels[index - 1] ?? 1
    return level > before + 1 ? [`h${level} after h${before}`] : []
  })
}

/** In every test of the file: what React or a component writes to the console as an error fails it. */
export function failOnConsoleErrors() {
  let spy: MockInstance<typeof console.error>
  beforeEach(() => {
    spy = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    const calls = spy.mock.calls.map((call) => call.map(String).join(' '))
    spy.mockRestore()
    expect(calls).toEqual([])
  })
}

/** The reasons for which a block with these fields is refused; none when it is taken. */
export function refusals(name: BlockName, fields: Record<string, unknown>): string[] {
  const { faults } = parseBlocks([{ component: name, _uid: 'x', ...fields }], {
    locale: 'de',
    apiUrl: '/api',
  })
  return faults.filter((fault) => fault.block).map((fault) => fault.reason)
}

/** What holds for every block: its examples are taken and render in both languages; nonsense is refused with a reason. */
export function testBlock(
  name: BlockName,
  options: { refuses: [fields: Record<string, unknown>, reason: string | RegExp][] },
) {
  failOnConsoleErrors()

  describe.each(locales)('%s', (locale) => {
    test.each(
      blockDeclarations[name]
        .examples(locale)
        .map(({ name: title, block }) => [title[locale], block] as [string, DeliveredBlock]),
    )('is shown: %s', async (_, block) => {
      const { html, blocks, faults } = await renderDelivered([block], locale)
      expect(faults).toEqual([] satisfies Fault[])
      expect(blocks).toHaveLength(1)
      expect(failedOnServer(html)).toBeNull()
      expect(headingGaps(html)).toEqual([])
      expect(nestingFaults(html)).toEqual([])
      expect(html).not.toMatch(/undefined|\[object |NaN/)
    })
  })

  test.each(options.refuses)('refuses %j: %s', (fields, reason) => {
    const found = refusals(name, fields).at(0)
    if (typeof reason === 'string') expect(found).toBe(reason)
    else expect(found).toMatch(reason)
  })
}
