import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addRings, claraBeispiel, orderRequest, placed } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { writeLetter } from './write-letter.ts'

const demo = demoContent()

// Duty: import-duties
test.each([
  [
    'de',
    /Ausfuhr, ohne MwSt\..*Listenpreis 1\.190 €/,
    'Zölle und Abgaben bei der Einfuhr tragen Sie.',
    'entfällt',
  ],
  [
    'en',
    /Export, without VAT.*listed price €1,190/,
    'Import duties and taxes are payable by you.',
    'not charged',
  ],
] as const)(
  'mails about an export say so, and whose the duties are: %s',
  async (locale, rule, duties, untaxed) => {
    const { db } = demo.app
    const piece = locale === 'de' ? '54001' : '54002'
    await addRings(db, [piece], { priceCents: 119_000 })
    await sql`update product set tax_mode = 'standard_19' where id = ${piece}`.execute(db)
    const address = { ...claraBeispiel, country: 'CH', postalCode: '8001', city: 'Zürich' }
    const { id } = await placed(
      db,
      orderRequest([piece], 105_798, { locale, delivery: { kind: 'courier', address } }),
    )
    for (const kind of ['acknowledgement', 'confirmation', 'staff-order']) {
      const mail = {
        id: 1,
        kind,
        locale,
        recipient: 'clara@beispiel.example',
        payload: { order: id },
        createdAt: new Date(),
      }
      const { plain } = await writeLetter({ ...demo.app, siteUrl: 'https://rheingold.example' }, mail)
      const text = plain.replaceAll(/\s+/g, ' ')
      expect(text, kind).toMatch(rule)
      expect(text, kind).toContain(duties)
      expect(text, kind).toContain(untaxed)
      expect(text, kind).not.toMatch(/19\s?% (MwSt|VAT)/)
    }
  },
)
