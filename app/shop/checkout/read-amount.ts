/**
 * An amount in euros as people write it, in cents: `1.290,00`, `1,290.00`, `1290`, `12,5`, `1.290`. The last point or
 * comma separates cents when one or two digits follow it; all before it separate thousands. `null` for anything else.
 */
export function readAmount(text: string): number | null {
  const trimmed = text
    .trim()
    .replace(/\s*(€|EUR)$/i, '')
    .replace(/^(€|EUR)\s*/i, '')
  const [, whole = '', cents = ''] =
    /^(\d{1,3}(?:[.]\d{3})+|\d{1,3}(?:[,]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?$/.exec(trimmed) ?? []
  if (whole === '') return null
  const separator = /[.,]/.exec(whole)?.[0]
  // 1.290.50 and 1,290,50 would use one sign for two things.
  if (separator && cents !== '' && trimmed.at(-cents.length - 1) === separator) return null
  return Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
}
