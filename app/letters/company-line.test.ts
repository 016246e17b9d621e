import { expect, test } from 'vitest'
import { companySchema } from '#app/shop/settings/trade-settings.ts'
import { companyLine } from './company-line.ts'

const company = companySchema.parse({
  name: 'Goldmine GmbH',
  street: 'Markt 1',
  postalCode: '50667',
  city: 'Köln',
  director: 'Ada Gold, Bert Silber',
  register: 'Amtsgericht Köln, HRB 4711',
  vatId: 'DE111111111',
})

// Duty: business-letters
test('a business letter names form, seat, register and everybody who manages the company', () => {
  expect(companyLine(company, 'de')).toBe(
    'Goldmine GmbH, Markt 1, 50667 Köln · Sitz der Gesellschaft: Köln · Geschäftsführung: Ada Gold, Bert Silber · Amtsgericht Köln, HRB 4711 · USt-IdNr. DE111111111',
  )
  expect(companyLine(company, 'en')).toBe(
    'Goldmine GmbH, Markt 1, 50667 Köln, Germany · Registered office: Köln · Managing director: Ada Gold, Bert Silber · Amtsgericht Köln, HRB 4711 · VAT ID DE111111111',
  )
})

test('what nobody has filled in is left out, not shown as a gap', () => {
  const { register: _, vatId: __, ...known } = company
  expect(companyLine(companySchema.parse(known), 'de')).toBe(
    'Goldmine GmbH, Markt 1, 50667 Köln · Sitz der Gesellschaft: Köln · Geschäftsführung: Ada Gold, Bert Silber',
  )
  expect(companyLine(companySchema.parse({ name: 'Goldmine GmbH' }), 'de')).toBe('Goldmine GmbH')
  expect(companyLine(companySchema.parse({}), 'en')).toBe('')
})
