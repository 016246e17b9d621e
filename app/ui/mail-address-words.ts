import { createTranslator, useLocale } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import { readMailAddress } from '#app/language/mail-address.ts'
import de from '#app/language/messages/de/mail-address.json'
import en from '#app/language/messages/en/mail-address.json'

/** They travel with the forms that ask for an address: pages without one need none of them. */
const words = {
  de: createTranslator({ locale: 'de', timeZone, messages: de }),
  en: createTranslator({ locale: 'en', timeZone, messages: en satisfies typeof de }),
}

/** Says why what was typed is no mail address, and what would be right; `''` where it is one, or nothing was typed. */
export function useMailAddressWords(): (typed: string | undefined) => string {
  const t = words[useLocale() === 'de' ? 'de' : 'en']
  return (typed = '') => {
    const read = readMailAddress(typed)
    if (read.ok || typed.trim() === '') return ''
    const { reason, suggestion } = read
    return suggestion === null ? t(reason) : t('suggestion', { suggestion })
  }
}
