const overrides = /[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g
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

/** Line breaks and runs of spaces become one; typographers’ spaces stay, or units would break off their numbers. */
export function onOneLine(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ')
}
