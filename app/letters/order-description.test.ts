import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { checkoutLines } from '#app/shop/checkout/order-lines.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { pdfText } from '#tests/pdf-text.ts'
import { invoicePdf } from './documents/write-documents.tsx'
import { writeLetter } from './write-letter.ts'

const demo = demoContent()
let settings: Settings
let next = 58_001

beforeAll(async () => {
  settings = await readSettings(demo.app.db)
})

/** An order of a ring with everything that is said of one, whose record says something else afterwards. */
async function ordered(locale: 'de' | 'en') {
  const { db } = demo.app
  const piece = String(next++)
  await addRings(db, [piece])
  const describe = (weight: number, condition: string, notes: object, scope: string) =>
    sql`update product set weight_grams = ${weight}, condition = ${condition}, condition_notes = ${JSON.stringify(notes)}::jsonb,
      scope = ${scope} where id = ${piece}`.execute(db)
  await describe(12.4, 'good', { de: 'Kratzer am Kopf.', en: 'Scratches on the head.' }, 'papers')
  const defect = { de: 'Die Schließe fehlt.', en: 'The clasp is missing.' }
  await db
    .insertInto('product_defect')
    .values({ product_id: piece, text: JSON.stringify(defect) })
    .execute()
  const lines = await checkoutLines(db, [piece], settings.orders)
  const consents = lines.flatMap(({ deviations }) => deviations.map(deviationKey))
  const order = await placed(db, orderRequest([piece], 120_000, { consents, locale }))
  await describe(99.9, 'new', { de: 'Wie neu.', en: 'Like new.' }, 'box')
  await sql`update product set fineness = 585 where id = ${piece}`.execute(db)
  await db.deleteFrom('product_defect').where('product_id', '=', piece).execute()
  return { ...order, piece }
}

const said = {
  de: {
    facts: [
      'Material: Gelbgold, 750 (18 kt)',
      'Gewicht: 12,4 g',
      'Lieferumfang: Mit Papieren',
      'Zustand: Gut',
    ],
    notes: 'Bemerkungen zum Zustand: Kratzer am Kopf.',
    defect: 'Bekannter Mangel: Die Schließe fehlt.',
    now: /99,9|585|Wie neu|Mit Box/,
  },
  en: {
    facts: ['Metal: Yellow gold, 750 (18 ct)', 'Weight: 12.4 g', 'Included: With papers', 'Condition: Good'],
    notes: 'Notes on the condition: Scratches on the head.',
    defect: 'Known defect: The clasp is missing.',
    now: /99\.9|585|Like new|With box/,
  },
}

const plainly = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

// Duty: confirmed-agreements
test.each(['de', 'en'] as const)(
  'confirmation and invoice describe the piece as it was when it was ordered (%s)',
  async (locale) => {
    const order = await ordered(locale)
    const { facts, notes, defect, now } = said[locale]
    const mail = { id: 1, locale, recipient: 'clara@beispiel.example', payload: { order: order.id } }
    const letter = await writeLetter(
      { ...demo.app, siteUrl: 'https://rheingold.example' },
      { ...mail, kind: 'confirmation', createdAt: new Date() },
    )
    for (const text of [plainly(letter.plain), plainly(letter.html)]) {
      for (const each of [...facts, notes, defect]) expect(text).toContain(each)
      expect(text).not.toMatch(now)
    }
    const paper = pdfText(letter.attachments[0]?.content as Buffer).replace(/\s+/g, ' ')
    for (const each of [...facts, defect]) expect(paper).toContain(each)
    expect(paper).not.toMatch(now)
  },
)

test('an order of an earlier release, that kept nothing of the piece, is shown without a word of it', async () => {
  const { db } = demo.app
  const order = await ordered('de')
  await sql`alter table order_line disable trigger user`.execute(db)
  await sql`update order_line set piece = piece - 'description' where order_id = ${order.id}`.execute(db)
  const view = await findOrderById(db, order.id)
  expect(view?.lines[0]).toMatchObject({ piece: order.piece })
  expect(view?.lines[0]?.description ?? null).toBeNull()
  const [invoice] = await findInvoices(db, order.id)
  if (!invoice) throw new Error('no invoice')
  const lines = invoice.content.lines.map(({ description: _, ...line }) => line)
  const old = { ...invoice, content: { ...invoice.content, lines } }
  const paper = pdfText(await invoicePdf(old, { shopName: 'Rheingold', transfer: null }))
  expect(paper).toContain(`Ring ${order.piece}`)
  expect(paper).not.toMatch(/Gewicht|Zustand|undefined/)
})
