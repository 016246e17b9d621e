import { describe, expect, test } from 'vitest'
import type { SellFormData } from '#app/sell-form/load-sell-form.ts'
import type { SellAnswer } from '#app/sell-form/sell-answer.ts'
import { loadedFor, renderBlocks, renderDelivered, testBlock } from '#tests/blocks.tsx'
import { parseBlocks } from '../parse-blocks.ts'

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
        faults: { email: 'no-email', message: 'missing' },
        given: { name: 'Ute', email: 'ute@', subject: 'order' },
      },
    },
  })
  expect(html).toMatch(/autofocus="".*href="#([^"]+)-email".*<input id="\1-email"[^>]* aria-invalid="true"/s)
  expect(html.match(/Bitte schreiben Sie uns, worum es geht\./g)).toHaveLength(2)
  expect(html).toContain('value="Ute"')
  expect(html).toMatch(/<option value="order" selected=""/)
  expect(html).not.toContain('Bitte nennen Sie Ihren Namen.')
})

test.each([
  ['de', 'ute@beispiel,de', 'Meinten Sie ute@beispiel.de?'],
  ['en', 'ute@@example.com', 'Did you mean ute@example.com?'],
  ['de', 'jürgen@beispiel.de', 'Vor dem @ sind keine Umlaute und Akzente möglich.'],
  ['en', 'ute.example.com', 'the @ is missing'],
] as const)('in %s, %s is refused with what would be right', async (locale, email, said) => {
  const { blocks } = parseBlocks([{ component: 'contact-form' }], { locale, apiUrl: '/api' })
  const contact = { reason: 'incomplete', faults: { email: 'no-email' }, given: { email } } as const
  expect(await renderBlocks(blocks, locale, { answer: { contact } })).toContain(said)
})

describe('the selling request', () => {
  const sell: SellFormData = {
    apiUrl: '/api',
    lines: [
      { item: 'gold-585', amount: '12,4' },
      { item: 'coin-kruegerrand', amount: '1' },
    ],
    tariff: {
      centsPerOunce: { gold: 350_000, silver: null, platinum: null, palladium: null },
      perMille: { 'gold-scrap': 900, 'gold-bullion': 970, silver: 750, platinum: 850, palladium: 850 },
    },
    branches: [{ id: 'koeln', name: 'Rheingold Köln' }],
    shipment: { labelCents: 50_000, courierCents: 2_500_000 },
  }
  async function form(fields: Record<string, unknown> = {}, answer?: SellAnswer) {
    const delivered = [{ component: 'contact-form', form: 'offer', anchor: 'anfrage', ...fields }]
    const { blocks } = parseBlocks(delivered, { locale: 'de', apiUrl: '/api' })
    const loaded = loadedFor(blocks)
    for (const [key, value] of Object.entries(loaded.values)) {
      loaded.values[key] = { ...(value as object), sell }
    }
    const html = await renderBlocks(blocks, 'de', { loaded, ...(answer && { answer: { sell: answer } }) })
    return html.replaceAll('<!-- -->', '')
  }

  test('is a plain form with files that the sell page answers, wherever it stands', async () => {
    const html = await form({ offers: 'watch', branch: 'koeln' })
    expect(html).toMatch(/<form[^>]* action="\/de\/verkaufen"[^>]* enctype="multipart\/form-data"/i)
    expect(html).toMatch(/<input [^>]*type="file" accept="image\/jpeg,[^>]* multiple=""[^>]* name="photos"/)
    expect(html).toMatch(/type="radio"[^>]* name="kind" checked="" value="watch"/)
    expect(html).toMatch(/<option value="koeln" selected="">/)
  })

  test('takes the calculator’s lines over and says what they come to', async () => {
    const html = await form()
    expect(html).toMatch(/name="amount"[^>]* value="12,4"/)
    expect(html).toMatch(/4\.129,65\s€/)
  })

  test('comes back with everything that was given and leads to what is wrong', async () => {
    const html = await form(
      {},
      {
        reason: 'incomplete',
        at: null,
        faults: { lines: 'invalid', email: 'missing', consent: 'missing' },
        lineFaults: ['not-a-number', null],
        lines: [
          { item: 'gold-333', amount: 'zwölf' },
          { item: 'gold-585', amount: '3' },
        ],
        given: { name: 'Clara Beispiel', kind: 'gold', way: 'shipment', city: 'Köln' },
        meant: null,
        upload: 'x'.repeat(32),
        photos: [{ id: '0'.repeat(32), width: 40, height: 30 }],
        refused: [{ name: 'liste.pdf', reason: 'not-a-photo' }],
      },
    )
    const links = [...html.matchAll(/<a class="link" href="#([^"]+)" data-field="">/g)]
    expect(links).toHaveLength(3)
    for (const [, id] of links) expect(html).toContain(` id="${id}"`)
    expect(html).toContain('In Zeile 1: Bitte geben Sie eine Zahl ein')
    expect(html).toContain('liste.pdf: Diese Datei ist kein Foto.')
    expect(html).toContain('value="Clara Beispiel"')
    expect(html).toContain(`/api/sell-photos/form/${'x'.repeat(32)}/${'0'.repeat(32)}/320.webp`)
    expect(html).toMatch(/name="upload" value="x{32}"/)
  })
})
