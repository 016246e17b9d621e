import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('contact-form', {
  refuses: [
    [{ subject: 'complaint' }, /^subject: must be one of question, piece/],
    [{ note: 'Hinweis' }, 'note: must be a rich text document'],
  ],
})

test.each(['de', 'en'] as const)(
  'works without script in %s: every field has its label, and it has an address',
  async (locale) => {
    const { html } = await renderDelivered([{ component: 'contact-form', subject: 'appointment' }], locale)
    const address = locale === 'de' ? '/de/kontakt' : '/en/contact'
    expect(html).toMatch(new RegExp(`<form[^>]* action="${address}" method="post"`))
    const fields = [...html.matchAll(/<(?:input|select|textarea)[^>]*>/g)].map(([field]) => field)
    const ids = fields.map((field) => /\bid="([^"]+)"/.exec(field)?.[1])
    const labelled = [...html.matchAll(/<label for="([^"]+)"/g)].map((match) => match[1])
    expect(fields.map((field) => /\bname="([^"]+)"/.exec(field)?.[1])).toEqual([
      'name',
      'email',
      'phone',
      'subject',
      'piece',
      'message',
      'website',
    ])
    expect(ids).toEqual(labelled)
    expect(html).toMatch(/<option value="appointment" selected=""/)
  },
)
