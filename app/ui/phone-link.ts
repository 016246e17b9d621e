/** `0221 555 01 10` → `tel:+492215550110`; a number with its country code stays as it is. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '')
  return `tel:${digits.startsWith('0') && !digits.startsWith('00') ? `+49${digits.slice(1)}` : digits.replace(/^00/, '+')}`
}
