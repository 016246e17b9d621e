import { useLocale } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import { type OfficeFormats, officeFormats } from './formats.ts'

/** Days, times, money and numbers as the office writes them, in the reader's language. */
export const useFormats = (): OfficeFormats => officeFormats(useLocale() as Locale)
