import { describe, expect, test } from 'vitest'
import { type ListingChoice, normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { makeVocabulary } from '#app/shop/catalogue/vocabulary.ts'
import { listingHeading } from './listing-heading.ts'

const vocabulary = makeVocabulary({
  brands: [
    { id: 1, slug: 'rolex', name: 'Rolex' },
    { id: 2, slug: 'cartier', name: 'Cartier' },
  ],
  models: [{ id: 1, slug: 'submariner', name: 'Submariner', brandId: 1 }],
  references: [{ id: 1, slug: '116610ln', number: '116610LN', brandId: 1, modelId: 1 }],
})

const said = (choice: ListingChoice) => {
  const filters = normaliseFilters(choice)
  return [listingHeading(filters, vocabulary, 'de'), listingHeading(filters, vocabulary, 'en')]
}

describe('a listing is called', () => {
  test.each<[ListingChoice, string, string]>([
    [{ department: 'watches' }, 'Uhren', 'Watches'],
    [{ department: 'jewelry' }, 'Schmuck', 'Jewellery'],
    [{ department: 'watches', brands: ['rolex'] }, 'Uhren von Rolex', 'Watches by Rolex'],
    [
      { department: 'watches', brands: ['rolex'], facets: { case: ['steel'] } },
      'Rolex aus Stahl',
      'Steel watches by Rolex',
    ],
    [
      { department: 'watches', brands: ['rolex'], models: ['submariner'], facets: { case: ['steel'] } },
      'Rolex Submariner aus Stahl',
      'Rolex Submariner in steel',
    ],
    [
      { department: 'watches', brands: ['rolex'], models: ['submariner'], references: ['116610ln'] },
      'Rolex Submariner 116610LN',
      'Rolex Submariner 116610LN',
    ],
    [
      { department: 'watches', brands: ['rolex', 'cartier'] },
      'Uhren von Cartier und Rolex',
      'Watches by Cartier and Rolex',
    ],
    [
      { department: 'watches', brands: ['rolex'], facets: { dial: ['blue'] } },
      'Uhren von Rolex mit blauem Zifferblatt',
      'Watches by Rolex with a blue dial',
    ],
    [
      { department: 'watches', facets: { year: ['1960s'], movement: ['manual'] } },
      'Uhren mit Handaufzug aus den 1960ern',
      'Manual-winding watches from the 1960s',
    ],
    [
      { department: 'jewelry', facets: { type: ['rings'], metal: ['yellow-gold'], gemstone: ['diamond'] } },
      'Ringe aus Gelbgold mit Diamant',
      'Yellow gold rings with diamond',
    ],
    [
      { department: 'jewelry', facets: { type: ['rings', 'earrings'], metal: ['yellow-gold', 'platinum'] } },
      'Ohrringe und Ringe aus Platin oder Gelbgold',
      'Platinum or yellow gold earrings and rings',
    ],
    [
      { department: 'jewelry', facets: { type: ['rings'], era: ['art-deco'], 'ring-size': ['52'] } },
      'Ringe aus dem Art déco in Größe 52',
      'Art Deco rings in size 52',
    ],
    [
      { department: 'jewelry', facets: { type: ['rings'] }, brands: ['cartier'] },
      'Ringe von Cartier',
      'Rings by Cartier',
    ],
    [
      { department: 'watches', ranges: { price: { from: null, to: 5000 } } },
      'Uhren bis 5.000\u00a0€',
      'Watches up to €5,000',
    ],
    [
      { department: 'jewelry', ranges: { 'carat-weight': { from: 0.7, to: 1.2 } } },
      'Schmuck mit 0,7\u00a0ct bis 1,2\u00a0ct',
      'Jewellery of 0.7\u00a0ct to 1.2\u00a0ct',
    ],
  ])('%j', (choice, german, english) => {
    expect(said(choice)).toEqual([german, english])
  })

  test('two colours make no phrase and are left to the chips', () => {
    expect(said({ department: 'watches', facets: { dial: ['blue', 'black'] } })).toEqual(['Uhren', 'Watches'])
  })

  test('no more than three qualities', () => {
    const [german] = said({
      department: 'watches',
      facets: {
        case: ['steel'],
        movement: ['automatic'],
        complication: ['date'],
        dial: ['blue'],
        gender: ['gents'],
      },
    })
    expect(german).toBe('Uhren aus Stahl mit Automatikwerk und Datum')
  })
})
