import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('article-list', {
  refuses: [
    [{ topic: 'cooking' }, /^topic: must be one of all, gold/],
    [{ count: 25 }, 'count: must be at most 24'],
  ],
})

test('tiles say topic, date and reading time in the page’s language', async () => {
  const block = { component: 'article-list', layout: 'tiles' }
  const { html } = await renderDelivered([block], 'de')
  expect(html).toContain('Gold und Preise')
  expect(html).toContain('1. Oktober 2026')
  expect(html).toContain('4 Minuten')
})
