/**
 * What changes how text is shown instead of being text: control characters, which a terminal obeys, and marks of
 * direction, with which a line reads otherwise than it is written. Line feeds and tabs stay, and a carriage return
 * before a line feed; joiners stay, which letters and emoji need.
 */
const marks = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/gu

/** Text as it may leave the house: in a mail, on a terminal. It may have been stored before marks were kept out. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r(?!\n)/g, '')
    .replace(marks, (mark) => (/[\r\n\t]/.test(mark) ? mark : ''))
}

/** The same for what is one line, as a header of a mail. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/[\r\n\t\u2028\u2029]+/g, ' '))
}

/** A line of JSON in which such marks stand as escapes: they say the same, and show nothing. */
export function escapedMarks(json: string): string {
  return json.replace(marks, (mark) =>
    /[\r\n\t]/.test(mark) ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
