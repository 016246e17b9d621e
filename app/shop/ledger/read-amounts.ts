/** Why what was typed is no amount. */
export type AmountFault = 'missing' | 'not-an-amount' | 'too-precise' | 'too-large'
export type ReadAmount = { ok: true; value: number } | { ok: false; reason: AmountFault }

/** A number as people write it in either language, comma or point before its decimals, times a power of ten. */
function readDecimal(text: string, decimals: number, most: number): ReadAmount {
  const bare = text.replace(/[\s\u00a0\u202f']+/g, '')
  if (bare === '') return { ok: false, reason: 'missing' }
  const marks = /^(\d{1,3}(?:\.\d{3})+),(\d*)$/.exec(bare) ?? /^(\d{1,3}(?:,\d{3})+)\.(\d*)$/.exec(bare)
  const thousands = /^(\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,})$/.exec(bare)
  const plain = /^(\d+)(?:[.,](\d*))?$/.exec(bare)
  const [, whole = '', rest = ''] = marks ?? thousands ?? plain ?? []
  if (whole === '') return { ok: false, reason: 'not-an-amount' }
  if (/[1-9]/.test(rest.slice(decimals))) return { ok: false, reason: 'too-precise' }
  const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  if (digits.length > 9) return { ok: false, reason: 'too-large' }
  const value = Number(digits) * 10 ** decimals + Number(rest.slice(0, decimals).padEnd(decimals, '0') || 0)
  return value > most ? { ok: false, reason: 'too-large' } : { ok: true, value }
}

/** Euros as typed, `1.234,50`, in cents; 0 is an amount, less is none. Ten million euros at most. */
export function readEuros(text: string): ReadAmount {
  const bare = text.replace(/\s*(€|EUR)\s*$/i, '').replace(/^\s*€/, '')
  // 1.234 is a thousand here: cents have two places.
  const one = /^\s*(\d{1,3})[.,](\d{3})\s*$/.exec(bare)
  return readDecimal(one ? `${one[1]}${one[2]}` : bare, 2, 1_000_000_000)
}

/** Fine grams of a refinery's document, `21,5281`, in millionths of a gram. A hundred kilograms at most. */
export function readFineGrams(text: string): ReadAmount {
  return readDecimal(text.replace(/\s*g\s*$/i, ''), 6, 100_000_000_000)
}

/** A fineness in per mille, `585` or `999,9`, in tenths. */
export function readFineness(text: string): ReadAmount {
  const read = readDecimal(text.replace(/\s*‰\s*$/, ''), 1, 10_000)
  return read.ok && (read.value < 10 || read.value > 9_999) ? { ok: false, reason: 'not-an-amount' } : read
}

/** Grams of a scale, `12,40`, in hundredths. A hundred kilograms at most. */
export function readWeight(text: string): ReadAmount {
  const read = readDecimal(text.replace(/\s*g\s*$/i, ''), 2, 10_000_000)
  return read.ok && read.value === 0 ? { ok: false, reason: 'not-an-amount' } : read
}
