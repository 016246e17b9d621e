import { languageSwitches, otherLocale } from '#app/language/locales.ts'
import { useLocale } from '../shell-data.ts'
import { fetchKeeper, useLanguageLinks } from './use-other-language.ts'

/** The way to the same page in the other language; the footer's list does the same, with the languages' names. */
export function OtherLanguage() {
  const current = useLocale()
  const other = otherLocale(current)
  const { pending, addressIn, linkTo } = useLanguageLinks(current)
  const { code, label } = languageSwitches[other]
  return (
    <a
      href={addressIn(other).href}
      {...linkTo(other)}
      aria-label={label}
      aria-busy={pending !== null || undefined}
      className="head-language"
      onPointerEnter={fetchKeeper}
      onFocus={fetchKeeper}
    >
      {code}
    </a>
  )
}
