import { expect, test } from 'vitest'
import { renderBlocks, renderDelivered, testBlock } from '#tests/blocks.tsx'
import { parseBlocks } from '../../parse-blocks.ts'

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

test('comes back with what was typed and says what is missing, beside the field and above', async () => {
  const { blocks } = parseBlocks([{ component: 'contact-form' }], { locale: 'de', apiUrl: '/api' })
  const html = await renderBlocks(blocks, 'de', {
    answer: {
      contact: {
        reason: 'incomplete',
        fields: ['email', 'message'],
        given: { name: 'Ute', email: 'ute@', subject: 'order' },
      },
    },
  })
  expect(html).toMatch(/role="alert".*href="#([^"]+)-email".*<input id="\1-email"[^>]* aria-invalid="true"/s)
  expect(html.match(/Bitte schreiben Sie uns, worum es geht\./g)).toHaveLength(2)
  expect(html).toContain('value="Ute"')
  expect(html).toMatch(/<option value="order" selected=""/)
  expect(html).not.toContain('Bitte nennen Sie Ihren Namen.')
})
