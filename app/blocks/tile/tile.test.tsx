import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('tile', {
  refuses: [
    [{ icon: 'unicorn' }, /^icon: must be one of none, watch, ring/],
    [{ link: 'https://example.org' }, 'link: must be a link'],
  ],
})

test('without a label the title is the link', async () => {
  const tile = { component: 'tile', title: 'Fragen', link: { linktype: 'story', cached_url: 'faq' } }
  const { html } = await renderDelivered([tile], 'de')
  expect(html).toMatch(/<h2[^>]*><a href="\/de\/haeufige-fragen"[^>]*>Fragen<\/a><\/h2>/)
})
