/** Postal codes where they have one form; elsewhere anything short will do. */
const postalCodes: Record<string, RegExp> = {
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  BG: /^\d{4}$/,
  CH: /^\d{4}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  EE: /^\d{5}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  GR: /^\d{3} ?\d{2}$/,
  HR: /^\d{5}$/,
  HU: /^\d{4}$/,
  IT: /^\d{5}$/,
  LI: /^94\d{2}$/,
  LU: /^(L-)?\d{4}$/i,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/,
  RO: /^\d{6}$/,
  SE: /^\d{3} ?\d{2}$/,
  SI: /^\d{4}$/,
  SK: /^\d{3} ?\d{2}$/,
}
const anyPostalCode = /^[A-Z\d][A-Z\d -]{1,11}$/i

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether `code` is a country's, by ISO 3166-1 in two capital letters. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && !/^(EU|UN|XX|ZZ|QO)$/.test(code)
}

/** Whether a text may be a postal code of a country; for an unknown country, of any. */
export function isPostalCode(text: string, country: string | undefined): boolean {
  const form = country !== undefined && Object.hasOwn(postalCodes, country) && postalCodes[country]
  return (form || anyPostalCode).test(text)
}
