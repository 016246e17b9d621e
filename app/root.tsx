import { type ReactNode, useEffect } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useLocation, useMatches, useNavigate } from 'react-router'
import { type Locale, localeOfPath } from './language/locales.ts'
import { followLinks } from './ui/follow-links.ts'
import text from './ui/fonts/hanken-grotesk.woff2?url'
import display from './ui/fonts/newsreader.woff2?url'
import './ui/tokens.css'

/** Outside the language prefixes there is no page, only the error page; it speaks the default language. */
const elsewhere: Locale = 'en'

export function Layout({ children }: { children: ReactNode }) {
  const locale = localeOfPath(useLocation().pathname) ?? elsewhere
  // Pages without a script of their own (a printed sheet, say) switch it off by their handle.
  const scripts = !useMatches().some(
    (match) => (match.handle as { scripts?: boolean } | undefined)?.scripts === false,
  )
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="preload" href={text} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={display} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {scripts && <Scripts />}
      </body>
    </html>
  )
}

export default function Root() {
  const navigate = useNavigate()
  useEffect(() => {
    const end = followLinks(document, navigate)
    document.documentElement.dataset.hydrated = 'true'
    return end
  }, [navigate])
  return <Outlet />
}
