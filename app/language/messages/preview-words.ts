import { createTranslator } from 'use-intl'
import type { Locale } from '../locales.ts'
import de from './de/preview.json'
import en from './en/preview.json'

const messages = { de, en: en satisfies typeof de }

/** What a previewed page and its editor say; their words travel with previews alone. */
export const previewWords = (locale: Locale) => createTranslator({ locale, messages: messages[locale] })

export type PreviewWords = ReturnType<typeof previewWords>
