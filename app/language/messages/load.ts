import type { Locale } from '../locales.ts'
import type de from './de/messages.ts'

/** Every message of the public site; a key that English lacks fails the type check below. */
export type Messages = typeof de

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

const sources: Record<Locale, () => Promise<{ default: Messages }>> = {
  de: () => import('./de/messages.ts'),
  en: () => import('./en/messages.ts'),
}

const loaded = new Map<Locale, Messages>()

/** Loads a language's messages once. The server does so for both at start, the browser for the page's language. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const known = loaded.get(locale)
  if (known) return known
  const messages = (await sources[locale]()).default
  loaded.set(locale, messages)
  return messages
}

/** Messages that `loadMessages` has brought. @throws when it was not awaited: a page may not render without words. */
export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale)
  if (!messages) throw new Error(`The messages for "${locale}" have not been loaded`)
  return messages
}
