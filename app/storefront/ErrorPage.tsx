import { useContext } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import type { ErrorAnswer, SentForm } from '#app/error-answer.ts'
import { timeZone } from '#app/language/formats.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { messagesOf } from '#app/language/messages/load.ts'
import { pathTo } from '#app/language/route-table.ts'
import { LocaleElsewhere } from '#app/locale-elsewhere.ts'
import { useLocale } from './shell-data.ts'

/** Status and message of whatever was thrown; anything unknown is an internal server error. */
function describe(error: unknown): { status: number; message: string; sent?: SentForm | undefined } {
  if (!isRouteErrorResponse(error)) return { status: 500, message: 'Internal Server Error' }
  const answer = error.data as Partial<ErrorAnswer> | undefined
  if (error.status === 404) return { status: 404, message: answer?.message ?? 'Page Not Found' }
  if (error.status >= 500)
    return { status: error.status, message: 'Internal Server Error', sent: answer?.sent }
  return { status: error.status, message: answer?.message ?? error.statusText }
}

/** The error page inside the layout; `bare` when not even the frame could be loaded. */
export function ErrorPage({ error, bare = false }: { error: unknown; bare?: boolean }) {
  const { status, message, sent } = describe(error)
  return (
    <>
      <ErrorHead status={status} message={message} />
      {bare ? <BareError status={status} sent={sent} /> : <ErrorText status={status} sent={sent} />}
    </>
  )
}

/** The head of an error page: “{status} - {message}”, no canonical, never indexed. */
function ErrorHead({ status, message }: { status: number; message: string }) {
  return (
    <>
      <title>{`${status} - ${message}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

type Said = { status: number; sent?: SentForm | undefined }

function Saying({ status, sent }: Said) {
  const t = useTranslations('errors')
  const kind = status === 404 ? 'notFound' : 'server'
  return (
    <>
      <p className="caps num">{t('status', { status: String(status) })}</p>
      <h1 className="mt-4 text-step-4">{t(`${kind}Title`)}</h1>
      <p className="mt-6 max-w-prose text-step-1 text-ink-soft">
        {t(sent ? 'sentText' : `${kind}Text`)}
        {sent?.withFiles && ` ${t('sentFiles')}`}
      </p>
      {sent && <SendAgain sent={sent} />}
    </>
  )
}

/** What was typed stands in the page, so that nobody types it twice; whether it had arrived is not known. */
function SendAgain({ sent: { action, fields } }: { sent: SentForm }) {
  const t = useTranslations('errors')
  return (
    <form method="post" action={action} className="pt-8">
      {fields.map(([name, value], index) => (
        // A name may come more than once, and the order counts.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button">
        {t('sendAgain')}
      </button>
    </form>
  )
}

/** The same address again, from the start. */
function Again() {
  const t = useTranslations('errors')
  const { pathname, search } = useLocation()
  return (
    <a className="arrow" href={pathname + search} data-native>
      <span>{t('again')}</span>
      <span aria-hidden="true">→</span>
    </a>
  )
}

function ErrorText({ status, sent }: Said) {
  const t = useTranslations('errors')
  const search = useTranslations('search')
  const locale = useLocale()
  return (
    <div className="wrap grid gap-8 py-16 lg:grid-cols-[7fr_5fr] lg:py-28">
      <div>
        <Saying status={status} sent={sent} />
      </div>
      <div className="self-end">
        <form action={pathTo(locale, 'search')} method="get" role="search" className="flex gap-2 pb-8">
          <label className="sr-only" htmlFor="error-search">
            {search('label')}
          </label>
          <input
            id="error-search"
            className="field"
            type="search"
            name="query"
            placeholder={search('label')}
          />
          <button type="submit" className="button">
            {search('submit')}
          </button>
        </form>
        {status >= 500 && !sent && <Again />}
        <a className="arrow" href={pathTo(locale, 'index')}>
          <span>{t('home')}</span>
          <span aria-hidden="true">→</span>
        </a>
        <a className="arrow" href={pathTo(locale, 'contact')}>
          <span>{t('contact')}</span>
          <span aria-hidden="true">→</span>
        </a>
      </div>
    </div>
  )
}

/** Without the frame, and with nothing that a shop's settings say. */
function BareError({ status, sent }: Said) {
  const elsewhere = useContext(LocaleElsewhere)
  const locale = localeOfPath(useLocation().pathname) ?? elsewhere
  if (locale === null) return null
  return (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
      <main className="wrap grow py-16 lg:py-28">
        <Saying status={status} sent={sent} />
        <div className="max-w-prose pt-8">
          {status >= 500 && !sent && <Again />}
          <a className="arrow" href={pathTo('de', 'index')} lang="de">
            <span>Zur Startseite</span>
            <span aria-hidden="true">→</span>
          </a>
          <a className="arrow" href={pathTo('en', 'index')} lang="en">
            <span>Go to the home page</span>
            <span aria-hidden="true">→</span>
          </a>
        </div>
      </main>
    </IntlProvider>
  )
}
