import { type ComponentType, lazy, memo, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Outlet, redirect, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { IntlProvider } from 'use-intl'
import { type App, appContext, movedContext } from '#app/app-context.ts'
import { timeOfDay } from '#app/blocks/branch/time-of-day.ts'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, localeOfPath } from '#app/language/locales.ts'
import { areasOf } from '#app/language/messages/areas.ts'
import { loadMessagesFor, messagesOf } from '#app/language/messages/load.ts'
import { negotiateLocale } from '#app/language/negotiate.ts'
import { shownPhone } from '#app/language/phone.ts'
import { answerChangesAt, answerPart, keepNoAnswer } from '#app/platform/answer-record.ts'
import { waysToPay } from '#app/shop/checkout/ways-to-pay-words.ts'
import { type Branch, sellCondition } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { branchesAsOpen, vacationAt } from '#app/shop/settings/vacation.ts'
import { connection } from '#app/ui/connection.ts'
import { whenIdle } from '#app/ui/when-idle.ts'
import type { Route } from './+types/layout.ts'
import { useInsight } from './insight/use-insight.ts'
import { CartNotice } from './layout/CartNotice.tsx'
import { ContactPopover } from './layout/ContactPopover.tsx'
import { Footer } from './layout/Footer.tsx'
import { Header } from './layout/Header.tsx'
import { InformationBanner } from './layout/InformationBanner.tsx'
import { Restored } from './layout/Restored.tsx'
import { SkipLink } from './layout/SkipLink.tsx'
import { useLanguageCookie } from './layout/use-language-cookie.ts'
import { type ShellData, ShellProvider } from './shell-data.ts'
import { cardAddress } from './social-card/card.ts'
import { cardOfShop } from './social-card/contents.ts'
import { whyVisitorsOwn } from './visitors-own.ts'

/** Asked anew with every page, so that banner and sell entry follow their flags; it is a kilobyte, and no words in it. */
export async function loader({ context, request, url }: Route.LoaderArgs): Promise<ShellData> {
  const { db, env, now, payment } = context.get(appContext)
  const named = localeOfPath(url.pathname)
  if (named === null) keepNoAnswer('its language is the visitor’s')
  const locale: Locale = named ?? negotiateLocale(request.headers, env.DEFAULT_LOCALE)
  return answerPart(() => shellOf(db, { env, locale, now: now(), online: payment.payments !== null }))
}

type Shell = { env: App['env']; locale: Locale; now: Date; online: boolean }

async function shellOf(db: App['db'], { env, locale, now, online }: Shell): Promise<ShellData> {
  const settings = await currentSettings(db)
  const [first] = branchesAsOpen(settings)
  const vacation = vacationAt(settings.vacation, now)
  answerChangesAt(vacation.changesAt)
  return {
    site: {
      url: env.SITE_URL,
      name: settings.site.name,
      description: settings.site.description[locale],
      separator: settings.site.separator,
      titleSeparator: settings.site.separator,
      twitter: settings.site.twitter,
      card: cardAddress(locale, { kind: 'shop', key: '' }, cardOfShop(settings, locale)),
      trailingSlash: false,
      currentLocale: locale,
      defaultLocale: env.DEFAULT_LOCALE,
    },
    apiUrl: env.API_URL,
    vacationMessage: vacation.isOn ? settings.vacation.message[locale] || null : null,
    sell: sellCondition(settings, locale),
    ways: waysToPay(settings, { locale, online }),
    contact: {
      ...settings.contact,
      phone: shownPhone(settings.contact.phone, locale),
      hoursText: settings.contact.hoursText[locale],
    },
    hours: hoursOf(first, locale, now),
  }
}

/** When somebody answers, and the words for it. */
function hoursOf(branch: Branch | undefined, locale: Locale, now: Date): ShellData['hours'] {
  const hours = branch?.hours ?? []
  const holidays = soon(branch?.holidays ?? [], now.getTime()).map(({ date, closed, opens, closes }) => ({
    date,
    closed,
    opens,
    closes,
  }))
  const times = [...hours, ...holidays].flatMap(({ opens, closes }) => [opens, closes])
  const said = times.flatMap((time) => (time ? [[time, timeOfDay(time, locale)]] : []))
  return { hours, holidays, said: Object.fromEntries(said) }
}

const day = 86_400_000

