import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('partner', {
  refuses: [
    [{ title: 'Partner' }, 'partners: is required'],
    [{ partners: [{ component: 'partner-entry' }] }, 'partners: nothing in it can be shown'],
  ],
})

test('a website opens in a new tab and says so', async () => {
  const link = { linktype: 'url', url: 'https://www.gia.edu/', target: '_blank' }
  const { html } = await renderDelivered([{ component: 'partner', partners: [{ name: 'GIA', link }] }], 'en')
  expect(html).toMatch(/href="https:\/\/www\.gia\.edu\/"[^>]*target="_blank" rel="noopener noreferrer"/)
  expect(html).toContain('(opens in a new tab)')
})
