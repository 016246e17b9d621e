import { createTranslator } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/preview.json'
import en from '#app/language/messages/en/preview.json'

const messages = { de, en: en satisfies typeof de }

/** What a page in preview says about itself; its words travel with previews alone. */
export const previewWords = (locale: Locale) => createTranslator({ locale, messages: messages[locale] })
