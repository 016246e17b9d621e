import { cleanText } from '#app/language/clean-text.ts'

/** A reason of staff that buyers or sellers read, without control characters, of 3 to 500 characters; `null` when it is not. */
export function readReason(text: string): string | null {
  const reason = cleanText(text).trim()
  return reason.length < 3 || reason.length > 500 ? null : reason
}
