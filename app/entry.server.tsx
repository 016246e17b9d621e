import { isbot } from 'isbot'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { appContext } from './app-context.ts'
import { WholeBlocksContext, wholeBlocks } from './blocks/whole-blocks.ts'
import { asksForPreview } from './content/preview/preview-query.ts'
import { contentSecurityPolicy, type Visit } from './content-security-policy.ts'
import { ScriptTextsContext } from './DeferredScripts.tsx'
import type { Locale } from './language/locales.ts'
import { localeOfPath } from './language/locales.ts'
import { negotiateLocale } from './language/negotiate.ts'
import { LocaleElsewhere } from './locale-elsewhere.ts'
import { keepNoAnswer } from './platform/answer-record.ts'
import { logFailure } from './platform/log-unavailable.ts'
import { renderPage } from './render-page.ts'
import { scriptTexts } from './script-texts.ts'
import type { PageMeta } from './storefront/page-meta.ts'
import type { ShellData } from './storefront/shell-data.ts'
import { jsonLdScript, pageFacts } from './storefront/structured-data/json-ld.ts'
import { pageGraph } from './storefront/structured-data/page-graph.ts'
import { pageAnswer } from './whole-page.ts'

/** Renders a whole page: it is hashed for the content security policy and may be cached, so it is never streamed. */
export default async function handleRequest(
  request: Request,
  said: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const status = statusOf(said, entryContext)
  const isErrorPage = status === 404 || status >= 500 || entryContext.staticHandlerContext.errors !== null
  // Robots are told less.
  if (isErrorPage) keepNoAnswer('an error is told to whoever asked')
  // A form that could not be dealt with is given back to whoever sent it, also where that looks like a robot.
  const holdsForm = request.method === 'POST' && status >= 500
  if (isErrorPage && !holdsForm && isbot(request.headers.get('user-agent'))) {
    headers.set('x-robots-tag', 'noindex')
    headers.append('vary', 'user-agent')
    return new Response(botAnswer(status, localeOf(request, context)), { status, headers })
  }
  const { html: page, failure } = await render(request, entryContext, context)
  const html = status === 200 ? withStructuredData(page, request, entryContext, context) : page
  if (failure) {
    // The page itself rejects; this was one block inside its error boundary, and the rest of the page is whole.
    context.get(appContext).log.error({ err: failure, url: request.url }, 'a part of a page failed to render')
    headers.set('cache-control', 'no-store')
    keepNoAnswer('a part of it failed to render')
  }
  // While somebody develops, Vite brings scripts and styles of its own.
  if (context.get(appContext).env.NODE_ENV !== 'development') {
    const visit = await visitOf(request, context)
    headers.set('content-security-policy', contentSecurityPolicy(html, visit))
  }
  return pageAnswer(html, { status, headers })
}

/**
 * The router says the status of a form's answer also where the page around it failed afterwards: of the two the graver
 * one holds.
 */
function statusOf(said: number, { staticHandlerContext }: EntryContext): number {
  const errors = Object.values(staticHandlerContext.errors ?? {})
  return Math.max(said, ...errors.map((error) => (isRouteErrorResponse(error) ? error.status : 500)))
}

/**
 * What search engines read beside the page, at its end. The browser's code never needs it, so it is no part of what
 * the router sends along; React leaves unknown elements at the end of the body alone.
 */
function withStructuredData(
  html: string,
  request: Request,
  { staticHandlerContext }: EntryContext,
  context: RouterContextProvider,
): string {
  const loaded = Object.values(staticHandlerContext.loaderData) as ({
    site?: ShellData['site']
    meta?: PageMeta
  } | null)[]
  const site = loaded.find((data) => data?.site)?.site
  const meta = loaded.find((data) => data?.meta)?.meta
  const end = html.lastIndexOf('</body>')
  if (!site || !meta || meta.secret || end < 0) return html
  const { pathname } = new URL(request.url)
  const graph = pageGraph({ site }, meta, { pathname, facts: context.get(pageFacts) })
  return html.slice(0, end) + jsonLdScript(graph) + html.slice(end)
}

function render(request: Request, entryContext: EntryContext, context: RouterContextProvider) {
  return renderPage(withMatchedRoutes(entryContext), (known) => (
    <ScriptTextsContext value={scriptTexts(known)}>
      <WholeBlocksContext value={context.get(wholeBlocks)}>
        <LocaleElsewhere value={localeOf(request, context)}>
          <ServerRouter context={known} url={request.url} />
        </LocaleElsewhere>
      </WholeBlocksContext>
    </ScriptTextsContext>
  ))
}

/** Without the routes that the page does not stand on: the router makes each one that it is told of anew for every page. */
function withMatchedRoutes(entryContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entryContext
  const routes: typeof manifest.routes = {}
  for (const { route } of staticHandlerContext.matches) routes[route.id] = manifest.routes[route.id]
  return { ...entryContext, manifest: { ...manifest, routes } }
}

/** The language of an answer: its address's, else the visitor's. */
function localeOf({ url, headers }: Request, context: RouterContextProvider): Locale {
  return (
    localeOfPath(new URL(url).pathname) ??
    negotiateLocale(headers, context.get(appContext).env.DEFAULT_LOCALE)
  )
}

async function visitOf(request: Request, context: RouterContextProvider): Promise<Visit> {
  const { env, stories, now } = context.get(appContext)
  const { API_URL: apiUrl } = env
  const { searchParams } = new URL(request.url)
  const preview = asksForPreview(searchParams) ? await stories.previews.read(searchParams, now()) : null
  return preview ? { apiUrl, editors: preview.editors } : { apiUrl }
}

/** Robots get the status and nothing to index: no error design (docs/product.md 7). */
function botAnswer(status: number, locale: Locale): string {
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${status}</title></html>`
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  logFailure(context.get(appContext).log, { err: error, url: request.url }, 'a request failed')
}
