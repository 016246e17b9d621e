import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { languageFormId, otherLanguage } from '#app/forms/language-form.ts'
import { localeNames, locales } from '#app/language/locales.ts'
import { languageSelectorId } from '#app/ui/FocusAfterNavigation.tsx'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { useLocale } from '../shell-data.ts'
import { fetchKeeper, useLanguageLinks } from './use-other-language.ts'

/** A dropdown of the languages by name, 10 px from its button; `<details>`, so it opens without JavaScript too. */
export function LanguageSelector() {
  const t = useTranslations('footer')
  const current = useLocale()
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const { pending, addressIn, linkTo } = useLanguageLinks(current)
  const shownAt = useRef(key)
  useEffect(() => {
    if (shownAt.current === key) return
    shownAt.current = key
    if (details.current) details.current.open = false
  }, [key])
  useEffect(() => {
    const element = details.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element?.open) return
      element.open = false
      element.querySelector('summary')?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (element?.open && !element.contains(event.target as Node)) element.open = false
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])
  return (
    <details ref={details} className="relative w-fit" aria-busy={pending !== null} onToggle={fetchKeeper}>
      <summary
        id={languageSelectorId}
        className="inline-flex min-h-11 items-center gap-2"
        aria-label={t('chooseLanguage', { language: localeNames[current] })}
      >
        {localeNames[pending ?? current]}
        <LineIcon size={12}>
          <path d="m2 4.5 4 4 4-4" />
        </LineIcon>
      </summary>
      <ul className="languages">
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={addressIn(locale).href}
              {...linkTo(locale)}
              aria-current={locale === current ? 'true' : undefined}
            >
              {localeNames[locale]}
            </a>
            {/* Without a script, a form on the page goes along; the style sheet shows either. */}
            <noscript>
              {import.meta.env.SSR && locale !== current && addressIn(locale).same && (
                <button
                  type="submit"
                  form={languageFormId}
                  formAction={addressIn(locale).href}
                  name={otherLanguage}
                  value={locale}
                  lang={locale}
                >
                  {localeNames[locale]}
                </button>
              )}
            </noscript>
          </li>
        ))}
      </ul>
    </details>
  )
}
