import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('gold-purchase-calculator', {
  refuses: [[{ variant: 'large' }, 'variant: must be one of full, small']],
})

test('asks the calculator’s page, without script too', async () => {
  const { html } = await renderDelivered([{ component: 'gold-purchase-calculator', variant: 'small' }], 'de')
  expect(html).toMatch(/<form[^>]* action="\/de\/goldankaufsrechner"/)
  expect(html).toContain('<option value="gold-585" selected="">Gold 585<!-- --> (14 Karat)</option>')
  expect(html.match(/<label /g)).toHaveLength(2)
})

test('does not exist in English', async () => {
  const { html } = await renderDelivered([{ component: 'gold-purchase-calculator', title: 'Gold' }], 'en')
  expect(html).not.toContain('<form')
})
