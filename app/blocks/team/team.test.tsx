import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('team', {
  refuses: [
    [{}, 'members: is required'],
    [{ members: [{ role: 'Goldschmied' }] }, 'members: nothing in it can be shown'],
  ],
})

test('says who speaks what, in the page’s language', async () => {
  const members = [{ name: 'Emre Aydın', languages: 'German, Turkish' }]
  const { html } = await renderDelivered([{ component: 'team', members }], 'en')
  expect(html).toContain('Speaks German, Turkish')
})
