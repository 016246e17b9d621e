/** Where postal codes have one form: an example of it, written as the country writes it. */
const examples: Record<string, string> = {
  AT: '1010',
  BE: '1000',
  BG: '1000',
  CA: 'K1A 0B1',
  CH: '8001',
  CY: '1010',
  CZ: '110 00',
  DE: '50667',
  DK: '1050',
  EE: '10111',
  ES: '28001',
  FI: '00100',
  FR: '75001',
  GB: 'SW1A 1AA',
  GR: '105 57',
  HR: '10000',
  HU: '1051',
  IE: 'D02 X285',
  IT: '00184',
  LI: '9490',
  LT: 'LT-01100',
  LU: '1009',
  LV: 'LV-1010',
  MT: 'VLT 1117',
  NL: '1012 AB',
  NO: '0150',
  PL: '00-001',
  PT: '1000-001',
  RO: '010011',
  SE: '111 22',
  SI: '1000',
  SK: '811 01',
  US: '10001',
}

/** Forms that an example does not tell, over the text without blanks; what they catch is joined by a blank. */
const forms: Record<string, RegExp> = {
  GB: /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/,
  IE: /^([AC-FHKNPRTV-Y]\d[\dW])([\dAC-FHKNPRTV-Y]{4})$/,
  LI: /^(94\d{2})$/,
  US: /^(\d{5}(?:-\d{4})?)$/,
}

/** What people write in front of a code instead of the country: its letters by ISO 3166-1, or those on its cars. */
const onCars: Record<string, string> = {
  A: 'AT',
  B: 'BE',
  CDN: 'CA',
  CRO: 'HR',
  D: 'DE',
  E: 'ES',
  EL: 'GR',
  EST: 'EE',
  F: 'FR',
  FIN: 'FI',
  FL: 'LI',
  H: 'HU',
  I: 'IT',
  IRL: 'IE',
  L: 'LU',
  M: 'MT',
  N: 'NO',
  P: 'PT',
  S: 'SE',
  SLO: 'SI',
  UK: 'GB',
  USA: 'US',
}

const anyPostalCode = /^[A-Z\d][A-Z\d -]{1,11}$/

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether `code` is a country's, by ISO 3166-1 in two capital letters. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && !/^(EU|UN|XX|ZZ|QO)$/.test(code)
}

/** `elsewhere`: the code names this other country in front of it. */
export type PostalCodeRead = { ok: true; code: string } | { ok: false; elsewhere: string | null }

/**
 * A postal code of a country as it was typed, with the country in front or not, with blanks or not: „D-50667“, „50 667“;
 * `code` is as the country writes it. For an unknown country, or one whose form is not known, anything short will do.
 */
export function readPostalCode(typed: string, country: string | undefined): PostalCodeRead {
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const known = country !== undefined && Object.hasOwn(examples, country)
  const plain = known ? inForm(text, country) : null
  if (plain !== null) return { ok: true, code: plain }
  const [, letters = '', gap = '', rest = ''] = /^([A-Z]{1,3})(?:([ .:/_-]+)|(?=\d))(.+)$/.exec(text) ?? []
  const named = Object.hasOwn(onCars, letters) ? onCars[letters] : letters
  // Liechtenstein's codes are numbered with Switzerland's, and Åland's, which begin with 22, are Finland's.
  const shared =
    (country === 'LI' && named === 'CH') || (country === 'FI' && named === 'AX' && rest.startsWith('22'))
  const own = named === country || shared
  if (own && (known || gap !== '')) return answer(known ? inForm(rest, country) : inAnyForm(rest))
  const elsewhere = named !== undefined && Object.hasOwn(examples, named) && inForm(rest, named) !== null
  // Without a gap, an unknown form may begin with such a letter itself.
  if (country !== undefined && !own && elsewhere && (known || gap !== ''))
    return { ok: false, elsewhere: named }
  return answer(known ? null : inAnyForm(text))
}

/** How a country writes its postal codes; null where that is not known. */
export function postalCodeExample(country: string): string | null {
  return Object.hasOwn(examples, country) ? (examples[country] ?? null) : null
}

const answer = (code: string | null): PostalCodeRead =>
  code === null ? { ok: false, elsewhere: null } : { ok: true, code }

const inAnyForm = (text: string) => (anyPostalCode.test(text) ? text : null)

function inForm(text: string, country: string): string | null {
  const form = forms[country]
  const packed = text.replaceAll(' ', '')
  if (form) return form.exec(packed)?.slice(1).join(' ') ?? null
  const example = examples[country] ?? ''
  // The country's own letters may be left out.
  const front = example.startsWith(`${country}-`) ? `${country}-` : ''
  const groups = example.slice(front.length).split(/[ -]/)
  const hyphen = front === '' && example.includes('-')
  const shape = groups
    .map((group) => `(${group.replace(/\d/g, '\\d').replace(/[A-Z]/g, '[A-Z]')})`)
    // A hyphen stands for a boundary that must be seen; a blank is set where it belongs.
    .join(hyphen ? '[ -]+' : '')
  const found = new RegExp(`^${shape}$`).exec(hyphen ? text : packed)
  return found && front + found.slice(1).join(hyphen ? '-' : ' ')
}
