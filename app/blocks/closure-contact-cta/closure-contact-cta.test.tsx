import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('closure-contact-cta', {
  refuses: [
    [{}, 'title: is required'],
    [{ title: 'Fragen?', showPhone: 'ja' }, 'showPhone: must be yes or no'],
  ],
})

test('phone and hours come from the settings, where wanted', async () => {
  const closing = { component: 'closure-contact-cta', title: 'Fragen?' }
  const { html } = await renderDelivered([{ ...closing, showPhone: true, showHours: true }], 'de')
  expect(html).toContain('href="tel:+492215550110"')
  expect(html).toContain('Erreichbar Mo–Fr 10–18:30 Uhr')
  expect((await renderDelivered([closing], 'de')).html).not.toContain('tel:')
})
