import { useTranslations } from 'use-intl'
import { readMailAddress } from '#app/language/mail-address.ts'

/** Says why what was typed is no mail address, and what would be right; `''` where it is one, or nothing was typed. */
export function useMailAddressWords(): (typed: string | undefined) => string {
  const t = useTranslations('mailAddress')
  return (typed = '') => {
    const read = readMailAddress(typed)
    if (read.ok || typed.trim() === '') return ''
    const { reason, suggestion } = read
    return suggestion === null ? t(reason) : t('suggestion', { suggestion })
  }
}
