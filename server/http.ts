import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import {
  type App,
  addressContext,
  appContext,
  asPageContext,
  clientContext,
  failedContext,
  movedContext,
} from '#app/app-context.ts'
import { asksForPreview } from '#app/content/preview/preview-query.ts'
import type { ContentService } from '#app/content-service/content-service.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { languageCookie, negotiateLocale } from '#app/language/negotiate.ts'
import { timeLimits, withTimeLimit } from '#app/platform/database/time-limit.ts'
import { isStorageFull, StorageUnavailable } from '#app/platform/files.ts'
import { logFailure } from '#app/platform/log-unavailable.ts'
import { isPrivateAddress } from '#app/platform/private-address.ts'
import { requestId, requestIdName } from '#app/platform/request-id.ts'
import { Unavailable } from '#app/platform/unavailable.ts'
import { withItsPage } from '#app/whole-page.ts'
import type { Rank } from './admission.ts'
import { readablePath } from './canonical-path.ts'
import { clientAddress, clientPseudonym } from './client-address.ts'
import { filesOfOtherReleases } from './client-files.ts'
import { prefixCookies, readPrefixedCookies } from './cookie-prefixes.ts'
import { isCrossSite } from './csrf.ts'
import { healthOf, readinessOf } from './health.ts'
import { isOfficePath, officeHttp } from './office.ts'
import { admitting, rankOf } from './overload.ts'
import { packed } from './packed.ts'
import { pageAddress } from './page-address.ts'
import { withLanguage } from './page-language.ts'
import { pageOfData, redirectFor } from './redirects.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { pagesSayUnavailable } from './unavailable-pages.ts'

type HttpOptions = {
  app: App
  /** The embedded content service's delivery API, reachable from outside below `/content`. */
  contentService: ContentService
  build: () => Promise<ServerBuild>
  /** Folder of the built browser files; `null` in development, where Vite serves them. */
  clientFiles: string | null
  /** Waited for before what may have written is acknowledged: nobody in this process is out of date from then on. */
  confirmWrite?: () => Promise<void> | undefined
  /** Told of each page that there was no place for. */
  onRefused?: ((rank: Rank) => void) | undefined
}

/** What a page is asked with; the interfaces of `/api` say so themselves. */
function methodsOf(pathname: string): string[] {
  const methods = ['GET', 'HEAD', 'POST']
  return pathname.startsWith('/api/') ? [...methods, 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] : methods
}

/** What an address answers where another method was refused (RFC 9110, 15.5.6). */
function allowedAt(pathname: string, refused: string): string {
  const reads = ['GET', 'HEAD']
  const takes = /^\/api\/(?:event|cart|webhooks\/)/.test(pathname) || reads.includes(refused)
  if (takes) return 'POST'
  return refused !== 'POST' && pathname.startsWith('/api/sell-photos/') ? 'GET, HEAD, POST' : 'GET, HEAD'
}

