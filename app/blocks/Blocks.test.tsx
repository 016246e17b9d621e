import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import {
  failedOnServer,
  failOnConsoleErrors,
  headingGaps,
  headingLevels,
  loadedFor,
  nestingFaults,
  renderBlocks,
  renderDelivered,
} from '#tests/blocks.tsx'
import { dangers } from '#tests/dangerous-html.ts'
import { payloads } from '#tests/hostile-texts.ts'
import { blockDeclarations, blockNames } from './declaration.ts'
import type { DeliveredBlock } from './example.ts'
import type { Field } from './fields.ts'
import { mainTitle } from './frame/place.ts'
import { parseBlocks } from './parse-blocks.ts'

failOnConsoleErrors()

/** Any tree of blocks an editor could build: examples, with other trees in their places for blocks. */
function anyBlocks(locale: 'de' | 'en', depth: number): fc.Arbitrary<DeliveredBlock[]> {
  const block = fc.constantFrom(...blockNames).chain((name) => {
    const ways = blockDeclarations[name].examples(locale).map((example) => example.block)
    const places = Object.entries(blockDeclarations[name].schema.fields).filter(
      ([, field]) => (field as Field).kind === 'blocks' && 'allow' in field && field.allow === 'any',
    )
    const inside = Object.fromEntries(
      places.map(([field]) => [field, depth > 0 ? anyBlocks(locale, depth - 1) : fc.constant([])]),
    )
    return fc
      .record({ way: fc.constantFrom(...ways), inside: fc.option(fc.record(inside), { nil: {} }) })
      .map(({ way, inside }) => ({ ...way, ...inside }))
  })
  return fc.array(block, { minLength: depth === 0 ? 1 : 0, maxLength: 4 })
}

describe.each(locales)('any nesting of blocks, %s', (locale) => {
  test('renders, with headings in order and one main heading', async () => {
    await fc.assert(
      fc.asyncProperty(anyBlocks(locale, 4), async (delivered) => {
        const { html, blocks } = await renderDelivered(delivered, locale)
        expect(failedOnServer(html)).toBeNull()
        expect(headingGaps(html)).toEqual([])
        expect(nestingFaults(html)).toEqual([])
        const main = headingLevels(html).filter((level) => level === 1)
        expect(main).toHaveLength(mainTitle(blocks) ? 1 : 0)
        expect(html.match(/loading="eager"/g)?.length ?? 0).toBeLessThanOrEqual(1)
      }),
      { numRuns: 100 },
    )
  })
})

test('hostile words in any field of any block stay words', async () => {
  const kept = new Set(['component', '_uid', 'type', 'fieldtype', 'linktype'])
  const poisoned = (value: unknown, payload: string): unknown => {
    if (typeof value === 'string') return payload
    if (Array.isArray(value)) return value.map((item) => poisoned(item, payload))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, kept.has(name) ? inner : poisoned(inner, payload)]),
    )
  }
  /** One field at a time, so that the others do not save it by being refused. */
  const attacks = (block: DeliveredBlock, payload: string) =>
    Object.entries(block)
      .filter(([name]) => !kept.has(name))
      .map(([name, value]) => ({ ...block, [name]: poisoned(value, payload) }))
  const blocks = blockNames.flatMap((name) =>
    blockDeclarations[name]
      .examples('de')
      .slice(0, 1)
      .map((example) => example.block),
  )
  let shown = 0
  for (const [round, payload] of payloads.entries()) {
    // An eighth of the fields each time: over the rounds every field meets every kind of payload.
    const page = blocks
      .flatMap((block) => attacks(block, payload))
      .filter((_, index) => (index + round) % 8 === 0)
    const { html, blocks: taken } = await renderDelivered(page, 'de')
    shown += taken.length
    expect(failedOnServer(html), payload).toBeNull()
    expect(dangers(html, 'blocks'), payload).toEqual([])
  }
  expect(shown).toBeGreaterThan(700)
})

describe('the main heading', () => {
  const title = { component: 'page-title', title: 'Seite' }
  const render = async (...delivered: object[]) =>
    headingLevels(
      await renderBlocks(parseBlocks(delivered, { locale: 'de', apiUrl: '/api' }).blocks, 'de', {
        title: 'Aus dem Kopf',
      }),
    )

  test('is the first title that stands under no other heading', async () => {
    expect(await render({ component: 'container', content: [title] }, title)).toEqual([1, 2])
    expect(
      await render({ component: 'section-indent', title: 'Abschnitt', content: [title] }, title),
    ).toEqual([2, 3, 1])
  })

  test('is only read out where the editor has placed none', async () => {
    expect(await render({ component: 'section-indent', title: 'Abschnitt', content: [title] })).toEqual([
      1, 2, 3,
    ])
    expect(await render({ component: 'divider' })).toEqual([1])
  })
})

describe('one bad block', () => {
  const parse = (...delivered: object[]) => parseBlocks(delivered, { locale: 'de', apiUrl: '/api' }).blocks
  const neighbours = [
    { component: 'page-title', _uid: 'a', title: 'Davor' },
    { component: 'contact-tile', _uid: 'b', title: 'Anrufen' },
    { component: 'tiles', _uid: 'c', items: [{ component: 'tile', _uid: 'd', title: 'Danach' }] },
  ]

  test('that throws while it renders leaves a hole of its own size', async () => {
    const blocks = parse(...neighbours)
    // Without what its loader should have brought, the tile cannot render.
    const html = await renderBlocks(blocks, 'de', { loaded: { values: {}, failed: {} } })
    expect(failedOnServer(html)).not.toBeNull()
    expect(html).toContain('Davor')
    expect(html).toContain('Danach')
    expect(html).not.toContain('Anrufen')
  })

  test('whose loader failed is left out, and says so in preview', async () => {
    const blocks = parse(...neighbours)
    const key = blocks[1]?.key ?? ''
    const publicly = await renderBlocks(blocks, 'de', {
      loaded: { ...loadedFor(blocks), failed: { [key]: null } },
    })
    expect(failedOnServer(publicly)).toBeNull()
    expect(publicly).not.toContain('Anrufen')
    const preview = await renderBlocks(blocks, 'de', {
      loaded: { ...loadedFor(blocks), failed: { [key]: 'no answer' } },
    })
    expect(preview).toContain('Der Block „contact-tile“ kann nicht gezeigt werden')
    expect(preview).toContain('no answer')
  })

  test('that nobody knows says so in preview', async () => {
    const preview = parseBlocks([{ component: 'carousel', _uid: 'x' }, ...neighbours], {
      locale: 'en',
      apiUrl: '/api',
      preview: true,
    })
    const html = await renderBlocks(preview.blocks, 'en')
    expect(html).toContain('The block “carousel” cannot be shown')
    expect(html).toContain('Davor')
  })
})
