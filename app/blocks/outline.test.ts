import { describe, expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import { failOnConsoleErrors, loadedFor, renderBlocks } from '#tests/blocks.tsx'
import type { ShownBlock } from './block.ts'
import { isStatic } from './block-components.ts'
import { blockDeclarations, blockNames } from './declaration.ts'
import { withNested } from './frame/place.ts'
import { gapBetween, groupBlocks } from './frame/rhythm.ts'
import { outline } from './outline.ts'
import { parseBlocks } from './parse-blocks.ts'

failOnConsoleErrors()

/** What a browser reads of it. */
const sentOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Properties that are there and are not sent. */
function hiddenIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(hiddenIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([name, property]) =>
    property.enumerable ? hiddenIn(property.value) : [name],
  )
}

const spaces = (blocks: readonly ShownBlock[]) => {
  const groups = groupBlocks(blocks)
  return groups.map((group, index) => {
    const before = groups[index - 1]
    return [group.kind, group.blocks.length, before && gapBetween(before, group, 'page')]
  })
}

describe.each(locales)('the outline of a page of every block there is, %s', (locale) => {
  const delivered = blockNames.flatMap((name) =>
    blockDeclarations[name].examples(locale).map(({ block }) => block),
  )
  const { blocks } = parseBlocks(delivered, { locale, apiUrl: '/api' })
  const loaded = loadedFor(blocks)
  const less = outline(blocks, loaded)
  const sent = sentOf(less)
  const areStatic = blocks.map((block) => isStatic(block, loaded))

  test('knows of the page what rendering it needs to know', async () => {
    const html = await renderBlocks(blocks, locale, { loaded })
    expect(html.length).toBeGreaterThan(50_000)
    expect(await renderBlocks(blocks, locale, { loaded, plan: sent.plan })).toBe(html)
  })

  test('is plain data: nothing hides in it', () => {
    expect(hiddenIn(less)).toEqual([])
    expect(sent).toEqual(less)
  })

  test('tells a browser how the blocks are laid out, but no words of what is in the HTML already', () => {
    expect(areStatic.filter(Boolean).length).toBeGreaterThan(20)
    expect(spaces(sent.blocks)).toEqual(spaces(blocks))
    const names = ['component', 'key', 'variant', 'align', 'rule', 'outlined', 'reference']
    for (const [index, block] of sent.blocks.entries()) {
      if (!areStatic[index]) continue
      expect(Object.keys(block).filter((name) => !names.includes(name))).toEqual([])
      expect(block).toHaveProperty('outlined', true)
    }
    expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify([blocks, loaded]).length / 2)
  })

  test('keeps what is hydrated whole, with what was loaded for it', () => {
    const hydrated = blocks.filter((_, index) => !areStatic[index])
    expect(hydrated.length).toBeGreaterThan(5)
    expect(sent.blocks.filter((_, index) => !areStatic[index])).toEqual(sentOf(hydrated))
    const keys = hydrated.flatMap((block) => [...withNested(block)]).map(({ key }) => key)
    const needed = Object.fromEntries(Object.entries(loaded.values).filter(([key]) => keys.includes(key)))
    expect(sent.data.values).toEqual(sentOf(needed))
  })
})

test('an editor is sent everything', () => {
  const { blocks } = parseBlocks(
    blockDeclarations['rich-text'].examples('de').map(({ block }) => ({
      ...block,
      _editable: '<!--#storyblok#{"name":"rich-text","space":"1","uid":"u","id":"7"}-->',
    })),
    { locale: 'de', apiUrl: '/api', preview: true },
  )
  expect(blocks.some(({ edit }) => edit)).toBe(true)
  expect(outline(blocks, loadedFor(blocks)).blocks).toEqual(blocks)
})
