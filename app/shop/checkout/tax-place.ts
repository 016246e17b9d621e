import { memberStates } from './vat-rates.ts'

/** Where goods go to, as VAT sees it. */
export type TaxPlace = {
  /** `home`: taxed as in Germany; `union`: another state of the EU; `outside`: exported. */
  area: 'home' | 'union' | 'outside'
  /** Whose VAT it would be: a member state, or `XI` for Northern Ireland; outside the country itself. */
  country: string
  /** Key of the rate, where a region has its own. */
  rateOf: string
}

/** A place with its postal code and town, as far as they are known. */
export type Whereabouts = {
  country: string
  postalCode?: string | undefined
  city?: string | undefined
}

/**
 * Parts of member states that lie outside the area of VAT (Art. 5, 6 Directive 2006/112/EC; § 1 (2) UStG for Büsingen
 * and Heligoland), by “code town”: by the beginning of their postal codes, or by name where an old code is shared with
 * others.
 */
const outsideOfVat: Readonly<Record<string, RegExp>> = {
  // Büsingen, Heligoland
  DE: /^(78266|27498)/,
  // Greenland
  DK: /^39/,
  // Canary Islands, Ceuta, Melilla
  ES: /^(35|38|51|52)/,
  // Åland
  FI: /^22/,
  // Overseas: departments and territories; 980 is Monaco, which is taxed as France
  FR: /^(97|98[1-9])/,
  // Mount Athos
  GR: /^6308[67]/,
  // Livigno, Campione d’Italia; Campione del Garda is another place
  IT: /^(23041|22061|22060 .*\bcampione\b)|\blivigno\b|\bcampione d\W?\s?italia\b/i,
}

/** Regions with a standard rate of their own, by postal codes. */
const regions: Readonly<Record<string, readonly (readonly [codes: RegExp, rateOf: string])[]>> = {
  AT: [[/^(6691|699[1-3])/, 'AT-Jungholz']],
  PT: [
    [/^9[0-4]/, 'PT-Madeira'],
    [/^9[5-9]/, 'PT-Azores'],
  ],
}

/** How VAT sees a place; without a postal code as the greater part of its country. */
export function taxPlaceOf({ country: typed, postalCode = '', city = '' }: Whereabouts): TaxPlace {
  // Monaco is treated as France (Art. 7 Directive 2006/112/EC).
  const country = typed === 'MC' ? 'FR' : typed
  const typedCode = postalCode.replaceAll(/[\s-]/g, '').toUpperCase()
  // On the continent letters in front of the figures are the country's: D-27498, AX-22100.
  const code = country === 'GB' ? typedCode : typedCode.replace(/^[A-Z]{1,3}(?=\d)/, '')
  // Northern Ireland is treated as a member state for goods.
  if (country === 'GB' && code.startsWith('BT')) return { area: 'union', country: 'XI', rateOf: 'XI' }
  const outside = { area: 'outside', country: typed, rateOf: typed } as const
  if (!memberStates.includes(country)) return outside
  const special = outsideOfVat[country]
  if (special?.test(`${code} ${city}`)) return outside
  if (country === 'DE') return { area: 'home', country, rateOf: country }
  const region = regions[country]?.find(([codes]) => codes.test(code))
  return { area: 'union', country, rateOf: region?.[1] ?? country }
}
