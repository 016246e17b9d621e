import { makeVocabulary } from '#app/shop/catalogue/vocabulary.ts'

/** Makers, models and references that paths of listings are tested with, some of them words that mean two things. */
export const listingVocabulary = makeVocabulary({
  brands: [
    { id: 1, slug: 'rolex', name: 'Rolex' },
    { id: 2, slug: 'omega', name: 'Omega' },
    { id: 3, slug: 'a-lange-soehne', name: 'A. Lange & Söhne' },
    { id: 4, slug: 'cartier', name: 'Cartier' },
  ],
  models: [
    { id: 1, slug: 'submariner', name: 'Submariner', brandId: 1 },
    { id: 2, slug: 'gmt-master-ii', name: 'GMT-Master II', brandId: 1 },
    { id: 3, slug: 'speedmaster', name: 'Speedmaster', brandId: 2 },
    { id: 4, slug: '1815', name: '1815', brandId: 3 },
    { id: 5, slug: 'tank', name: 'Tank', brandId: 4 },
    { id: 6, slug: 'classic', name: 'Classic', brandId: 2 },
    { id: 7, slug: 'classic', name: 'Classic', brandId: 4 },
    // unreachable: a maker's word and a word of the grammar
    { id: 8, slug: 'omega', name: 'Omega', brandId: 4 },
    { id: 9, slug: 'ringe', name: 'Ringe', brandId: 4 },
  ],
  references: [
    { id: 1, slug: '116610ln', number: '116610LN', brandId: 1, modelId: 1 },
    { id: 2, slug: '311-30-42-30-01-005', number: '311.30.42.30.01.005', brandId: 2, modelId: 3 },
    { id: 3, slug: '5711-1a-010', number: '5711/1A-010', brandId: 2, modelId: null },
    // unreachable: the same word as a model of its maker
    { id: 4, slug: '1815', number: '1815', brandId: 3, modelId: 4 },
  ],
})
