/** Whether a delivered value is an object with fields, so that they can be looked at one by one. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const unprintable = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

/** Text without control characters, direction overrides and broken surrogates; lines end with `\n`. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(unprintable, '')
}

/** Line breaks and runs of spaces become one; typographers’ spaces stay, or units would break off their numbers. */
export function onOneLine(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ')
}
