import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('background-section', {
  refuses: [
    [{ tone: 'gold' }, 'tone: must be one of deep, ink, green, lines'],
    [{ image: 7 }, 'image: must be a picture'],
  ],
})

test('on a picture the words lie on paper', async () => {
  const { html } = await renderDelivered(
    [
      {
        component: 'background-section',
        image: { filename: '/api/assets/editorial/gold.jpg', alt: '' },
        content: [{ component: 'page-title', title: 'Gold' }],
      },
    ],
    'de',
  )
  expect(html).toMatch(/class="[^"]*\bbg-paper\b[^"]*"[^>]*>.*<h1/s)
})
