import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('contact-person', {
  refuses: [
    [{}, 'name: is required'],
    [{ name: 'Ute', email: 'ute' }, 'email: must be an e-mail address'],
    [{ name: 'Ute', phone: 'javascript:1' }, 'phone: must be a telephone number'],
  ],
})

test('a number is dialled as it is written', async () => {
  const { html } = await renderDelivered(
    [{ component: 'contact-person', name: 'Ute', phone: '+49 (221) 555-01' }],
    'de',
  )
  expect(html).toContain('href="tel:+4922155501"')
})
