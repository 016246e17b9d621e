import { createTranslator } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/preview.json'
import en from '#app/language/messages/en/preview.json'

const messages = { de, en: en satisfies typeof de }

/** What the page for trying previews says; its words travel with it alone. */
export const previewWords = (locale: Locale) => createTranslator({ locale, messages: messages[locale] })

export type PreviewWords = ReturnType<typeof previewWords>
