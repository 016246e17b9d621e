import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isLocale, localeOfPath } from './language/locales.ts'
import { loadMessagesFor } from './language/messages/load.ts'
import { LocaleElsewhere } from './locale-elsewhere.ts'
import { fetchWhenConnected } from './ui/connection.ts'

// A page may not hydrate before its words are there, or it would lose them for a moment.
const { lang } = document.documentElement
const written = isLocale(lang) ? lang : null
const locale = localeOfPath(location.pathname) ?? written
if (locale !== null) await loadMessagesFor(location.pathname, locale)

startTransition(() => {
  hydrateRoot(
    document,
    <LocaleElsewhere value={written}>
      <HydratedRouter unstable_fetch={fetchWhenConnected} />
    </LocaleElsewhere>,
  )
})
