import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

const picture = { filename: '/api/assets/editorial/gold.jpg', alt: 'Gold', width: 1600, height: 1000 }

testBlock('image-grid', {
  refuses: [
    [{ images: [] }, 'images: is required'],
    [{ images: [{ filename: 'https://elsewhere.example/a.jpg' }] }, 'images: is required'],
    [{ images: ['a.jpg'] }, 'images.0: must be a picture'],
  ],
})

test('only the first picture of the page’s first blocks is fetched at once', async () => {
  const { html } = await renderDelivered(
    [{ component: 'image-grid', images: [picture, picture, picture] }],
    'de',
  )
  expect(html.match(/loading="eager"/g)).toHaveLength(1)
  expect(html.match(/loading="lazy"/g)).toHaveLength(2)
})
