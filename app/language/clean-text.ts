/**
 * Marks that turn the direction of writing, and make a text look like another one. Letters have a direction of their
 * own; the joiners (U+200C, U+200D), which Persian, Hindi and emoji are written with, stay.
 */
const overrides = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufffe\uffff]/g
const controls = /[^\P{Cc}\n\t]/gu

/** Text without control characters, direction overrides and broken surrogates; lines end with `\n`. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(controls, '').replace(overrides, '')
}

/** The same for what is one line, without blanks around it: runs of blanks and control characters become one blank. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(overrides, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** The same for every text in what was read from a file; names of fields stay as they are. */
export function cleanTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return cleanText(value) as Value
  if (Array.isArray(value)) return value.map(cleanTexts) as Value
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanTexts(each)])) as Value
}

/** Line breaks and runs of spaces become one; typographers’ spaces stay, or units would break off their numbers. */
export function onOneLine(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ')
}
