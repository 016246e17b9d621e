import { mkdirSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Letter } from '#app/platform/mail.ts'
import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { checkoutLines } from '#app/shop/checkout/order-lines.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import type { OrderRequest } from '#app/shop/checkout/types.ts'
import { answerWithdrawal, declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addRings, claraBeispiel, orderRequest, placed } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { contactLetter } from './contact-letter.tsx'
import { storyText } from './documents/story-text.ts'
import { storyPdf } from './documents/write-documents.tsx'
import type { LetterWriter } from './letter-types.ts'
import { writeLetter } from './write-letter.ts'

const demo = demoContent()
let settings: Settings
let next = 50_001
/** A folder to look at what is written here: `LETTERS=letters vitest run app/letters`. */
const gallery = process.env.LETTERS

beforeAll(async () => {
  settings = await readSettings(demo.app.db)
})

const courier = {
  kind: 'courier' as const,
  address: {
    ...claraBeispiel,
    name: 'Łukasz Müller-Σωκράτης',
    country: 'AT',
    postalCode: '1010',
    city: 'Wien',
  },
}

async function ordered(changes: Partial<OrderRequest> = {}) {
  const pieces = [String(next++), String(next++)]
  await addRings(demo.app.db, pieces)
  await sql`update product set tax_mode = 'standard_19' where id = ${pieces[1]}`.execute(demo.app.db)
  const total = 240_000 + (changes.delivery?.kind === 'courier' ? 4_900 : 0)
  const request = orderRequest(pieces, total, changes)
  return placed(demo.app.db, request)
}

async function write(kind: string, locale: 'de' | 'en', payload: Record<string, unknown>): Promise<Letter> {
  const mail = { id: 1, kind, locale, recipient: 'clara@beispiel.example', payload, createdAt: new Date() }
  const letter = await writeLetter({ ...demo.app, siteUrl: 'https://rheingold.example' }, mail)
  if (gallery) {
    mkdirSync(gallery, { recursive: true })
    writeFileSync(`${gallery}/${kind}-${locale}.html`, letter.html)
    writeFileSync(`${gallery}/${kind}-${locale}.txt`, letter.plain)
    for (const { filename, content } of letter.attachments)
      writeFileSync(`${gallery}/${kind}-${locale}-${filename}`, content)
  }
  return letter
}

test('a writer of other kinds of mail does not compile', async () => {
  // @ts-expect-error writes of messages, where an order is given
  const write: LetterWriter<'refund-sent'> = contactLetter
  const mail = { kind: 'refund-sent', locale: 'de', payload: { order: 1, amountCents: 1 } } as const
  const sources = { ...demo.app, siteUrl: 'https://rheingold.example', settings }
  await expect(write(sources, mail)).rejects.toThrow()
})

