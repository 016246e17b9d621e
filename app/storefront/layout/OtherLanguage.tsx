import { languageSwitches, otherLocale } from '#app/language/locales.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { useLocale } from '../shell-data.ts'
import { fetchKeeper, useAddressIn, useChosenLocale, useKeptFields } from './use-other-language.ts'

/** The way to the same page in the other language; the footer's list does the same, with the languages' names. */
export function OtherLanguage() {
  const current = useLocale()
  const other = otherLocale(current)
  const { href, same } = useAddressIn()(other)
  const { pending, choose } = useChosenLocale(current)
  useKeptFields(current, pending)
  const { code, label } = languageSwitches[other]
  return (
    <a
      href={href}
      lang={other}
      hrefLang={other}
      aria-label={label}
      aria-busy={pending !== null || undefined}
      className="head-language"
      onPointerEnter={fetchKeeper}
      onFocus={fetchKeeper}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        fetchKeeper()
        void choose(other, href, same)
      }}
    >
      {code}
    </a>
  )
}
