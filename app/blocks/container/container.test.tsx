import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('container', {
  refuses: [
    [{ content: 'Text' }, 'content: must be a list'],
    [{ background: 'red' }, 'background: must be one of none, deep, ink'],
  ],
})

test('the page’s margins are kept once, however deep containers nest', async () => {
  const { html } = await renderDelivered(
    [
      {
        component: 'container',
        content: [{ component: 'container', content: [{ component: 'page-title', title: 'Titel' }] }],
      },
    ],
    'de',
  )
  expect(html.match(/(?<=[" ])wrap(?=[" ])/g)).toHaveLength(1)
})
