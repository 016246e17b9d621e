import { expect, test } from 'vitest'
import { headingLevels, renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('section-indent', {
  refuses: [
    [{ title: ['Titel'] }, 'title: must be text'],
    [{ lead: 'x'.repeat(1201) }, 'lead: may have 1200 characters at most'],
  ],
})

test('headings inside are one level deeper, and only where it has a title', async () => {
  const inner = { component: 'section-indent', title: 'Innen' }
  const { html } = await renderDelivered(
    [
      { component: 'section-indent', title: 'Außen', content: [inner] },
      { component: 'section-indent', content: [inner] },
    ],
    'de',
  )
  expect(headingLevels(html)).toEqual([2, 3, 2])
})
