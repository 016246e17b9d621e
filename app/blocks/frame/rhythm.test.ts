import { expect, test } from 'vitest'
import { blockDeclarations } from '../declaration.ts'
import { parseBlocks } from '../parse-blocks.ts'
import { planPage } from './place.ts'
import { gapBetween, groupBlocks } from './rhythm.ts'

const parse = (...delivered: object[]) => parseBlocks(delivered, { locale: 'de', apiUrl: '/api' }).blocks

function gap(...delivered: object[]) {
  const [before, after] = groupBlocks(parse(...delivered))
  if (!before || !after) throw new Error('There must be two')
  return gapBetween(before, after, 'page')
}

const [shared] = blockDeclarations['global-reference'].examples('de').map(({ block }) => block)
const closing = { component: 'closure-contact-cta', title: 'Fragen?' }
const ruled = { component: 'section-indent', title: 'Zurückgeben', rule: true }
const [text] = blockDeclarations['rich-text'].examples('de').map(({ block }) => block)

test('two blocks with hairlines share the one between them, in shared content too', () => {
  expect(gap(ruled, closing)).toBe('-mt-px')
  expect(gap(ruled, { ...shared, _uid: 'shared' })).toBe('-mt-px')
  expect(gap({ ...ruled, rule: false }, closing)).toBe('mt-16 lg:mt-28')
})

test('text stays close to text', () => {
  expect(gap(text as object, { ...text, _uid: 'second' })).toBe('mt-6')
  expect(gap(text as object, closing)).toBe('mt-16 lg:mt-28')
})

test('the block that ends a page is found inside shared content', () => {
  const blocks = parse(text as object, { ...shared, _uid: 'shared' })
  const last = planPage(blocks).lastKey
  expect(last).not.toBeNull()
  expect(last).not.toBe(blocks.at(-1)?.key)
  expect(planPage(parse(text as object)).lastKey).toBe(parse(text as object)[0]?.key)
})
