import { describe, expect, test } from 'vitest'
import { memberStates } from '#app/shop/checkout/vat-rates.ts'
import { postalCodeExample, readPostalCode } from './postal-code.ts'

describe('a postal code', () => {
  test.each([
    ['DE', '50667', '50667'],
    ['DE', 'D-50667', '50667'],
    ['DE', 'd 50667', '50667'],
    ['DE', 'DE-50667', '50667'],
    ['DE', 'DE50667', '50667'],
    ['DE', 'D – 50667', '50667'],
    ['DE', '50 667', '50667'],
    ['DE', ' 5 0 6\u00a067 ', '50667'],
    ['DE', '５０６６７', '50667'],
    ['DE', 'D.50667', '50667'],
    ['DE', 'D: 50667', '50667'],
    ['DE', 'd/50667', '50667'],
    // Copied from a page: marks that nobody sees.
    ['DE', '\u200b50667\ufeff', '50667'],
    ['DE', '50\u00ad667', '50667'],
    ['DE', 'ｄ－５０６６７', '50667'],
    ['DE', 'D\u202f50\u2009667', '50667'],
    ['AT', 'A-1010', '1010'],
    ['AT', 'a1010', '1010'],
    ['AT', 'AT 1010', '1010'],
    ['CH', 'CH-8001', '8001'],
    ['LI', 'FL-9490', '9490'],
    ['LI', 'CH-9490', '9490'],
    ['LU', 'L-1009', '1009'],
    ['LU', 'L 1009', '1009'],
    ['LU', 'l-1234', '1234'],
    ['LU', '1009', '1009'],
    ['NL', '1012ab', '1012 AB'],
    ['NL', 'NL-1012 AB', '1012 AB'],
    ['BE', 'B-1000', '1000'],
    ['FR', 'F-75001', '75001'],
    ['IT', 'I-00184', '00184'],
    ['DK', 'DK-1050', '1050'],
    ['FI', 'FIN-00100', '00100'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'GB-SW1A 1AA', 'SW1A 1AA'],
    ['GB', 'gb sw1a\u00a01aa', 'SW1A 1AA'],
    ['GB', 'M1 1AE', 'M1 1AE'],
    ['GB', 'E1 6AN', 'E1 6AN'],
    ['PL', '00-001', '00-001'],
    ['PL', 'PL 00 001', '00-001'],
    ['PL', 'pl 00-950', '00-950'],
    ['PT', '1000–001', '1000-001'],
    ['SE', '111 22', '111 22'],
    ['SE', 'SE-11122', '111 22'],
    ['SE', 'S-111 22', '111 22'],
    ['CZ', '11000', '110 00'],
    ['GR', 'GR-10557', '105 57'],
    ['SK', 'SK-811 01', '811 01'],
    ['SI', 'SI-1000', '1000'],
    ['LV', '1010', 'LV-1010'],
    ['LT', 'lt-01100', 'LT-01100'],
    ['IE', 'D02 X285', 'D02 X285'],
    ['IE', 'IRL-D02 X285', 'D02 X285'],
    ['MT', 'M-VLT 1117', 'VLT 1117'],
    ['CA', 'CDN-K1A 0B1', 'K1A 0B1'],
    ['US', 'USA 10001', '10001'],
    ['US', '10001', '10001'],
    ['US', '10001-1234', '10001-1234'],
    ['NO', 'N-0150', '0150'],
    ['IE', 'd02x285', 'D02 X285'],
    ['IE', 'IRL-A65 F4E2', 'A65 F4E2'],
    ['IE', 'D6W XY00', 'D6W XY00'],
    ['MT', 'VLT 1117', 'VLT 1117'],
    ['MT', 'vlt1117', 'VLT 1117'],
    ['CY', 'CY-1010', '1010'],
    // Åland's codes are Finland's, and written with its own letters.
    ['FI', 'AX-22100', '22100'],
    ['AR', 'B1650', 'B1650'],
    [undefined, 'd-50667', 'D-50667'],
  ])('of %s, %s is %s', (country, typed, code) => {
    expect(readPostalCode(typed, country)).toEqual({ ok: true, code })
  })

  test.each([
    ['AT', 'D-50667', 'DE'],
    ['AT', 'DE50667', 'DE'],
    ['DE', 'A-1010', 'AT'],
    ['DE', 'CH-8001', 'CH'],
    ['DE', 'L-1009', 'LU'],
    ['DE', 'NL 1012 AB', 'NL'],
    ['DE', 'F-75001', 'FR'],
    ['DE', 'GB-SW1A 1AA', 'GB'],
    ['CH', 'FL-9490', 'LI'],
    ['US', 'D-50667', 'DE'],
    ['CY', 'D-50667', 'DE'],
    ['DE', 'MT-VLT 1117', 'MT'],
  ])('with %s chosen, %s is one of %s', (country, typed, elsewhere) => {
    expect(readPostalCode(typed, country)).toEqual({ ok: false, elsewhere })
  })

  test.each([
    ['DE', '5066'],
    ['DE', '506677'],
    ['DE', 'D-5066'],
    ['DE', 'Köln'],
    ['AT', '10100'],
    ['GB', '50668'],
    ['PL', '00001'],
    ['NL', '1012'],
    ['LI', '8001'],
    ['DE', 'D-'],
    ['US', '!'],
    ['DE', '50667 Köln'],
    ['IE', '12345'],
    ['IE', 'Dublin 2'],
    ['MT', '12345'],
    ['CY', '12345'],
    ['CY', 'Nikosia'],
    ['FI', 'AX-00100'],
  ])('of %s, %s is none', (country, typed) => {
    expect(readPostalCode(typed, country)).toEqual({ ok: false, elsewhere: null })
  })

  test('has an example wherever it has one form, and that can be read', () => {
    // Member states and their neighbours are delivered to.
    for (const country of [...memberStates, 'CH', 'LI', 'GB', 'NO', 'CA', 'US']) {
      const example = postalCodeExample(country)
      expect(readPostalCode(example ?? '', country)).toEqual({ ok: true, code: example })
    }
    for (const country of ['XX', 'constructor', '__proto__', ''])
      expect(postalCodeExample(country)).toBeNull()
  })
})
