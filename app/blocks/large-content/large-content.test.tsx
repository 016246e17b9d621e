import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('large-content', {
  refuses: [
    [{ ratio: 'panorama' }, 'ratio: must be one of landscape, portrait, square'],
    [{ reversed: 1 }, 'reversed: must be yes or no'],
  ],
})

test('a picture from an unknown place is left out, the words stay', async () => {
  const { html, faults } = await renderDelivered(
    [{ component: 'large-content', title: 'Bleibt', image: { filename: 'https://tracker.example/a.jpg' } }],
    'de',
  )
  expect(html).toContain('Bleibt')
  expect(html).not.toContain('<img')
  expect(faults).toMatchObject([{ at: 'body.0.image', block: false }])
})
