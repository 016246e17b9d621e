export const sellKinds = ['gold', 'jewellery', 'watch'] as const
export type SellKind = (typeof sellKinds)[number]

export const sellWays = ['branch', 'shipment'] as const
export type SellWay = (typeof sellWays)[number]

/** Kinds of jewellery and what came with a watch, as the catalogue has them. */
export const sellJewelleryTypes = [
  'rings',
  'earrings',
  'necklaces',
  'bracelets',
  'pendants',
  'brooches',
  'other',
] as const
export const sellScopes = ['full-set', 'box', 'papers', 'none'] as const

/** Characters that fit each field, for the form and for what reads it. */
export const sellLengths = {
  hallmark: 60,
  brand: 80,
  model: 120,
  reference: 60,
  year: 4,
  description: 4000,
  name: 200,
  email: 320,
  phone: 60,
  street: 200,
  postalCode: 20,
  city: 120,
} as const

/** In the order in which they stand. */
export const sellFields = [
  'kind',
  'lines',
  'type',
  'hallmark',
  'brand',
  'model',
  'reference',
  'year',
  'scope',
  'description',
  'way',
  'branch',
  'street',
  'postalCode',
  'city',
  'name',
  'email',
  'phone',
  'consent',
] as const
export type SellField = (typeof sellFields)[number]
export type SellFieldFault = 'missing' | 'invalid' | 'too-long'

/**
 * The form as a conversation, a step at a time. `all`: whoever prefers it has every question on one page, as everybody
 * has without a script.
 */
export const sellSteps = ['photos', 'kind', 'details', 'way', 'contact'] as const
export type SellStep = (typeof sellSteps)[number]
export type ShownSteps = SellStep | 'all'
