import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOfPath } from './language/locales.ts'
import { loadMessagesFor } from './language/messages/load.ts'

// A page may not hydrate before its words are there, or it would lose them for a moment.
await loadMessagesFor(location.pathname, localeOfPath(location.pathname) ?? 'en')

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
