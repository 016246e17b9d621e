import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('main-page-title', {
  refuses: [
    [{}, 'title: is required'],
    [{ title: 'Titel', imagePosition: 'above' }, 'imagePosition: must be one of left, right, below'],
  ],
})

test('opens the page: its title is the h1, its picture is fetched at once', async () => {
  const { html } = await renderDelivered(
    [
      {
        component: 'main-page-title',
        title: 'Schönes bleibt',
        image: { filename: '/api/assets/editorial/hero.jpg', width: 1600, height: 1000, alt: 'Uhr' },
      },
    ],
    'de',
  )
  expect(html).toMatch(/<h1[^>]*>Schönes bleibt<\/h1>/)
  expect(html).toMatch(/<img[^>]*loading="eager"[^>]*>/)
  expect(html).toContain('fetchPriority="high"')
})

test('only buttons stand below the title', async () => {
  const { faults } = await renderDelivered(
    [{ component: 'main-page-title', title: 'T', actions: [{ component: 'faq', _uid: 'q' }] }],
    'de',
  )
  expect(faults).toMatchObject([{ component: 'faq', reason: 'only button may stand here' }])
})
