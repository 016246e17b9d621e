import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('divider', {
  refuses: [
    [{ size: 'huge' }, 'size: must be one of small, medium, large'],
    [{ anchor: 'Mit Leerzeichen' }, 'anchor: may hold lower-case letters, digits and single hyphens only'],
  ],
})

test('carries its anchor', async () => {
  const { html } = await renderDelivered([{ component: 'divider', anchor: 'unten' }], 'de')
  expect(html).toContain('id="unten"')
})
