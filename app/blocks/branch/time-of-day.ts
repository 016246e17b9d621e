import type { Locale } from '#app/language/locales.ts'

/** HH:MM as it is said: „18:30“, „10“; “6:30 pm”, “10 am”, which do not break. */
export function timeOfDay(time: string, locale: Locale): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  if (locale === 'de') return `${hours}${rest}`
  return `${hours % 12 === 0 ? 12 : hours % 12}${rest}\u00a0${hours < 12 ? 'am' : 'pm'}`
}