describe('every mail in both languages', () => {
  test.each(['de', 'en'] as const)('says what it is for and leaves no gap (%s)', async (locale) => {
    const { db } = demo.app
    const order = await ordered({ locale, delivery: courier, note: 'Bitte klingeln', giftWrap: true })
    await sql`update shop_order set tracking = '{"carrier":"Wertkurier Nord","code":"WK-77","url":"https://track.example/WK-77"}' where id = ${order.id}`.execute(
      db,
    )
    const amounts = {
      order: order.id,
      amountCents: 123_450,
      arrivedCents: 100_000,
      openCents: 144_900,
      reason: 'Auszug 7',
      outcome: 'open',
      deductionCents: 5_000,
      ...{ carrier: 'Bote Süd', code: 'BS-9', url: null, address: 'Domstraße 77, 50668 Köln' },
    }
    const declaration = {
      name: 'Clara Beispiel',
      contract: order.number,
      email: 'clara@beispiel.example',
      comment: 'Zu groß.',
      submission: crypto.randomUUID(),
      pieces: ['50001'],
      order: null,
    }
    const { number: withdrawal } = await declareWithdrawal(db, declaration, locale, settings)
    const kinds = [
      'acknowledgement',
      'confirmation',
      'payment-received',
      'payment-part',
      'payment-reminder',
      'order-expired',
      'order-cancelled',
      'order-shipped',
      'address-changed',
      'tracking-changed',
      'conflict-refunded',
      'surplus-refunded',
      'refund-planned',
      'refund-sent',
      'payment-corrected',
      'refund-corrected',
      'staff-order',
      'staff-conflict',
      'staff-surplus',
    ]
    const letters = new Map<string, Letter>()
    for (const kind of kinds) letters.set(kind, await write(kind, locale, amounts))
    const note = locale === 'de' ? 'Das Stück kam beschädigt zurück.' : 'The piece came back damaged.'
    await answerWithdrawal(demo.app.payment, withdrawal, { outcome: 'refused', note }, settings)
    for (const kind of ['withdrawal-acknowledgement', 'withdrawal-answer', 'staff-withdrawal'])
      letters.set(kind, await write(kind, locale, { withdrawal }))
    expect(new Set([...letters.values()].map(({ subject }) => subject)).size).toBe(letters.size)
    for (const [kind, { subject, html, plain }] of letters) {
      expect(subject, kind).toMatch(/\d/)
      for (const text of [subject, html, plain]) {
        expect(text, kind).not.toMatch(/undefined|\[object|null|NaN|\{\w+\}|kinds\.|order\.\w/)
      }
      // A list of mails shows it beside the subject, which it does not repeat.
      const preview = /data-skip-in-text="true"[^>]*>\s*([^<]*)/.exec(html)?.[1] ?? ''
      expect(preview, kind).toMatch(/^[\p{Lu}€\d].{20}/u)
      expect(preview, kind).not.toContain(subject)
      expect(html).toContain('<meta name="color-scheme" content="light only"')
      expect(html).toContain(`lang="${locale === 'de' ? 'de-DE' : 'en-GB'}"`)
      // § 35a GmbHG, in both forms of the mail.
      for (const text of [html, plain])
        expect(text.replace(/\s+/g, ' '), kind).toMatch(/GmbH, .*Köln.* HRB .*DE000000000/)
      // Every mail to a buyer leads to the order, and to the withdrawal function while there is something to withdraw from.
      if (kind.startsWith('staff')) continue
      const path = locale === 'de' ? '/de/vertrag-widerrufen' : '/en/withdraw-from-contract'
      if (!kind.startsWith('withdrawal')) {
        const over = /^order-(expired|cancelled)$|^conflict|^refund/.test(kind)
        expect(html.includes(`https://rheingold.example${path}`), kind).toBe(!over)
        expect(html).toContain(order.token)
      }
    }
    const money = locale === 'de' ? /1\.234,50\s€/ : /€1,234\.50/
    for (const kind of [
      'conflict-refunded',
      'surplus-refunded',
      'refund-planned',
      'refund-sent',
      'payment-corrected',
      'refund-corrected',
      'order-expired',
      'staff-conflict',
    ]) {
      expect(letters.get(kind)?.plain, kind).toMatch(money)
    }
    for (const kind of ['payment-corrected', 'refund-corrected', 'order-cancelled', 'refund-planned']) {
      expect(letters.get(kind)?.plain, kind).toContain('Auszug 7')
    }
    expect(letters.get('refund-planned')?.plain).toMatch(locale === 'de' ? /50\s€ abgezogen/ : /deducted €50/)
    expect(letters.get('address-changed')?.plain).toContain('Domstraße 77, 50668 Köln')
    expect(letters.get('tracking-changed')?.plain).toMatch(/Bote Süd[\s\S]*BS-9/)
    expect(letters.get('order-shipped')?.html).toContain('https://track.example/WK-77')
    const received = letters.get('withdrawal-acknowledgement')?.plain ?? ''
    for (const said of ['Clara Beispiel', order.number, 'Zu groß.', '50001']) expect(received).toContain(said)
    expect(received).toMatch(/\d\d:\d\d:\d\d/)
    expect(letters.get('withdrawal-answer')?.plain).toContain(note)
    await expect(write('no-such-mail', locale, amounts)).rejects.toThrow('no letter of the kind')
  })

  test('German letters hold no English words, and English ones no German', async () => {
    for (const [locale, foreign] of [
      ['de', /\b(the|your|order|and|with|shipping|total)\b/i],
      ['en', /\b(und|der|die|das|Ihre|Bestellung|Versand|Betrag)\b/],
    ] as const) {
      const order = await ordered({ locale, invoiceAddress: { ...claraBeispiel, street: 'Ring 1' } })
      for (const kind of ['acknowledgement', 'confirmation', 'payment-reminder']) {
        const { plain } = await write(kind, locale, { order: order.id })
        const own = plain.replaceAll(/https?:\S+|Rheingold Uhren und Schmuck GmbH|differenz\S+/g, '')
        expect(own.match(foreign)?.[0] ?? null, `${kind} ${locale}`).toBeNull()
      }
    }
  })
})

describe('a withdrawal', () => {
  const typed = {
    name: 'Kauf bei boese.example',
    contract: 'http://boese.example/1',
    comment: 'Zahlen Sie an XY!',
  }
  const declared = async (changes: { contract?: string; email: string; order?: string }) => {
    const said = {
      ...typed,
      ...changes,
      submission: crypto.randomUUID(),
      pieces: [],
      order: changes.order ?? null,
    }
    return (await declareWithdrawal(demo.app.db, said, 'de', settings)).number
  }

  // Duty: withdrawal-acknowledgement
  test('is acknowledged to an address that is not its order’s with time and number, and nothing that was typed', async () => {
    const order = await ordered()
    for (const withdrawal of [
      await declared({ email: 'opfer@anderswo.example' }),
      await declared({ email: 'opfer@anderswo.example', contract: order.number }),
      await declared({ email: 'opfer@anderswo.example', contract: order.number, order: order.token }),
      await declared({ email: 'clara@beispiel.example' }),
    ]) {
      const letter = await write('withdrawal-acknowledgement', 'de', { withdrawal })
      expect(letter.replyTo).toBe(settings.contact.email)
      expect(letter.plain).toContain(`unter der Nummer ${withdrawal}`)
      expect(letter.plain).toMatch(/am \d+\. \S+ \d{4} um \d\d:\d\d:\d\d Uhr/)
      for (const text of [letter.subject, letter.plain, letter.html])
        for (const word of [...Object.values(typed), 'boese', order.number, 'opfer'])
          expect(text).not.toContain(word)
    }
    const known = await declared({ email: 'Clara@beispiel.example', contract: `Nr. ${order.number}` })
    const letter = await write('withdrawal-acknowledgement', 'de', { withdrawal: known })
    for (const word of [typed.name, order.number, typed.comment]) expect(letter.plain).toContain(word)
    const staff = await write('staff-withdrawal', 'de', { withdrawal: known - 1 })
    expect(staff.plain).toContain(typed.comment)
  })
})

test('the note of an order is not repeated to its address until money came from there', async () => {
  const order = await ordered({ note: 'Gewinn auf boese.example' })
  const mails = () => write('confirmation', 'de', { order: order.id })
  expect((await mails()).plain).not.toContain('boese')
  expect((await write('staff-order', 'de', { order: order.id })).plain).toContain('boese')
  const money = { orderId: order.id, channel: 'bank-transfer', reference: 'note', amountCents: 100 } as const
  await settlePayment(demo.app.db, money, settings)
  expect((await mails()).plain).toContain('boese')
})

describe('a message from the contact form', () => {
  test.each(['de', 'en'] as const)(
    'reaches the shop whole, and is acknowledged without a word of it (%s)',
    async (locale) => {
      const { db } = demo.app
      const pieces = [String(next++)]
      await addRings(db, pieces)
      const received = await receiveMessage(
        db,
        {
          name: 'Clara Beispiel',
          email: `clara-${locale}@beispiel.example`,
          phone: '0221 555 01 99',
          subject: 'piece',
          message: 'Guten Tag,\n<b>passt</b> der Ring?',
          piece: pieces[0] ?? null,
        },
        { locale, client: null, settings },
      )
      if (!received.ok) throw new Error(received.reason)
      const copy = await write('contact-acknowledgement', locale, { message: received.id })
      const staff = await write('staff-contact', 'de', { message: received.id })
      expect(copy.replyTo).toBe(settings.contact.email)
      expect(staff.replyTo).toBe(`clara-${locale}@beispiel.example`)
      expect(staff.subject).toBe('Nachricht von Clara Beispiel: Frage zu einem Stück')
      expect(staff.plain).toContain('<b>passt</b> der Ring?')
      expect(staff.html).not.toContain('<b>')
      expect(staff.plain).toContain(`https://rheingold.example/`)
      expect(staff.plain).toContain(pieces[0])
      for (const text of [copy.subject, copy.plain, copy.html])
        for (const typed of [
          'Clara Beispiel',
          'clara-',
          'passt',
          pieces[0],
          '0221 555 01 99',
          'beispiel.example',
        ])
          expect(text).not.toContain(typed)
      expect(staff.plain).toContain('0221 555 01 99')
      expect(copy.html).toContain(`lang="${locale === 'de' ? 'de-DE' : 'en-GB'}"`)
    },
  )
})

describe('the confirmation', () => {
  const isPdf = ({ content }: { content: Buffer }) => content.subarray(0, 5).toString() === '%PDF-'

  // Duty: contract-confirmation
  test('carries invoice, terms and withdrawal instruction, and the bank details of a transfer', async () => {
    const order = await ordered({ delivery: courier })
    const letter = await write('confirmation', 'de', { order: order.id })
    expect(letter.attachments.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/^Rechnung-RE-\d{4}-\d{5}\.pdf$/),
      'AGB.pdf',
      'Widerrufsbelehrung.pdf',
    ])
    for (const attachment of letter.attachments) {
      expect(isPdf(attachment)).toBe(true)
      expect(attachment.content.length).toBeGreaterThan(10_000)
    }
    const paper = { locale: 'de', settings, siteUrl: 'https://rheingold.example' } as const
    for (const [index, slug] of [undefined, 'gtc', 'cancellation'].entries())
      if (slug)
        expect(letter.attachments[index]?.content).toEqual(await storyPdf(demo.app.stories, slug, paper))
    expect(letter.plain).toContain('DE19 9999 9999 0000 1234 56')
    expect(letter.plain).toContain(order.number)
    expect(letter.plain).toMatch(/differenzbesteuert nach § 25a UStG/)
    expect(letter.plain).toMatch(/Versicherter Wertkurier an\s+Łukasz/)
    // That an order has come in is no acceptance, and asks for nothing.
    const acknowledgement = await write('acknowledgement', 'de', { order: order.id })
    expect(acknowledgement.plain).not.toMatch(/IBAN|DE19/)
    expect(acknowledgement.attachments).toEqual([])
  })

  // Duty: contract-confirmation
  test.each([
    ['de', /\nMuster-Widerrufsformular\n.*Hiermit widerrufe\(n\) ich\/wir.*Datum/s, '/de/vertrag-widerrufen'],
    ['en', /\nModel withdrawal form\n.*hereby give notice.*Date/s, '/en/withdraw-from-contract'],
  ] as const)(
    'holds on paper the instruction with its form and the function, %s',
    async (locale, form, way) => {
      const found = await demo.app.stories.findStory(locale, 'cancellation')
      if (!found) throw new Error('there is no such page')
      const parts = storyText(found, { locale, siteUrl: 'https://rheingold.example' })
      const text = parts.map((part) =>
        'runs' in part ? part.runs.map((run) => run.text).join('') : part.text,
      )
      expect(text.join('\n')).toMatch(form)
      expect(text.join('\n')).toContain(`rheingold.example${way}`)
    },
  )

  // Duty: confirmed-agreements
  test.each([
    ['de', 'Die Schließe fehlt.', '/de/vertrag-widerrufen'],
    ['en', 'The clasp is missing.', '/en/withdraw-from-contract'],
  ] as const)(
    'repeats what the buyer agreed to, and leads to the withdrawal function, %s',
    async (locale, agreed, way) => {
      const pieces = [String(next++), String(next++)]
      await addRings(demo.app.db, pieces)
      const text = JSON.stringify({ de: 'Die Schließe fehlt.', en: 'The clasp is missing.' })
      await demo.app.db
        .insertInto('product_defect')
        .values({ product_id: pieces[0] ?? '', text })
        .execute()
      const [line] = await checkoutLines(demo.app.db, pieces, settings.orders)
      const consents = line?.deviations.map(deviationKey) ?? []
      const order = await placed(demo.app.db, orderRequest(pieces, 240_000, { consents, locale }))
      const letter = await write('confirmation', locale, { order: order.id })
      expect(letter.plain.replace(/\s+/g, ' ')).toContain(agreed)
      expect(letter.html).toContain(`href="https://rheingold.example${way}`)
    },
  )

  // Duty: contract-confirmation
  test('of a paid order asks for no money', async () => {
    const order = await ordered({ payment: 'online' })
    const first = await write('acknowledgement', 'de', { order: order.id })
    expect(first.plain).toContain('Jetzt bezahlen')
    await settlePayment(
      demo.app.db,
      { orderId: order.id, channel: 'online', reference: 'pi_1', amountCents: 240_000 },
      settings,
    )
    const letter = await write('confirmation', 'de', { order: order.id })
    expect(letter.plain).not.toContain('IBAN')
    expect(letter.plain).toMatch(/2\.400\s€ ist eingegangen/)
  })

  test('of a collected order says where and until when', async () => {
    const order = await ordered({ payment: 'in-branch', locale: 'en' })
    const letter = await write('confirmation', 'en', { order: order.id })
    expect(letter.plain).toMatch(/ready at our branch Rheingold Köln.* kept for you until \d+ \w+ \d{4}/)
    expect(letter.plain).not.toContain('IBAN')
    const ready = await write('order-ready', 'en', { order: order.id })
    expect(ready.plain).toMatch(/ready for you at our branch Rheingold Köln\. You pay €\S+ there/)
    expect(ready.plain).toContain('Goldschmiedgasse 7')
  })

  test.each([
    ['de', /Abholung\s+kostenlos/],
    ['en', /Collection\s+free/],
  ] as const)('of a collected order names no price of 0 (%s)', async (locale, free) => {
    const { id } = await ordered({ locale })
    expect((await write('acknowledgement', locale, { order: id })).plain).toMatch(free)
  })

  // Duty: counter-documents
  test('of a cancelled order is followed by the document that takes the invoice back', async () => {
    const order = await ordered()
    await cancelOrder(demo.app.db, order.id, settings)
    const letter = await write('order-cancelled', 'de', { order: order.id, amountCents: 0 })
    expect(letter.attachments.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/^Stornorechnung-RE-/),
    ])
    expect(letter.plain).toContain('Es ist nichts weiter zu tun')
  })
})
