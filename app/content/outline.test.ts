import { describe, expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import { failOnConsoleErrors, loadedFor, renderBlocks } from '#tests/blocks.tsx'
import type { AnyBlock } from './block.ts'
import { isStill } from './blocks/drawing.ts'
import { examples } from './blocks/examples.ts'
import { blockNames } from './blocks/schemas.ts'
import { withNested } from './frame/place.ts'
import { gapBetween, groupBlocks } from './frame/rhythm.ts'
import { outline } from './outline.ts'
import { parseBlocks } from './parse-blocks.ts'

failOnConsoleErrors()

/** What a browser reads of it. */
const sentOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const spaces = (blocks: readonly AnyBlock[]) => {
  const groups = groupBlocks(blocks)
  return groups.map((group, index) => {
    const before = groups[index - 1]
    return [group.kind, group.blocks.length, before && gapBetween(before, group, 'page')]
  })
}

describe.each(locales)('the outline of a page of every block there is, %s', (locale) => {
  const delivered = blockNames.flatMap((name) => examples[name](locale).map(({ block }) => block))
  const { blocks } = parseBlocks(delivered, { locale, apiUrl: '/api' })
  const loaded = loadedFor(blocks)
  const less = outline(blocks, loaded)
  const sent = sentOf(less)
  const standing = blocks.map((block) => isStill(block, loaded))

  test('is drawn by the server like the page itself', async () => {
    const html = await renderBlocks(blocks, locale, { loaded })
    expect(html.length).toBeGreaterThan(50_000)
    expect(await renderBlocks(less.blocks, locale, { loaded: less.data, plan: less.plan })).toBe(html)
  })

  test('tells a browser where the blocks stand, but no words of what is in the HTML already', () => {
    expect(standing.filter(Boolean).length).toBeGreaterThan(20)
    expect(spaces(sent.blocks)).toEqual(spaces(blocks))
    const names = ['component', 'key', 'variant', 'align', 'rule', 'outlined', 'reference']
    for (const [index, block] of sent.blocks.entries()) {
      if (!standing[index]) continue
      expect(Object.keys(block).filter((name) => !names.includes(name))).toEqual([])
      expect(isStill(block, sent.data)).toBe(true)
    }
    expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify([blocks, loaded]).length / 2)
  })

  test('keeps what lives whole, with what was loaded for it', () => {
    const living = blocks.filter((_, index) => !standing[index])
    expect(living.length).toBeGreaterThan(5)
    expect(sent.blocks.filter((_, index) => !standing[index])).toEqual(sentOf(living))
    const keys = living.flatMap((block) => [...withNested(block)]).map(({ key }) => key)
    const needed = Object.fromEntries(Object.entries(loaded.values).filter(([key]) => keys.includes(key)))
    expect(sent.data.values).toEqual(sentOf(needed))
  })
})

test('an editor is sent everything', () => {
  const { blocks } = parseBlocks(
    examples['rich-text']('de').map(({ block }) => ({
      ...block,
      _editable: '<!--#storyblok#{"name":"rich-text","space":"1","uid":"u","id":"7"}-->',
    })),
    { locale: 'de', apiUrl: '/api', preview: true },
  )
  expect(blocks.some(({ edit }) => edit)).toBe(true)
  expect(outline(blocks, loadedFor(blocks)).blocks).toEqual(blocks)
})
