import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('image-columns', {
  refuses: [
    [{ items: null }, 'items: is required'],
    [{ items: [{}], columns: 5 }, 'columns: must be one of 2, 3, 4'],
  ],
})

test('the title is the link of the whole column', async () => {
  const { html } = await renderDelivered(
    [
      {
        component: 'image-columns',
        items: [{ title: 'Ringe', link: { linktype: 'story', cached_url: 'jewelry' } }],
      },
    ],
    'en',
  )
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toMatch(/href="\/en\/jewelry"[^>]*>Ringe/)
})
