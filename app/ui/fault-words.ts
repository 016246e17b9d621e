import { createTranslator, useLocale } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import de from '#app/language/messages/de/faults.json'
import en from '#app/language/messages/en/faults.json'

const words = {
  de: createTranslator({ locale: 'de', timeZone, messages: de }),
  en: createTranslator({ locale: 'en', timeZone, messages: en satisfies typeof de }),
}

/** They travel with the summary of faults: pages that show none need none of them. */
export const useFaultWords = () => words[useLocale() === 'de' ? 'de' : 'en']
