import { type ReactNode, use } from 'react'
import { IntlProvider } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { loadMessages, messagesOf } from '#app/language/messages/load.ts'
import { useLocale } from '../shell-data.ts'

const coming = new Map<Locale, Promise<boolean>>()

/** Whether the words have come: what cannot be fetched is asked for again the next time. */
function wordsIn(locale: Locale): Promise<boolean> {
  const asked =
    coming.get(locale) ??
    loadMessages(locale, ['menu']).then(
      () => true,
      () => {
        coming.delete(locale)
        return false
      },
    )
  coming.set(locale, asked)
  return asked
}

/** Draws what the header opens with its words, which no page brings; nothing where they cannot be fetched. */
export function MenuWords({ children }: { children: ReactNode }) {
  const locale = useLocale()
  if (!use(wordsIn(locale))) return null
  return (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}
