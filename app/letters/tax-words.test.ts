import { expect, test } from 'vitest'
import { taxNote } from './tax-words.ts'

test('a price names the rate that its tax was reckoned with, also after the rate has changed', () => {
  const line = (ratePerMille: number) => ({
    tax: { rule: 'domestic' as const, country: 'DE', ratePerMille, vatCents: 0 },
    taxMode: 'standard_19' as const,
    listedCents: 119_000,
  })
  expect([taxNote(line(190), 'de'), taxNote(line(160), 'de')]).toEqual([
    'inkl. 19\u00a0% MwSt.',
    'inkl. 16\u00a0% MwSt.',
  ])
  expect([taxNote(line(190), 'en'), taxNote(line(195), 'en')]).toEqual(['incl. 19% VAT', 'incl. 19.5% VAT'])
})
