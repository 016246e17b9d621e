import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('arrivals', {
  refuses: [
    [{ count: 0 }, 'count: must be at least 1'],
    [{ count: 'vier' }, 'count: must be a number'],
    [{ department: 'cars' }, 'department: must be one of all, watches, jewelry'],
  ],
})

test('shows pieces as cards', async () => {
  const { html } = await renderDelivered([{ component: 'arrivals', title: 'Neu' }], 'de')
  expect(html).toContain('href="/de/produkte/rolex-submariner/10482"')
  expect(html).toContain('Submariner Date')
})
