import { type ReactNode, useContext, useEffect } from 'react'
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useRouteLoaderData,
} from 'react-router'
import { DeferredScripts, PillScript } from './DeferredScripts.tsx'
import { localeOfPath } from './language/locales.ts'
import { LocaleElsewhere } from './locale-elsewhere.ts'
import print from './storefront/print.css?url'
import type { ShellData } from './storefront/shell-data.ts'
import { FocusAfterNavigation } from './ui/FocusAfterNavigation.tsx'
import { followLinks } from './ui/follow-links.ts'
import text from './ui/fonts/hanken-grotesk.woff2?url'
import display from './ui/fonts/newsreader.woff2?url'
import './ui/styles.css'
import './blocks/blocks.css'
import './sell-form/sell-form.css'

export function Layout({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const shell = useRouteLoaderData<ShellData>('elsewhere')
  const elsewhere = useContext(LocaleElsewhere)
  return (
    <html lang={localeOfPath(pathname) ?? shell?.site.currentLocale ?? elsewhere ?? undefined}>
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
        <link rel="stylesheet" href={print} media="print" />
      </head>
      <body>
        {children}
        {/* A page inside the visual editor may have no storage; there the browser itself restores after a reload. */}
        {!search.includes('_storyblok=') && <ScrollRestoration />}
        <PillScript />
        {/* While somebody develops, the router brings what exchanges code. */}
        {import.meta.env.DEV ? <Scripts /> : <DeferredScripts />}
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
  return (
    <>
      <Outlet />
      <FocusAfterNavigation />
    </>
  )
}