/** Whether anything but reading may be meant: forms stand on pages that have a language. */
function takesForms(pathname: string): boolean {
  return pathname.startsWith('/api/') || localeOfPath(pathname.replace(/\.data$/, '')) !== null
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** HAProxy takes 404 for the wish to be sent nothing new (`disable-on-404`), and 503 for a machine that has failed. */
const readyStatus = { ready: 200, starting: 503, draining: 404 } as const

/** Seconds after which it is worth asking again what does not answer now. */
const comesBackIn = 5

/** While somebody develops the pages change, and the router derives its part anew for each request; else once. */
function pagesOf(build: HttpOptions['build'], mode: App['env']['NODE_ENV']): RequestHandler {
  const pages = async () => pagesSayUnavailable(await build())
  if (mode === 'development') return createRequestHandler(pages, mode)
  let made: Promise<RequestHandler> | undefined
  return async (request, context) => {
    made ??= pages().then((known) => createRequestHandler(known, mode))
    return (await made)(request, context)
  }
}

/** The whole HTTP surface: headers, files, redirects, content service, pages. */
export function createHttp({
  app,
  contentService,
  build,
  clientFiles,
  confirmWrite,
  onRefused,
}: HttpOptions): Hono {
  const http = new Hono()
  const handlePage = pagesOf(build, app.env.NODE_ENV)

  // Headers are set on the answer that stands: `context.header` would make another one for each, body and all.
  http.use(async (context, next) => {
    const https = isSecure(context, app.env)
    if (https) readPrefixedCookies(context.req.raw.headers)
    await next()
    const { headers, status } = context.res
    const id = requestId()
    if (id !== undefined) headers.set(requestIdName, id)
    const { NODE_ENV } = app.env
    setSecurityHeaders(headers, {
      https,
      pathname: context.req.path,
      isDevelopment: NODE_ENV === 'development',
    })
    if (https) prefixCookies(headers)
    if (isPrivateAddress(new URL(context.req.url))) keepPrivate(headers)
    // What leads elsewhere may lead back tomorrow: kept unasked, two of them lead round in a circle (RFC 9110, 15.4.2).
    if (isRedirect(status) && !headers.has('cache-control')) headers.set('cache-control', 'no-cache')
    if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', String(comesBackIn))
    if (status === 405 && !headers.has('allow'))
      headers.set('allow', allowedAt(context.req.path, context.req.method))
  })

  // What fails outside of the pages.
  http.onError((error, context) => {
    logFailure(app.log, { err: error, url: context.req.url }, 'a request failed')
    const told = isStorageFull(error) ? new StorageUnavailable() : error
    const status = told instanceof Unavailable ? told.status : 500
    if (told instanceof Unavailable) context.header('retry-after', String(told.retryAfter))
    return context.text(status === 503 ? told.message : 'Internal Server Error', status, {
      'cache-control': 'no-store',
    })
  })

  http.use((context, next) => withTimeLimit(timeLimitOf(context), next))

  http.get('/health', async (context) => {
    const health = await healthOf(app)
    return context.json(health, health.status === 'ok' ? 200 : 503, { 'cache-control': 'no-store' })
  })

  http.get('/ready', (context) => {
    const status = readinessOf(app)
    return context.json({ status }, readyStatus[status], { 'cache-control': 'no-store' })
  })
  /** That the process turns: whoever ends it otherwise would end one that still gives what is kept. */
  http.get('/live', (context) => context.json({ status: 'live' }, 200, { 'cache-control': 'no-store' }))

  http.use(async (context, next) => {
    if (isCrossSite(context.req.raw, app.env.SITE_URL)) {
      return context.text('This came from another site\n', 403, { 'cache-control': 'no-store' })
    }
    return next()
  })

  http.use(packed())
  if (clientFiles !== null) {
    http.use(
      '/assets/*',
      serveStatic({
        root: clientFiles,
        precompressed: true,
        onFound: (_path, context) => context.header('cache-control', 'public, max-age=31536000, immutable'),
      }),
    )
    http.use('/assets/*', filesOfOtherReleases(app.db))
    const file = serveStatic({
      root: clientFiles,
      // The root folder has no page of its own: `/` belongs to the language redirect.
      rewriteRequestPath: (path) => (path === '/' ? '/no-index-file' : path),
      onFound: (_path, context) => context.header('cache-control', 'public, max-age=3600'),
    })
    // No file lies below a language: nobody looks for one with every page.
    http.use('/*', (context, next) =>
      localeOfPath(context.req.path) === null ? file(context, next) : next(),
    )
  }

  http.use(async (context, next) => {
    await next()
    if (mayHaveWritten(context)) await confirmWrite?.()
  })

  http.all('/content/v2/*', (context) =>
    contentService.fetch(context.req.raw, { caller: clientAddress(context, app.env.TRUST_PROXY) }),
  )

  const toLanguage = (context: Context) => {
    const url = new URL(context.req.url)
    const locale = negotiateLocale(context.req.raw.headers, app.env.DEFAULT_LOCALE)
    context.header('vary', 'cookie, accept-language')
    context.header('cache-control', 'no-store')
    context.header('set-cookie', languageCookie(locale))
    return context.redirect(`/${locale}${url.search}`, 302)
  }
  http.get('/', toLanguage)

  // Staff are few and signed in: they do not wait behind visitors.
  const office = officeHttp(app, handlePage)
  http.use(async (context, next) => {
    if (isOfficePath(context.req.path)) return office.fetch(context.req.raw, context.env)
    await next()
  })
  http.use(admitting({ places: app.env.DATABASE_POOL, onRefused }))
  http.all('*', async (context) => {
    const { raw } = context.req
    const url = new URL(raw.url)
    if (!methodsOf(url.pathname).includes(raw.method)) {
      const allowed = takesForms(url.pathname) ? methodsOf(url.pathname) : ['GET', 'HEAD']
      return context.text('Method Not Allowed\n', 405, { allow: allowed.join(', ') })
    }
    const isData = url.pathname.endsWith('.data')
    const reads = raw.method === 'GET' || raw.method === 'HEAD'
    if (reads && /^\/+$/.test(url.pathname)) return toLanguage(context)
    const provider = new RouterContextProvider()
    const asked = isData ? pageOfData(url) : url
    const moved = await redirectFor(app, asked, raw.headers.get('cookie')).catch((error: unknown) => {
      // Told by the page that the address names, for it stands in the layout.
      provider.set(failedContext, error)
      return null
    })
    if (moved && !reads && !isData && localeOfPath(moved.to) !== null) {
      // A form goes on to the right address with what was filled in.
      return context.redirect(moved.to, 308)
    }
    if (!reads && !takesForms(url.pathname)) {
      // The router would tell of it in many lines, and cannot draw a page for every such address.
      return context.text('Method Not Allowed\n', 405, { 'cache-control': 'no-store' })
    }
    if (moved?.certain && reads && !isData) return context.redirect(moved.to, moved.forNow ? 302 : 301)
    // The router follows only what it says itself.
    provider.set(movedContext, (reads && moved?.certain && moved.to) || null)
    provider.set(appContext, app)
    provider.set(asPageContext, !isData)
    const address = clientAddress(context, app.env.TRUST_PROXY)
    provider.set(addressContext, address)
    provider.set(clientContext, clientPseudonym(address, app.secret, app.env.TRUST_PROXY))
    const response = withItsPage(await handlePage(withReadablePath(raw, url), provider))
    if (moved && !moved.certain && reads && !isData && response.ok) return context.redirect(moved.to, 301)
    if (asksForPreview(url.searchParams)) {
      // Whether its signature counts or not: one moment's answer for one reader.
      response.headers.set('cache-control', 'no-store')
      response.headers.set('x-robots-tag', 'noindex')
    }
    return withLanguage(url, response, {
      cookies: raw.headers.get('cookie'),
      isShared: reads && pageAddress(url.pathname + url.search) !== null,
      elsewhere: () => negotiateLocale(raw.headers, app.env.DEFAULT_LOCALE),
    })
  })

  return http
}

/** How long a request waits for each answer of the database, ms. */
function timeLimitOf({ req: { method, path, raw } }: Context): number {
  if (isOfficePath(path)) return timeLimits.office
  const rank = rankOf(method, path, raw.headers.get('user-agent'))
  return rank === null || rank === 'first' ? timeLimits.form : timeLimits.page
}

/** Forms, and pages of somebody's own, which may take or free pieces when they are opened. */
function mayHaveWritten({ req: { method, path, url } }: Context): boolean {
  if (method !== 'GET' && method !== 'HEAD') return method !== 'OPTIONS'
  return localeOfPath(path) !== null && pageAddress(path + new URL(url).search) === null
}

/**
 * An escape that means nothing is taken for the text it is: the router would write about it into the log, in words
 * instead of JSON. No page has such an address, so nothing of the request but its head is read.
 */
function withReadablePath(request: Request, url: URL): Request {
  const readable = readablePath(url.pathname)
  if (readable === url.pathname) return request
  const { method, headers, signal } = request
  // Not read anew: `//%` would be a host.
  const address = new URL(url)
  address.pathname = readable
  return new Request(address, { method, headers, signal })
}

/**
 * Whatever answers an address that opens something private, a page, its data, a file, a redirect or a fault: no cache
 * keeps it, and the browser tells the address to nobody, ourselves included.
 */
function keepPrivate(headers: Headers): void {
  headers.set('referrer-policy', 'no-referrer')
  if (!headers.get('cache-control')?.includes('no-store')) headers.set('cache-control', 'private, no-store')
}

/** Whether the visitor's side of the connection is encrypted: by the shop's address, or as our proxy says. */
function isSecure(context: Context, { SITE_URL, TRUST_PROXY }: App['env']): boolean {
  if (SITE_URL.startsWith('https:')) return true
  const said = TRUST_PROXY ? context.req.header('x-forwarded-proto') : undefined
  return said?.split(',').at(-1)?.trim().toLowerCase() === 'https'
}
