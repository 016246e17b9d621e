import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { languageFormId, otherLanguage } from '#app/forms/language-form.ts'
import { type Locale, localeNames, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { languageSelectorId } from '#app/ui/FocusAfterNavigation.tsx'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import type { PageMeta } from '../page-meta.ts'
import { useLocale } from '../shell-data.ts'

/** Fetched when the dropdown is opened. */
let keeper: Promise<typeof import('./keep-fields.ts')> | undefined

/**
 * The address of the page that is shown, in another language; its home page where the page does not exist there.
 * `same`: whether it is the same page.
 */
function useAddressIn(): (locale: Locale) => { href: string; same: boolean } {
  const matches = useMatches()
  const { search } = useLocation()
  const meta = (matches.at(-1)?.loaderData as { meta?: PageMeta } | undefined)?.meta
  return (locale) => {
    const path = meta?.addresses[locale]
    return path === undefined
      ? { href: pathTo(locale, 'index'), same: false }
      : { href: path + search, same: true }
  }
}

/**
 * The language somebody has chosen while its page is on the way; null when nothing is pending. Not the router's word for
 * it: React holds that back while the code of any part of the page is on its way, and a press would seem lost until then.
 */
function useChosenLocale(current: Locale) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Locale | null>(null)
  useEffect(() => setChosen((before) => (before === current ? null : before)), [current])
  const choose = async (locale: Locale, href: string, same: boolean) => {
    setChosen(locale)
    await navigate(href, { preventScrollReset: same })
    // It did not get there: something else was pressed meanwhile. Where it did, the page stands a moment later.
    if (location.pathname + location.search !== href) setChosen(null)
  }
  return { pending: chosen === current ? null : chosen, choose }
}

/** A dropdown of the languages by name, 10 px from its button; `<details>`, so it opens without JavaScript too. */
export function LanguageSelector() {
  const t = useTranslations('footer')
  const current = useLocale()
  const addressIn = useAddressIn()
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const { pending, choose } = useChosenLocale(current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: that the change is final is the event
  useEffect(() => {
    void keeper?.then(({ restoreFields }) => restoreFields())
  }, [current])
  useEffect(() => {
    if (pending === null) void keeper?.then(({ forgetFields }) => forgetFields())
  }, [pending])
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
    <details
      ref={details}
      className="relative w-fit"
      aria-busy={pending !== null}
      onToggle={() => {
        keeper ??= import('./keep-fields.ts')
      }}
    >
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
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                const { href, same } = addressIn(locale)
                if (same) void keeper?.then(({ keepFields }) => keepFields())
                void choose(locale, href, same)
              }}
              lang={locale}
              hrefLang={locale}
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
