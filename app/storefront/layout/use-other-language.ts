import { type MouseEvent, useEffect, useState } from 'react'
import { useLocation, useMatches, useNavigate } from 'react-router'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import type { PageMeta } from '../page-meta.ts'

/** Fetched when somebody comes near to what changes the language. */
let keeper: Promise<typeof import('./keep-fields.ts')> | undefined

/** From now on what is typed can be taken along into the other language. */
export function fetchKeeper(): void {
  keeper ??= import('./keep-fields.ts')
}

/** What was typed is put back into the page of the new language, or forgotten where the language stayed. */
function useKeptFields(current: Locale, pending: Locale | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: that the change is final is the event
  useEffect(() => {
    void keeper?.then(({ restoreFields }) => restoreFields())
  }, [current])
  useEffect(() => {
    if (pending === null) void keeper?.then(({ forgetFields }) => forgetFields())
  }, [pending])
}

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
    if (same) void keeper?.then(({ keepFields }) => keepFields())
    setChosen(locale)
    await navigate(href, { preventScrollReset: same })
    // It did not get there: something else was pressed meanwhile. Where it did, the page stands a moment later.
    if (location.pathname + location.search !== href) setChosen(null)
  }
  return { pending: chosen === current ? null : chosen, choose }
}

/** Links to the same page in another language, which take along what was typed; `pending`: the one that is on its way. */
export function useLanguageLinks(current: Locale) {
  const addressIn = useAddressIn()
  const { pending, choose } = useChosenLocale(current)
  useKeptFields(current, pending)
  const linkTo = (locale: Locale) => {
    const { href, same } = addressIn(locale)
    return {
      lang: locale,
      hrefLang: locale,
      onClick: (event: MouseEvent) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        fetchKeeper()
        void choose(locale, href, same)
      },
    }
  }
  return { pending, addressIn, linkTo }
}
