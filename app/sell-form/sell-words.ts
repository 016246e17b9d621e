import { createTranslator } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import words from '#app/language/messages/de/sell-form.json'

/** Selling speaks German only, and its words travel with its form: no other page needs them. */
export const t = createTranslator({ locale: 'de', timeZone, messages: words })
