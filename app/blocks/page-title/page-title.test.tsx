import { expect, test } from 'vitest'
import { headingLevels, renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('page-title', {
  refuses: [
    [{ title: '   ' }, 'title: is required'],
    [{ title: 7 }, 'title: must be text'],
    [{ title: 'x'.repeat(161) }, 'title: may have 160 characters at most'],
  ],
})

test('only the first title of a page is its main heading', async () => {
  const { html } = await renderDelivered(
    [
      { component: 'container', content: [{ component: 'page-title', title: 'Erster' }] },
      { component: 'page-title', title: 'Zweiter' },
      { component: 'main-page-title', title: 'Dritter' },
    ],
    'de',
  )
  expect(headingLevels(html)).toEqual([1, 2, 2])
})
