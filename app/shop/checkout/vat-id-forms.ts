/** The check digits of the VAT ids of each member state, and of Northern Ireland: without the prefix, capitals only. */
type Form = { pattern: RegExp; fits(number: string): boolean }

const digitsOf = (text: string) => [...text].map(Number)
const weighted = (number: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, place) => sum + weight * Number(number[place]), 0)

/** Luhn over all digits, the last one its check digit. */
function luhn(number: string): boolean {
  const sum = digitsOf(number)
    .toReversed()
    .reduce((all, digit, place) => all + (place % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit), 0)
  return sum % 10 === 0
}

/** ISO 7064, MOD 11,10. */
function mod11And10(number: string): boolean {
  let check = 5
  for (const digit of digitsOf(number)) check = ((((check || 10) * 2) % 11) + digit) % 10
  return check === 1
}

/** A number with its letters as two digits each (A is 10), divided by 97. */
const mod97 = (text: string) =>
  [...text].reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0)

function bulgarian(number: string): boolean {
  const last = Number(number.at(-1))
  if (number.length === 9) {
    const first = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    const second = weighted(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11
    return (first < 10 ? first : second % 10) === last
  }
  const person = (weighted(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10
  const foreigner = weighted(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = (11 - (weighted(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return [person, foreigner, other].includes(last)
}

function cypriot(number: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const sum = digitsOf(number.slice(0, 8)).reduce(
    (all, digit, place) => all + (place % 2 === 0 ? (odd[digit] as number) : digit),
    0,
  )
  return !number.startsWith('12') && String.fromCharCode(65 + (sum % 26)) === number[8]
}

function czech(number: string): boolean {
  const last = Number(number.at(-1))
  if (number.length === 8) {
    const check = (11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    return !number.startsWith('9') && (check || 1) % 10 === last
  }
  if (number.length === 10) return (Number(number.slice(0, 9)) % 11) % 10 === last
  if (!number.startsWith('6')) return true
  const check = weighted(number.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11
  return (((8 - ((((10 - check) % 11) + 11) % 11)) % 10) + 10) % 10 === last
}

const spanishLetter = (digits: string) => 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23]

function spanish(number: string): boolean {
  const [first = '', last = ''] = [number[0], number.at(-1)]
  const body = number.slice(1, -1)
  if (/\d/.test(first)) return spanishLetter(number.slice(0, -1)) === last
  if (/[XYZ]/.test(first)) return spanishLetter(`${'XYZ'.indexOf(first)}${body}`) === last
  if (/[KLM]/.test(first)) return spanishLetter(body) === last
  const digit = [...'0123456789'].find((each) => luhn(body + each)) ?? ''
  const letter = 'JABCDEFGHI'[Number(digit)]
  if (/[PQSWNR]/.test(first) || body.startsWith('00')) return last === letter
  return /[ABEH]/.test(first) ? last === digit : last === digit || last === letter
}

function french(number: string): boolean {
  const [key, siren] = [number.slice(0, 2), number.slice(2)]
  // Monaco's begin with three noughts and have no check digit of their own.
  if (!siren.startsWith('000') && !luhn(siren)) return false
  if (/^\d\d$/.test(key)) return Number(`${siren}12`) % 97 === Number(key)
  const signs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const [one, two] = [signs.indexOf(key[0] as string), signs.indexOf(key[1] as string)]
  const check = one < 10 ? one * 24 + two - 10 : one * 34 + two - 100
  return (Number(siren) + 1 + Math.floor(check / 11)) % 11 === check % 11
}

const irishSigns = 'WABCDEFGHIJKLMNOPQRSTUV'

function irish(number: string): boolean {
  const isOld = !/^\d{7}/.test(number)
  const digits = isOld ? `0${number.slice(2, 7)}${number[0]}` : number.slice(0, 7)
  const second = isOld ? '' : number.slice(8)
  const more = second === '' ? 0 : 9 * irishSigns.indexOf(second)
  return irishSigns[(weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + more) % 23] === number[7]
}

function lithuanian(number: string): boolean {
  const places = digitsOf(number.slice(0, -1))
  const by = (shift: number) =>
    places.reduce((sum, digit, place) => sum + (1 + ((place + shift) % 9)) * digit, 0) % 11
  const check = by(0)
  return number.at(-2) === '1' && (check === 10 ? by(2) % 10 : check) === Number(number.at(-1))
}

function latvian(number: string): boolean {
  if (Number(number[0]) > 3) return weighted(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
  if (number.startsWith('32')) return true
  const check = 1 + weighted(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])
  return (check % 11) % 10 === Number(number[10])
}

/** By the prefix of the id, which is `EL` for Greece. */
export const vatIdForms: Readonly<Record<string, Form>> = {
  AT: {
    pattern: /^U\d{8}$/,
    fits: (number) => {
      const sum = digitsOf(number.slice(1, 8)).reduce(
        (all, digit, place) => all + (place % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit),
        4,
      )
      return (10 - (sum % 10)) % 10 === Number(number[8])
    },
  },
  BE: {
    pattern: /^[01]\d{9}$/,
    fits: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  },
  BG: { pattern: /^\d{9,10}$/, fits: bulgarian },
  CY: { pattern: /^\d{8}[A-Z]$/, fits: cypriot },
  CZ: { pattern: /^\d{8,10}$/, fits: czech },
  DE: { pattern: /^[1-9]\d{8}$/, fits: mod11And10 },
  DK: {
    pattern: /^[1-9]\d{7}$/,
    fits: (number) => weighted(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  EE: { pattern: /^\d{9}$/, fits: (number) => weighted(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: {
    pattern: /^\d{9}$/,
    fits: (number) => (weighted(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(number[8]),
  },
  ES: { pattern: /^([A-HJ-NP-SU-Z]\d{7}[A-J]|[A-HJUV]\d{8}|[KLMXYZ]\d{7}[A-Z]|\d{8}[A-Z])$/, fits: spanish },
  FI: { pattern: /^\d{8}$/, fits: (number) => weighted(number, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  FR: { pattern: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, fits: french },
  HR: { pattern: /^\d{11}$/, fits: mod11And10 },
  HU: { pattern: /^\d{8}$/, fits: (number) => weighted(number, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { pattern: /^\d[\dA-Z+*]\d{5}[A-W][A-IW]?$/, fits: irish },
  IT: {
    pattern: /^\d{11}$/,
    fits: (number) =>
      Number(number.slice(0, 7)) > 0 && /^(0\d\d|100|12[01]|888|999)/.test(number.slice(7)) && luhn(number),
  },
  LT: { pattern: /^(\d{9}|\d{12})$/, fits: lithuanian },
  LU: { pattern: /^\d{8}$/, fits: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)) },
  LV: { pattern: /^\d{11}$/, fits: latvian },
  MT: {
    pattern: /^[1-9]\d{7}$/,
    fits: (number) => weighted(number, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  },
  NL: {
    pattern: /^\d{9}B\d{2}$/,
    fits: (number) => weighted(number, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || mod97(`NL${number}`) === 1,
  },
  PL: { pattern: /^\d{10}$/, fits: (number) => weighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]) % 11 === 0 },
  PT: {
    pattern: /^[1-9]\d{8}$/,
    fits: (number) =>
      ((11 - (weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(number[8]),
  },
  RO: {
    pattern: /^[1-9]\d{1,9}$/,
    fits: (number) => {
      const padded = number.padStart(10, '0')
      return ((10 * weighted(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === Number(padded[9])
    },
  },
  SE: { pattern: /^\d{10}(0[1-9]|[1-8]\d|9[0-4])$/, fits: (number) => luhn(number.slice(0, 10)) },
  SI: {
    pattern: /^[1-9]\d{7}$/,
    fits: (number) => {
      const check = 11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11)
      return check < 11 && check % 10 === Number(number[7])
    },
  },
  SK: { pattern: /^[1-9]\d[2-47-9]\d{7}$/, fits: (number) => Number(number) % 11 === 0 },
  XI: {
    pattern: /^(\d{9}|\d{12})$/,
    fits: (number) => [0, 42, 55].includes(weighted(number, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97),
  },
}
