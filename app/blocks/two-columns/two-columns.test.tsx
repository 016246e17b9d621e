import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('two-columns', {
  refuses: [
    [{ left: {} }, 'left: must be a list'],
    [{ ratio: '1:3' }, /^ratio: must be one of even, narrow-left/],
  ],
})

test('pictures are only as large as their column', async () => {
  const image = { component: 'image', image: { filename: '/api/assets/editorial/gold.jpg', alt: 'Gold' } }
  const { html } = await renderDelivered(
    [{ component: 'two-columns', ratio: 'third-left', left: [image], right: [] }],
    'de',
  )
  expect(html).toContain('sizes="(min-width: 1400px) 467px, (min-width: 1024px) 33vw, 100vw"')
})
