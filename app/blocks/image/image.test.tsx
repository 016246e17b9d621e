import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('image', {
  refuses: [
    [{}, 'image: is required'],
    [{ image: { fieldtype: 'asset', id: null, filename: '' } }, 'image: is required'],
    [
      { image: { filename: 'https://elsewhere.example/a.jpg' } },
      'image: the picture lies in an unknown place',
    ],
    [{ image: { filename: '/api/assets/../secret.jpg' } }, 'image: the picture lies in an unknown place'],
  ],
})

test('names who took the picture', async () => {
  const image = { filename: '/api/assets/editorial/gold.jpg', alt: 'Gold', copyright: 'Studio Ring' }
  expect((await renderDelivered([{ component: 'image', image }], 'de')).html).toContain('Bild: Studio Ring')
  expect((await renderDelivered([{ component: 'image', image }], 'en')).html).toContain(
    'Picture: Studio Ring',
  )
})
