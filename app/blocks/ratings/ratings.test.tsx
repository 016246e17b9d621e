import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('ratings', {
  refuses: [
    [{}, 'source: is required'],
    [{ source: 'Google', score: 6 }, 'score: must be at most 5'],
    [{ source: 'Google', score: 'gut' }, 'score: must be a number'],
    [{ source: 'Google', asOf: '2026-13-01' }, 'asOf: must be a date such as 2026-11-20'],
  ],
})

// Duty: verified-ratings
test('always says whether the ratings were verified', async () => {
  const ratings = { component: 'ratings', source: 'Google' }
  expect((await renderDelivered([ratings], 'de')).html).toContain('Es wurde nicht geprüft, ob')
  expect((await renderDelivered([{ ...ratings, verified: true }], 'de')).html).toContain(
    'Es wurde geprüft, dass',
  )
})

test('an English rating on a German page says so, and its stars are read out', async () => {
  const items = [{ text: 'As described.', language: 'en', author: 'J. H.', stars: 4 }]
  const { html } = await renderDelivered([{ component: 'ratings', source: 'Google', items }], 'de')
  expect(html).toMatch(/<blockquote[^>]* lang="en"/)
  expect(html).toContain('aria-label="4 von 5 Sternen"')
})
