import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('tiles', {
  refuses: [
    [{ items: [] }, 'items: is required'],
    [{ items: [{ component: 'nothing' }] }, 'there is no such block'],
  ],
})

test('numbers its tiles, but not the tiles inside them', async () => {
  const items = [
    { component: 'tile', title: 'Eins', content: [{ component: 'tile', title: 'Innen' }] },
    { component: 'tile', title: 'Zwei' },
  ]
  const { html } = await renderDelivered([{ component: 'tiles', numbered: true, items }], 'de')
  expect([...html.matchAll(/aria-hidden="true"[^>]*>(\d)</g)].map((match) => match[1])).toEqual(['1', '2'])
  expect(html).toContain('<ol ')
})
