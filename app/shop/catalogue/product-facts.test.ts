import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reductionOf } from './price-history.ts'
import { hashSerial, maskSerial, openSerial, sealSerial } from './serial-encryption.ts'
import { productSlug, slugify } from './slug.ts'

const day = (date: string) => new Date(`${date}T10:00:00Z`)

describe('an announced reduction (§ 11 PAngV)', () => {
  const listedAt = day('2026-08-01')
  const reduce = (history: [string, number][], now = '2026-11-10') =>
    reductionOf(
      history.map(([since, priceCents]) => ({ since: day(since), priceCents })),
      { listedAt, now: day(now) },
    )

  // Duty: lowest-price
  test('names the lowest price of the 30 days before it', () => {
    expect(
      reduce([
        ['2026-08-01', 10_000],
        ['2026-11-01', 9_000],
      ]),
    ).toEqual({ lowestCents: 10_000, since: day('2026-11-01') })
    expect(
      reduce([
        ['2026-08-01', 10_000],
        ['2026-10-10', 9_500],
        ['2026-10-20', 11_000],
        ['2026-11-01', 9_000],
      ])?.lowestCents,
    ).toBe(9_500)
  })

  test.each<[string, [string, number][], string]>([
    ['the first price', [['2026-08-01', 10_000]], '2026-11-10'],
    [
      'a rise',
      [
        ['2026-08-01', 10_000],
        ['2026-11-01', 12_000],
      ],
      '2026-11-10',
    ],
    [
      'what was cheaper within 30 days before',
      [
        ['2026-08-01', 8_000],
        ['2026-10-10', 12_000],
        ['2026-11-01', 9_000],
      ],
      '2026-11-10',
    ],
    [
      'what is 31 days old',
      [
        ['2026-08-01', 10_000],
        ['2026-10-01', 9_000],
      ],
      '2026-11-01',
    ],
    [
      'a change before it was listed',
      [
        ['2026-07-01', 10_000],
        ['2026-07-20', 9_000],
      ],
      '2026-08-05',
    ],
    [
      'what is yet to come',
      [
        ['2026-08-01', 10_000],
        ['2026-12-01', 9_000],
      ],
      '2026-11-10',
    ],
    ['nothing', [], '2026-11-10'],
  ])('%s is none', (_, history, now) => {
    expect(reduce(history, now)).toBeNull()
  })

  test('a price that was only asked in the back room does not count', () => {
    expect(
      reductionOf(
        [
          { since: day('2026-07-01'), priceCents: 5_000 },
          { since: day('2026-07-20'), priceCents: 10_000 },
          { since: day('2026-08-10'), priceCents: 9_000 },
        ],
        { listedAt, now: day('2026-08-11') },
      )?.lowestCents,
    ).toBe(10_000)
  })

  test('never names a price that is not higher, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(120), fc.integer({ min: 1, max: 50 })), { maxLength: 12 }),
        fc.nat(120),
        (changes, at) => {
          const start = listedAt.getTime()
          const history = changes.map(([offset, priceCents]) => ({
            since: new Date(start + offset * 86_400_000),
            priceCents,
          }))
          const now = new Date(start + at * 86_400_000)
          const reduction = reductionOf(history, { listedAt, now })
          if (!reduction) return
          const current = history
            .filter(({ since }) => since <= now)
            .toSorted((a, b) => a.since.getTime() - b.since.getTime())
            .at(-1)
          expect(reduction.lowestCents).toBeGreaterThan(current?.priceCents ?? 0)
        },
      ),
    )
  })
})

describe('addresses of pieces', () => {
  test.each([
    ['A. Lange & Söhne', 'a-lange-soehne'],
    ['5711/1A-010', '5711-1a-010'],
    ['311.30.42.30.01.005', '311-30-42-30-01-005'],
    ['Pilot’s Watch', 'pilots-watch'],
    ['Großer Ring – Weißgold', 'grosser-ring-weissgold'],
    ['Crème Brûlée', 'creme-brulee'],
    ['中文', ''],
  ])('%s → %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test('say maker, name and reference, each once, in each language', () => {
    const name = { de: 'Submariner Date', en: 'Submariner Date' }
    expect(productSlug({ brand: 'Rolex', name, reference: '116610LN' }).de).toBe(
      'rolex-submariner-date-116610ln',
    )
    expect(productSlug({ brand: 'Sinn', name: { de: 'Sinn 556', en: '556' }, reference: '556' })).toEqual({
      de: 'sinn-556',
      en: 'sinn-556',
    })
    expect(
      productSlug({ brand: null, name: { de: 'Solitärring', en: 'Solitaire ring' }, reference: null }),
    ).toEqual({
      de: 'solitaerring',
      en: 'solitaire-ring',
    })
  })

  test('are always slugs the database takes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.option(fc.string()),
        fc.option(fc.string()),
        (text, brand, reference) => {
          const { de } = productSlug({ brand, name: { de: text, en: text }, reference })
          expect(de).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
          expect(de.length).toBeLessThanOrEqual(80)
        },
      ),
    )
  })
})

describe('serial numbers', () => {
  const secret = 'a secret of at least thirty-two characters'

  test('open again, and only under their secret', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (serial) => {
        const sealed = sealSerial(serial, secret)
        expect(openSerial(sealed.encrypted, secret)).toBe(serial.trim())
        expect(() => openSerial(sealed.encrypted, `${secret}?`)).toThrow()
      }),
    )
  })

  test('are found however they are written', () => {
    expect(hashSerial('6a2k 19-43', secret)).toEqual(hashSerial('6A2K1943', secret))
    expect(hashSerial('6A2K1944', secret)).not.toEqual(hashSerial('6A2K1943', secret))
    expect(hashSerial('6A2K1943', `${secret}?`)).not.toEqual(hashSerial('6A2K1943', secret))
  })

  test.each([
    ['6A2K1943', '6A••••••'],
    ['A1', '•••'],
    ['123456789012', '123•••••••••'],
  ])('%s is shown as %s', (serial, masked) => {
    expect(maskSerial(serial)).toBe(masked)
  })
})
