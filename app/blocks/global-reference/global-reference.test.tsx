import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

const story = (body: unknown[], more = {}) => ({
  uuid: 'b6a3c9d2-0c53-4a38-8a6d-51a3f1f9a001',
  full_slug: 'global/steps',
  content: { component: 'global', body },
  ...more,
})

testBlock('global-reference', {
  refuses: [
    [{}, 'reference: is required'],
    [{ reference: 'b6a3c9d2-0c53-4a38-8a6d-51a3f1f9a001' }, 'reference: the shared content was not found'],
    [
      { reference: story([], { content: { component: 'page' } }) },
      'reference: refers to a story that is not shared content',
    ],
    [{ reference: 7 }, 'reference: must refer to a story'],
  ],
})

test('shared content that contains itself ends', async () => {
  const shared = story([{ component: 'page-title', title: 'Drei Schritte' }])
  shared.content.body.push({ component: 'global-reference', _uid: 'inner', reference: shared })
  const { html, faults } = await renderDelivered([{ component: 'global-reference', reference: shared }], 'de')
  expect(html).toContain('Drei Schritte')
  expect(faults).toMatchObject([{ uid: 'inner', reason: 'reference: the shared content contains itself' }])
})

test('the same shared content twice has one main heading and keys of its own', async () => {
  const shared = story([{ component: 'page-title', title: 'Drei Schritte', _uid: 't' }])
  const twice = [1, 2].map((n) => ({ component: 'global-reference', _uid: `${n}`, reference: shared }))
  const { html } = await renderDelivered(twice, 'de')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html.match(/<h2/g)).toHaveLength(1)
})
