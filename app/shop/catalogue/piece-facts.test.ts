import { beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '#app/language/locales.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { partialDate } from './attributes/select-attributes.ts'
import { pieceFacts } from './piece-facts.ts'
import { findProduct } from './product.ts'
import type { ProductDetail, Stone } from './types.ts'

const database = testDatabase()
const pieces = {} as Record<keyof typeof cast, ProductDetail>

beforeAll(async () => {
  await loadCast(database.db)
  for (const name of ['availableSubmariner', 'availableRing', 'availableBrooch', 'krugerrand'] as const) {
    const piece = await findProduct(database.db, cast[name], castNow)
    if (piece === null) throw new Error(`the cast lacks ${name}`)
    pieces[name] = piece
  }
})

const rows = (piece: ProductDetail, locale: Locale, group = 0) =>
  Object.fromEntries((pieceFacts(piece, locale)[group]?.facts ?? []).map(({ label, text }) => [label, text]))

const unit = (text: string) => text.replaceAll('_', '\u00a0')

describe('a watch', () => {
  test('is described in the order in which an expert reads', () => {
    const labels = pieceFacts(pieces.availableSubmariner, 'de')[0]?.facts.map(({ label }) => label) ?? []
    const wanted = [
      'Marke',
      'Modell',
      'Referenz',
      'Baujahr',
      'Werk',
      'Funktionen',
      'Durchmesser',
      'Höhe',
      'Gehäuse',
      'Lünette',
      'Glas',
      'Zifferblatt',
      'Band',
      'Schließe',
      'Lieferumfang',
      'Service',
      'Gang',
      'Politur',
      'Ersetzte Teile',
      'Seriennummer',
      'Wasserdichtheit',
      'Gewicht',
      'Für',
    ]
    expect(labels).toEqual(wanted.filter((label) => labels.includes(label)))
    expect(labels.length).toBeGreaterThan(12)
  })

  // Duty: water-tightness
  test('carries its units and never promises tightness', () => {
    const watch: ProductDetail = {
      ...pieces.availableSubmariner,
      watch: {
        ...(pieces.availableSubmariner.watch as NonNullable<ProductDetail['watch']>),
        diameter: 40,
        thickness: 12.5,
        maxWrist: 195,
        rate: 2,
        waterResistance: { bar: 30, testedOn: '2026-11' },
        serialMasked: '6A2•••••',
        polished: false,
      },
    }
    expect(rows(watch, 'de')).toMatchObject({
      Durchmesser: unit('40_mm ohne Krone'),
      Höhe: unit('12,5_mm'),
      Gang: unit('+2_s/Tag, auf der Zeitwaage gemessen'),
      Politur: 'Nicht poliert',
      Seriennummer: '6A2•••••; vollständig bei uns hinterlegt',
      Wasserdichtheit: unit(
        'Herstellerangabe 30_bar; Dichtheit gebrauchter Uhren nicht zugesichert; zuletzt geprüft: November 2026',
      ),
    })
    expect(rows(watch, 'de').Band).toContain(unit('bis 19,5_cm Handgelenkumfang'))
    expect(rows(watch, 'en')).toMatchObject({
      Thickness: unit('12.5_mm'),
      'Water resistance': expect.stringMatching(
        /^30\sbar stated by the maker; not guaranteed on a pre-owned watch/,
      ),
    })
  })

  test('begins each value with a capital, but for abbreviations and names', () => {
    const watch = {
      ...pieces.availableSubmariner,
      reference: { ...pieces.availableSubmariner.reference, number: 'rx-1' },
      years: { from: 1974, to: 1974, circa: true },
      watch: {
        ...pieces.availableSubmariner.watch,
        crystal: { de: 'gewölbtes Saphirglas', en: 'sapphire crystal' },
      },
    } as ProductDetail
    expect(rows(watch, 'de')).toMatchObject({
      Referenz: 'rx-1',
      Baujahr: 'ca. 1974',
      Glas: 'Gewölbtes Saphirglas',
    })
    expect(rows(watch, 'en')).toMatchObject({ Crystal: 'Sapphire crystal' })
  })

  test('a rectangular case has two sides', () => {
    const watch = {
      ...pieces.availableSubmariner,
      watch: { ...pieces.availableSubmariner.watch, diameter: 25.5, height: 33.7 },
    } as ProductDetail
    expect(rows(watch, 'de')).toMatchObject({ Maße: unit('25,5 × 33,7_mm ohne Krone') })
    expect(rows(watch, 'de').Durchmesser).toBeUndefined()
  })

  test('what is not known is left out', () => {
    const watch = {
      ...pieces.availableSubmariner,
      watch: { ...pieces.availableSubmariner.watch, polished: null, rate: null, serviced: null },
    } as ProductDetail
    const said = rows(watch, 'de')
    expect([said.Politur, said.Gang, said.Service]).toEqual([undefined, undefined, undefined])
  })
})

describe('jewellery', () => {
  test('names its fineness with carats, its size and its stones', () => {
    expect(rows(pieces.availableRing, 'de')).toMatchObject({
      Art: 'Ring',
      Entstehung: 'ca. 2005–2010',
      Material: unit('Weißgold, 750 (18_kt)'),
      Ringgröße: unit('54, änderbar: bis 3_mm weiter, bis 2_mm enger'),
    })
    expect(pieceFacts(pieces.availableRing, 'de')[1]).toEqual({
      title: 'Der Stein',
      facts: [
        {
          label: 'Diamant',
          text: unit('Ein Stein, 1,02_ct, Brillant, Farbe G, Reinheit VS1, Krappenfassung'),
        },
      ],
    })
    expect(pieceFacts(pieces.availableRing, 'de')[2]?.facts).toContainEqual({
      label: 'Gutachten',
      text: 'GIA, Nr. 2141438171',
    })
  })

  test('platinum has no carats, sterling has its name', () => {
    expect(rows(pieces.availableBrooch, 'en').Metal).toBe('Platinum, 950')
    const silver = { ...pieces.availableBrooch, metal: 'silver', fineness: 925 }
    expect(rows(silver, 'en').Metal).toBe('Silver, 925 (sterling)')
  })

  test('several stones are counted together, estimates say so', () => {
    expect(pieceFacts(pieces.availableBrooch, 'en')[1]).toMatchObject({
      title: 'The stones',
      facts: [
        { label: 'Emerald', text: unit('3 stones, 1.40_ct in total, emerald cut, estimated, mounted') },
        { label: 'Diamond' },
      ],
    })
  })

  test.each([
    [63, 'Die Perlen', '63 Perlen', 'The pearls', '63 pearls'],
    [1, 'Die Perle', 'Eine Perle', 'The pearl', 'One pearl'],
  ])('%i of pearls are no stones', (count, ...said) => {
    const [stone] = pieces.availableRing.stones
    const pearls = {
      ...(stone as Stone),
      ...{ stone: 'pearl', count, carat: null, cut: null, colour: null, clarity: null, setting: null },
    }
    const strand = { ...pieces.availableRing, stones: [pearls] }
    const [german, english] = [pieceFacts(strand, 'de')[1], pieceFacts(strand, 'en')[1]]
    expect([german?.title, german?.facts[0]?.text, english?.title, english?.facts[0]?.text]).toEqual(said)
    // Beside a stone they are counted with it.
    const both = { ...strand, stones: [pearls, stone as Stone] }
    expect(pieceFacts(both, 'de')[1]?.title).toBe('Die Steine')
  })

  test.each([
    ['diamond', 'Synthetischer Diamant', 'Laboratory-grown diamond'],
    ['ruby', 'Rubin (synthetisch)', 'Ruby (laboratory-grown)'],
  ])('a grown %s is never called by the natural name alone', (stone, german, english) => {
    const [natural] = pieces.availableRing.stones
    const grown = {
      ...pieces.availableRing,
      stones: [{ ...(natural as Stone), stone, laboratoryGrown: true }],
    }
    expect(pieceFacts(grown, 'de')[1]?.facts[0]?.label).toBe(german)
    expect(pieceFacts(grown, 'en')[1]?.facts[0]?.label).toBe(english)
  })
})

test('bullion states its fine weight in grams and ounces', () => {
  expect(rows(pieces.krugerrand, 'de').Feingewicht).toMatch(/^31,103\d?\u00a0g \(1\u00a0oz\)$/)
})

// Duty: product-safety
test('product safety and protected species are named where they apply', () => {
  const piece: ProductDetail = {
    ...pieces.availableSubmariner,
    productSafety: {
      manufacturer: { name: 'Rolex SA', postal: 'Genf', electronic: 'info@example.test' },
      responsible: { name: 'Uhren Europa BV', postal: 'Delft', electronic: 'eu@example.test' },
      warnings: { de: 'Enthält Magnete.', en: 'Contains magnets.' },
    },
    cites: { species: 'Alligator mississippiensis', annex: 'B', proof: 'CH-2018-77' },
  }
  const group = pieceFacts(piece, 'de').at(-1)
  expect(group?.title).toBe('Angaben zur Produktsicherheit')
  expect(group?.facts.map(({ text }) => text)).toEqual([
    'Rolex SA, Genf, info@example.test',
    'Uhren Europa BV, Delft, eu@example.test',
    'Enthält Magnete.',
    'Alligator mississippiensis, Anhang B der EU-Artenschutzverordnung; Nachweis: CH-2018-77; Versand nur innerhalb der EU',
  ])
})

test.each([
  ['2024', '2024', '2024'],
  ['2024-06', 'Juni 2024', 'June 2024'],
  ['2024-06-30', '30. Juni 2024', '30 June 2024'],
])('%s is said as exactly as it is known', (date, german, english) => {
  expect([partialDate(date, 'de'), partialDate(date, 'en')]).toEqual([german, english])
})
