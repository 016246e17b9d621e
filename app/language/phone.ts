import type { Locale } from './locales.ts'

/** An area code's nought and digits; service numbers (0800, 0180, 0900 …) cannot be called from abroad. */
const german = /^0(?!800|180|137|700|900)(?=[1-9][\d ]*$)/

/** „0221 555 01 10“; “+49 221 555 01 10” for readers elsewhere. What is not plainly a German number stays as it is. */
export function shownPhone(phone: string, locale: Locale): string {
  return locale === 'de' ? phone : phone.trim().replace(german, '+49 ')
}

/** `0221 555 01 10` → `tel:+492215550110`; a number with its country code stays as it is. */
export function phoneLink(phone: string): string {
  // „+49 (0)221 …“: the nought is dialled within the country alone.
  const digits = phone.replace(/^(\s*(?:\+|00)[\d\s]*)\(\s*0\s*\)/, '$1').replace(/[^\d+]/g, '')
  return `tel:${digits.startsWith('0') && !digits.startsWith('00') ? `+49${digits.slice(1)}` : digits.replace(/^00/, '+')}`
}

/** Whether a text may be a telephone number, however it is grouped: „+49 (0)221 / 555 01–10“. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s()/.-]{5,}$/.test(text.normalize('NFKC').replace(/[\p{Pd}\u2212]/gu, '-'))
}
