import { describe, expect, test } from 'vitest'
import { readVatId } from './vat-id.ts'
import { vatIdForms } from './vat-id-forms.ts'

/** Numbers that are well known from the descriptions of their check digits. */
const known = {
  AT: ['U13585627'],
  BE: ['0428759497', '428759497'],
  BG: ['175074752', '7523169263', '7111042925', '7542011030'],
  CY: ['10259033P'],
  CZ: ['25123891', '7103192745', '640903926'],
  DE: ['136695976'],
  DK: ['13585628'],
  EE: ['100931558', '100594102'],
  EL: ['094259216', '94259216'],
  ES: ['54362315K', 'X2482300W', 'X5253868R', 'M1234567L', 'J99216582', 'B58378431'],
  FI: ['20774740'],
  FR: ['40303265045', '23334175221', 'K7399859412', '4Z123456782'],
  HR: ['33392005961'],
  HU: ['12892312'],
  IE: ['6433435F', '6433435OA', '8D79739I'],
  IT: ['00743110157'],
  LT: ['119511515', '100001919017', '100004801610'],
  LU: ['15027442'],
  LV: ['40003521600', '16117519997'],
  MT: ['11679112'],
  NL: ['004495445B01', '123456789B13'],
  PL: ['8567346215'],
  PT: ['501964843'],
  RO: ['18547290'],
  SE: ['123456789701'],
  SI: ['50223054'],
  SK: ['2022749619'],
  XI: ['980780684'],
} satisfies Record<string, string[]>

const reads = (typed: string) => readVatId(typed).ok

describe('a VAT id', () => {
  test('is known in all 27 member states and in Northern Ireland', () => {
    expect(Object.keys(vatIdForms).sort()).toEqual(Object.keys(known).sort())
    expect(Object.keys(known)).toHaveLength(28)
  })

  test.each(Object.entries(known))('of %s is read, and refused with another digit', (prefix, numbers) => {
    for (const number of numbers) {
      expect([number, reads(prefix + number)]).toEqual([number, true])
      // Of ten digits in a place that counts, one fits, and seldom a second where remainders fall together.
      const place = number.search(/\d{2}/) + 1
      const others = [...'0123456789']
        .map((digit) => number.slice(0, place) + digit + number.slice(place + 1))
        .filter((other) => other !== number && reads(prefix + other))
      // Czech numbers of nine digits from before 1954 have no check digit.
      if (!(prefix === 'CZ' && number.length === 9))
        expect([number, others.length < 4]).toEqual([number, true])
    }
  })

  test('may be typed as on a letterhead', () => {
    for (const typed of [
      'atu 1358 5627',
      'AT-U13585627',
      ' ATU13585627 ',
      'UID: ATU13585627',
      'UID-Nr. ATU 13585627',
      'USt-IdNr.: ATU13585627',
      'VAT ID ATU13585627',
      'VAT no. ATU13585627',
    ])
      expect(readVatId(typed)).toEqual({ ok: true, vatId: { id: 'ATU13585627', country: 'AT' } })
    expect(readVatId('NL004495445B01')).toMatchObject({ vatId: { country: 'NL' } })
    for (const typed of ['EL 094259216', 'GR094259216'])
      expect(readVatId(typed)).toEqual({ ok: true, vatId: { id: 'EL094259216', country: 'GR' } })
  })

  test('of other countries is none of the EU, Great Britain’s neither', () => {
    for (const typed of ['GB980780684', 'CHE-123.456.789 MWST', 'NO995525828MVA'])
      expect(readVatId(typed)).toEqual({ ok: false, reason: 'vat-id-elsewhere' })
    for (const typed of [
      '',
      'USt-IdNr. DE136695977',
      'VAT',
      'GBX',
      '136695976',
      'ATU13585628',
      'DE13669597',
      'DE136695976X',
      'ZZ123',
      'DE 1,36695976',
      '__proto__',
    ])
      expect(readVatId(typed)).toEqual({ ok: false, reason: 'no-vat-id' })
  })
})
