import { type Locale, locales } from '../locales.ts'
import { type Area, type AreaMessages, areaNames, areasOf, importArea } from './areas.ts'
import type de from './de/messages.ts'
import type { OfficeMessages } from './office.ts'

/** Messages that every page may use; a key that English lacks fails the type check below. */
type CommonMessages = typeof de

/** With those of the office, which only the office itself loads (`officeMessages`). */
export type Messages = CommonMessages & AreaMessages & OfficeMessages

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

const common: Record<Locale, () => Promise<{ default: CommonMessages }>> = {
  de: () => import('./de/messages.ts'),
  en: () => import('./en/messages.ts'),
}

type Loaded = { messages: Messages; areas: ReadonlySet<Area> }
const loaded = new Map<Locale, Loaded>()

/** Brings the common messages of a language and those of `areas`, each once. */
export async function loadMessages(locale: Locale, areas: readonly Area[] = []): Promise<Messages> {
  const missing = areas.filter((area) => !loaded.get(locale)?.areas.has(area))
  if (loaded.has(locale) && missing.length === 0) return messagesOf(locale)
  const [words, ...more] = await Promise.all([
    common[locale](),
    ...missing.map((area) => importArea(locale, area)),
  ])
  // Another call may have brought areas meanwhile.
  const known = loaded.get(locale)
  const messages = Object.assign({}, words.default, known?.messages, ...more) as Messages
  loaded.set(locale, { messages, areas: new Set([...(known?.areas ?? []), ...missing]) })
  return messages
}

/** Brings what the page at an address needs. */
export function loadMessagesFor(pathname: string, locale: Locale): Promise<Messages> {
  return loadMessages(locale, areasOf(pathname))
}

/** Every message of every language, for the server and for tests that render pages. */
export async function loadAllMessages(): Promise<void> {
  await Promise.all(locales.map((locale) => loadMessages(locale, areaNames)))
}

/** Messages that `loadMessages` has brought. @throws when it was not awaited: a page may not render without words. */
export function messagesOf(locale: Locale): Messages {
  const known = loaded.get(locale)
  if (!known) throw new Error(`The messages for "${locale}" have not been loaded`)
  return known.messages
}
