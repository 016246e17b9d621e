import { expect, test } from 'vitest'
import { headingLevels, renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('rich-text', {
  refuses: [
    [{}, 'text: is required'],
    [{ text: 'Nur ein Text' }, 'text: must be a rich text document'],
    [{ text: { type: 'paragraph' } }, 'text.type: must be a rich text document'],
    [{ text: { type: 'doc', content: [] } }, 'text: is required'],
  ],
})

const heading = (level: number) => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text: `Stufe ${level}` }],
})

test('headings begin below those around it and skip no level', async () => {
  const text = { type: 'doc', content: [heading(4), heading(6), heading(2), heading(1), heading(3)] }
  const { html } = await renderDelivered(
    [
      { component: 'page-title', title: 'Seite' },
      { component: 'section-indent', title: 'Abschnitt', content: [{ component: 'rich-text', text }] },
    ],
    'de',
  )
  expect(headingLevels(html)).toEqual([1, 2, 3, 4, 3, 3, 4])
})

test('a phrase in another language says so', async () => {
  const { html } = await renderDelivered(
    [
      {
        component: 'rich-text',
        text: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'Full Set', marks: [{ type: 'styled', attrs: { class: 'lang-en' } }] },
              ],
            },
          ],
        },
      },
    ],
    'de',
  )
  expect(html).toContain('<span lang="en">Full Set</span>')
})
