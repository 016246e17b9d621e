import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPrice } from './search-price.ts'

const under = (to: number) => ({ from: null, to, strictly: true })
const upTo = (to: number) => ({ from: null, to, strictly: false })
const over = (from: number) => ({ from, to: null, strictly: true })
const atLeast = (from: number) => ({ from, to: null, strictly: false })
const between = (from: number, to: number) => ({ from, to, strictly: false })

describe('a price in words', () => {
  test.each([
    ['Uhr unter 1000 Euro', 'Uhr', under(1000)],
    ['watch under 500', 'watch', under(500)],
    ['ring bis 2.000 €', 'ring', upTo(2000)],
    ['ring bis zu 2000€', 'ring', upTo(2000)],
    ['over 5k', '', over(5000)],
    ['rolex over 10k', 'rolex', over(10_000)],
    ['Uhr zwischen 500 und 1000 Euro', 'Uhr', between(500, 1000)],
    ['zwischen 500 und 1000 Uhr', 'Uhr', between(500, 1000)],
    ['watch between 1,000 and 2,500', 'watch', between(1000, 2500)],
    ['von 500 bis 1.500 Euro Goldring', 'Goldring', between(500, 1500)],
    ['earrings from €500 to €900', 'earrings', between(500, 900)],
    ['Ring 500-1000 €', 'Ring', between(500, 1000)],
    ['zwischen 5 und 10k rolex', 'rolex', between(5000, 10_000)],
    ['Kette für unter 300 Euro', 'Kette', under(300)],
    ['günstiger als 1.500,00 EUR Ring', 'Ring', under(1500)],
    ['höchstens 800 Euro', '', upTo(800)],
    ['max. 800 Goldkette', 'Goldkette', upTo(800)],
    ['ab 10.000 Euro Uhr', 'Uhr', atLeast(10_000)],
    ['mindestens 3000 Euro', '', atLeast(3000)],
    ['über 5 Tausend Euro', '', over(5000)],
    ['Uhr unter tausend Euro', 'Uhr', under(1000)],
    ['Uhr unter zweitausend Euro', 'Uhr', under(2000)],
    ['watch under five thousand', 'watch', under(5000)],
    ['ring under five hundred euros', 'ring', under(500)],
    ['Ring 500 Euro', 'Ring', upTo(500)],
    ['Uhr um die 1000 Euro', 'Uhr', between(800, 1200)],
    ['Ring für ca. 500 Euro', 'Ring', between(400, 600)],
    ['watch around €2,000', 'watch', between(1600, 2400)],
    ['nicht teurer als 500 Euro', '', upTo(500)],
    ['watches under $500', 'watches', under(500)],
    ['500 bis 1000 Ring', 'Ring', between(500, 1000)],
    ['€1,500 watch', 'watch', upTo(1500)],
    ['1000 Euro oder weniger Uhr', 'Uhr', upTo(1000)],
    ['ring <500€', 'ring', under(500)],
    ['unter 1 000 Euro Ring', 'Ring', under(1000)],
    ["ring under 1'500", 'ring', under(1500)],
    ['Preis unter 900 Euro Ring', 'Ring', under(900)],
    ['zwischen 1000 und 500 Euro', '', between(500, 1000)],
    ['UNTER 1000 EURO uhr', 'uhr', under(1000)],
    ['İstanbul ÜHR UNTER 5K 中', 'İstanbul ÜHR 中', under(5000)],
    ['Ring bis 999,-', 'Ring', upTo(999)],
    ['Ring unter 50 Euro', 'Ring', under(50)],
    ['5000 euros or more omega', 'omega', atLeast(5000)],
    ['Ring bis fünfhundert Euro', 'Ring', upTo(500)],
    ['Uhr bis zweieinhalbtausend Euro', 'Uhr', upTo(2500)],
    ['Uhr unter anderthalbtausend', 'Uhr', under(1500)],
    ['bis eintausendfünfhundert Euro', '', upTo(1500)],
    ['ab zwölftausendfuenfhundert Euro', '', atLeast(12_500)],
    ['unter dreihundertfünfzig €', '', under(350)],
    ['bis fünfundzwanzigtausend Euro', '', upTo(25_000)],
    ['bis fünfunddreissig tausend Euro', '', upTo(35_000)],
    ['zwischen fünfhundert und tausend Euro', '', between(500, 1000)],
    ['watch under two thousand five hundred euros', 'watch', under(2500)],
    ['up to two and a half thousand', '', upTo(2500)],
    ['ring for fifteen hundred euros', 'ring', upTo(1500)],
    ['between one thousand and fifteen hundred', '', between(1000, 1500)],
    ['between five hundred and two thousand euros', '', between(500, 2000)],
    ['under twenty-five thousand', '', under(25_000)],
    ['five hundred and fifty euros', '', upTo(550)],
    ['Uhr 2k', 'Uhr', upTo(2000)],
    ['ring 1.5k', 'ring', upTo(1500)],
    ['Uhr 3 Tsd.', 'Uhr', upTo(3000)],
    ['zw. 500 und 1000 Euro', '', between(500, 1000)],
    ['Uhr Budget 1000', 'Uhr', upTo(1000)],
    ['Budget: 3000 Seamaster', 'Seamaster', upTo(3000)],
    ['necklace 1000 or less', 'necklace', upTo(1000)],
    ['1500 max Uhr', 'Uhr', upTo(1500)],
    ['3000 aufwärts Uhr', 'Uhr', atLeast(3000)],
    ['Ring über 1000 unter 2000 Euro', 'Ring', { ...between(1000, 2000), strictly: true }],
    ['ab 1.000 Euro höchstens 3.000 Euro Ring', 'Ring', between(1000, 3000)],
    ['watch over 1000 and under 3000', 'watch', { ...between(1000, 3000), strictly: true }],
  ])('%s', (query, rest, price) => {
    expect(readPrice(query)).toEqual({ rest, price })
  })

  test.each([
    'Rolex ab 1990',
    'Ring um 1900',
    '1960 bis 1975',
    'Omega from 1968',
    'Uhr von 1960 bis 1970',
    'zwischen 1960 und 1969',
    'bis 1950',
    'Uhr bis 40 mm',
    'watch under 36mm',
    'unter 36',
    'Ring über 1,5 ct',
    'Diamant ab 1 Karat',
    'Seamaster 300M',
    'wasserdicht bis 200 m',
    'over 300 m',
    'ab 10 bar',
    '116610LN',
    '311.30.42.30.01.005',
    '5711/1A-010',
    'Datejust 41',
    '585 Goldring',
    'Nr. 10413',
    'unterwegs 500',
    'ωunter 500',
    'über 500²',
    'über 500中',
    'über 500É',
    'Cover 500',
    '18k gold',
    'Ring 14k',
    'hundertmal schöner',
    'Uhr 1968 max',
    'bis 1980er',
    '1000',
    'Tausend',
    '',
  ])('%s: none', (query) => {
    expect(readPrice(query)).toEqual({ rest: query, price: null })
  })

  test('any text is read, and what is left is part of it', () => {
    const piece = fc.constantFrom(
      'unter',
      '1.000',
      '€',
      'k',
      ' ',
      ' ',
      'bis',
      '5',
      '-',
      ',',
      'Uhr',
      'over',
      '\u0000',
      'ß',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
          fc.string(),
        ),
        (query) => {
          const { rest, price } = readPrice(query)
          expect(rest.length).toBeLessThanOrEqual(query.length)
          for (const bound of [price?.from, price?.to])
            if (typeof bound === 'number') expect(Number.isSafeInteger(bound * 100) && bound >= 0).toBe(true)
        },
      ),
    )
  })
})
