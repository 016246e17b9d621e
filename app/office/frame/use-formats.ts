import { createFormatter, useLocale } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'

type Formats = ReturnType<typeof createFormatter>

const made = new Map<Locale, Formats>()

/** Numbers and times as the shop writes them: `en` alone, the name of the messages, would be read as American. */
export function useFormats(): Formats {
  const locale = useLocale()
  // The library's type knows the languages of the messages alone.
  const formats = made.get(locale) ?? createFormatter({ locale: languageTags[locale] as Locale, timeZone })
  made.set(locale, formats)
  return formats
}
