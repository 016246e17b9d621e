import { ofetch } from 'ofetch'
import { useEffect, useState } from 'react'
import type { Locale } from '#app/language/locales.ts'
import type { CatalogueMenu } from '#app/shop/catalogue/menu.ts'
import { useShell } from '../shell-data.ts'
import { readMenu } from './menu-answer.ts'

/** An answer so young is not asked for again: coming near and opening are two signs of one wish. ms */
const young = 5_000

type Asked = { locale: Locale; at: number; answer: Promise<CatalogueMenu> }
let last: Asked | null = null

function askMenu(apiUrl: string, locale: Locale): Promise<CatalogueMenu> {
  if (last?.locale === locale && performance.now() - last.at < young) return last.answer
  const asked: Asked = { locale, at: performance.now(), answer: fetchMenu(apiUrl, locale) }
  last = asked
  asked.answer.catch(() => {
    // A failure is no answer to be kept.
    if (last === asked) last = null
  })
  return asked.answer
}

async function fetchMenu(apiUrl: string, locale: Locale): Promise<CatalogueMenu> {
  const menu = readMenu(await ofetch<unknown>(`${apiUrl}/menu`, { query: { locale } }))
  if (menu === null) throw new Error('The menu answered with something else')
  return menu
}

type MenuState = { locale: Locale; menu: CatalogueMenu | null; failed: boolean }

/**
 * The ways into the catalogue, asked for when this is first drawn and again whenever `open` becomes true: what was told
 * before is shown until the answer is there. `retry` asks after a failure.
 */
export function useMenu(open: boolean): { menu: CatalogueMenu | null; failed: boolean; retry: () => void } {
  const { apiUrl, site } = useShell()
  const locale = site.currentLocale
  const [state, setState] = useState<MenuState>({ locale, menu: null, failed: false })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it, and another try, are the events
  useEffect(() => {
    let gone = false
    askMenu(apiUrl, locale).then(
      (menu) => gone || setState({ locale, menu, failed: false }),
      () => gone || setState({ locale, menu: null, failed: true }),
    )
    return () => {
      gone = true
    }
  }, [apiUrl, locale, open, tries])
  const isOfPage = state.locale === locale
  return {
    menu: isOfPage ? state.menu : null,
    failed: isOfPage && state.failed,
    retry: () => {
      setState({ locale, menu: null, failed: false })
      setTries(tries + 1)
    },
  }
}
