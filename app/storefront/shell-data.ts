import { createContext, useContext } from 'react'
import type { Locale } from '#app/language/locales.ts'
import type { Branch, OpeningHours } from '#app/shop/settings/settings.ts'

/** What the frame around every page needs; the same for every visitor of a language. */
export type ShellData = {
  site: {
    url: string
    name: string
    description: string
    separator: string
    titleSeparator: string
    twitter: string | null
    /** Path of the picture for links to pages that have none of their own. */
    card: string
    trailingSlash: false
    currentLocale: Locale
    defaultLocale: Locale
  }
  apiUrl: string
  /** Shown as information banner while there is one. */
  vacationMessage: string | null
  /** Whether the sell menu entry and the footer's sell column show. */
  sell: boolean
  /** How can be paid, in words. */
  ways: string
  contact: { phone: string; messaging: string; email: string; hoursText: string }
  /** Of the first branch: the contact pill says until when somebody answers. */
  hours: {
    hours: OpeningHours[]
    holidays: Pick<Branch['holidays'][number], 'date' | 'closed' | 'opens' | 'closes'>[]
    /** Their times (HH:MM) in words of the language, which the browser need not know how to find. */
    said: Record<string, string>
  }
}

const ShellContext = createContext<ShellData | null>(null)

export const ShellProvider = ShellContext.Provider

export function useShell(): ShellData {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell is for pages inside the layout')
  return shell
}

export function useLocale(): Locale {
  return useShell().site.currentLocale
}
