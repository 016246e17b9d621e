import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

const answer = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ja.' }] }] }

testBlock('faq', {
  refuses: [
    [{}, 'items: is required'],
    [{ items: [] }, 'items: is required'],
    [{ items: [{ component: 'faq-item', answer }] }, 'items: nothing in it can be shown'],
    [{ items: ['Frage'] }, 'items: nothing in it can be shown'],
  ],
})

test('a broken question costs only itself', async () => {
  const { html, faults } = await renderDelivered(
    [
      {
        component: 'faq',
        items: [
          { component: 'faq-item', question: 'Ohne Antwort?' },
          { component: 'faq-item', question: 'Ist alles echt?', answer },
        ],
      },
    ],
    'de',
  )
  expect(html).toContain('Ist alles echt?')
  expect(html).not.toContain('Ohne Antwort?')
  expect(faults).toMatchObject([
    { at: 'body.0.items.0', component: 'faq-item', reason: 'answer: is required' },
  ])
})

test('unfolds without script', async () => {
  const { html } = await renderDelivered(
    [{ component: 'faq', openFirst: true, items: [1, 2].map((n) => ({ question: `Frage ${n}`, answer })) }],
    'de',
  )
  expect(html.match(/<details/g)).toHaveLength(2)
  expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1)
})
