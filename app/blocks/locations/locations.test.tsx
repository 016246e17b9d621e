import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('locations', { refuses: [[{ showHours: 'yes' }, 'showHours: must be yes or no']] })

test('shows every branch', async () => {
  const { html } = await renderDelivered([{ component: 'locations', title: 'Filialen' }], 'de')
  expect(html).toMatch(/<h3[^>]*>Köln<\/h3>.*<h3[^>]*>Düsseldorf<\/h3>/s)
})
