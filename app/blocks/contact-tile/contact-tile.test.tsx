import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('contact-tile', {
  refuses: [
    [{ way: 'phone' }, 'title: is required'],
    [{ title: 'Fax', way: 'fax' }, 'way: must be one of phone, message, email, form, own'],
  ],
})

test.each([
  ['phone', 'href="tel:+492215550110"'],
  ['message', 'href="https://wa.me/492215550110"'],
  ['email', 'href="mailto:hallo@rheingold.example"'],
  ['form', 'href="/de/kontakt"'],
])('the way %s leads to %s', async (way, href) => {
  const { html } = await renderDelivered([{ component: 'contact-tile', title: 'Schreiben', way }], 'de')
  expect(html).toContain(href)
})