/** A whole year's holidays would travel with every page; the next opening is never further than this. */
function soon<Holiday extends { date: string }>(holidays: readonly Holiday[], now: number): Holiday[] {
  return holidays.filter(({ date }) => {
    const [from, until] = [Date.parse(date) - 21 * day, Date.parse(date) + 3 * day]
    if (until > now) answerChangesAt(from > now ? from : until)
    return from <= now && now < until
  })
}

const loadStaticBlocks = async () => (await import('#app/blocks/block-components.ts')).loadStaticBlocks()

export const middleware: Route.MiddlewareFunction[] = [
  // The one place where all pages pass, whatever answers them: the page, its action, a fault.
  ({ request, url }, next) => {
    const reason = whyVisitorsOwn(request, url)
    if (reason !== null) keepNoAnswer(reason)
    return next()
  },
  // An address that has moved is followed within the page as well.
  ({ context }, next) => {
    const target = context.get(movedContext)
    if (target !== null) throw redirect(target, 301)
    return next()
  },
]

/** Where the address names no language, the frame that the server sent is in one. */
function localeLoaded(results: Record<string, { result: unknown }>): Locale | null {
  return (results.elsewhere?.result as Partial<ShellData> | undefined)?.site?.currentLocale ?? null
}

/** A page's words must be there before it shows, in whatever language it is, and what draws its blocks. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ url }, next) => {
    const loaded = next()
    const locale = localeOfPath(url.pathname) ?? localeLoaded(await loaded)
    await Promise.all([
      locale !== null && loadMessagesFor(url.pathname, locale),
      areasOf(url.pathname).includes('blocks') && loadStaticBlocks(),
      loaded,
    ]).catch((error) => {
      if (!connection.teller) throw error
      return connection.teller.codeLost(() => location.assign(url))
    })
  },
]

const LateParts = lazy<ComponentType>(() =>
  import('./layout/LateParts.tsx').catch(
    // No page lacks them: without them browsers tell of a lost connection by themselves.
    () => ({ default: () => null }),
  ),
)

let hasBeenIdle = false

/** Whether the browser has had time for what no page needs at first. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(hasBeenIdle)
  useEffect(
    () =>
      whenIdle(() => {
        hasBeenIdle = true
        setIdle(true)
      }),
    [],
  )
  return idle
}

/** The same each time: drawn anew by what it reads itself, and not with every page. */
const above = (
  <>
    <Restored />
    <SkipLink />
    <InformationBanner />
    <Header />
    <CartNotice />
  </>
)
const below = (
  <>
    <Footer />
    <ContactPopover />
  </>
)

type ShellProps = { shell: ShellData; children: ReactNode }

/** Drawn when there is something new; the router would have it drawn with each of its steps. */
const Shell = memo(function Shell({ shell, children }: ShellProps) {
  const locale = shell.site.currentLocale
  // Another page may have brought more messages, none of them for the frame.
  useLocation()
  const words = useMemo(() => messagesOf(locale), [locale])
  useLanguageCookie(locale)
  useInsight()
  const idle = useIdle()
  return (
    <IntlProvider locale={locale} messages={words} timeZone={timeZone}>
      <ShellProvider value={shell}>
        {above}
        <Suspense>{idle && <LateParts />}</Suspense>
        <main id="content" tabIndex={-1} className="grow outline-none">
          <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
            {children}
          </IntlProvider>
        </main>
        {below}
      </ShellProvider>
    </IntlProvider>
  )
})

/** The same each time, and so nothing new. */
const outlet = <Outlet />

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return <Shell shell={loaderData}>{outlet}</Shell>
}

/** Without a connection its code cannot come either: then the browser's own error page says so. */
const ErrorPage = lazy(async () => {
  const { ErrorPage } = await import('./ErrorPage.tsx').catch(
    () => new Promise<never>(() => location.reload()),
  )
  return { default: ErrorPage }
})

export function ErrorBoundary() {
  const error = useRouteError()
  const de = useRouteLoaderData<typeof loader>('de')
  const en = useRouteLoaderData<typeof loader>('en')
  const elsewhere = useRouteLoaderData<typeof loader>('elsewhere')
  const shell = de ?? en ?? elsewhere
  // The frame itself could not be loaded: nothing but the bare error can be shown.
  if (!shell)
    return (
      <Suspense>
        <ErrorPage error={error} bare />
      </Suspense>
    )
  return (
    <Shell shell={shell}>
      <Suspense>
        <ErrorPage error={error} />
      </Suspense>
    </Shell>
  )
}
