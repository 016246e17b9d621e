import { existsSync, readFileSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { parseCookie } from 'cookie-es'
import { type Context, Hono } from 'hono'
import type { App } from '#app/app-context.ts'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/office/frame.json'
import en from '#app/language/messages/en/office/frame.json'
import type { OfficeMessages } from '#app/language/messages/office.ts'
import { negotiateLocale } from '#app/language/negotiate.ts'
import type { SignedIn } from '#app/office/answer.ts'
import { feedAnswer } from '#app/office/appointments/feed-answer.ts'
import { officeEvents } from '#app/office/events/office-events.ts'
import { isByItself, isOfAnother, officeAct, officeData } from '#app/office/office-answer.ts'
import { sessionCookieName } from '#app/office/session-cookie.ts'
import { findSession } from '#app/shop/staff/sessions.ts'
import { clientAddress, clientPseudonym } from './client-address.ts'
import { filesOfOtherReleases } from './client-files.ts'
import { officeFolder } from './office-folder.ts'
import { type DrawPage, piecePreview } from './piece-preview.ts'
import { requestPreview } from './request-preview.ts'

/** What the page of the office fetches, from its own build. */
type Files = { script: string; styles: string[] }

type Manifest = Record<string, { file: string; isEntry?: boolean; css?: string[] }>

/** Read once while the shop runs; again for each page while somebody develops. */
function filesOf(env: App['env']): () => Files {
  let known: Files | undefined
  return () => {
    if (known && env.NODE_ENV !== 'development') return known
    const path = `${officeFolder(env.NODE_ENV)}/manifest.json`
    if (!existsSync(path)) throw new Error(`${path} is missing: the office has not been built`)
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
    if (!entry) throw new Error(`${path} has no entry`)
    const styles = Object.values(manifest).flatMap(({ file, css = [] }) =>
      file.endsWith('.css') ? [file] : css,
    )
    known = { script: entry.file, styles: [...new Set(styles)] }
    return known
  }
}

/**
 * The office at `/office`: its files, the data of its screens, what its forms do, and one page for all its addresses, drawn in the
 * browser. Nothing of it is ever kept or indexed, nor framed but for the page of a piece as it will be (`drawPage` draws it).
 */
export function officeHttp(app: App, drawPage: DrawPage): Hono {
  const http = new Hono()
  const files = filesOf(app.env)
  // Told as everything else that fails.
  http.onError((error) => {
    throw error
  })

  http.use(async (context, next) => {
    await next()
    context.res.headers.set('x-robots-tag', 'noindex')
    // The camera reads codes and takes photos here, and nowhere else.
    context.res.headers.set(
      'permissions-policy',
      'accelerometer=(), camera=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
    )
  })

  // Made when it is first asked for: it complains about a folder that has not been built.
  let assets: ReturnType<typeof serveStatic> | undefined
  http.use('/office/assets/*', (context, next) => {
    assets ??= serveStatic({
      root: officeFolder(app.env.NODE_ENV),
      rewriteRequestPath: (path) => path.replace(/^\/office/, ''),
      precompressed: true,
      onFound: (_path, found) => found.header('cache-control', 'public, max-age=31536000, immutable'),
    })
    return assets(context, next)
  })
  http.use('/office/assets/*', filesOfOtherReleases(app.db))
  http.all('/office/assets/*', (context) => context.text('Not Found\n', 404))

  http.get('/office/data/*', async (context) => {
    const path = new URL(context.req.url).pathname.replace(/^\/office\/data/, '')
    return officeData(await callOf(app, context), decodedPath(path))
  })
  http.post('/office/act/:name', async (context) => {
    const name = context.req.param('name')
    return officeAct(await callOf(app, context, name), name)
  })
  http.get('/office/events', async (context) => {
    // Every open page listens, and listens again, with nobody at it.
    const member = await memberOf(app, context.req.raw, { renews: false })
    if (member === null) return context.text('Unauthorized\n', 401)
    return isOfAnother(context.req.raw, member) ? context.text('Conflict\n', 409) : officeEvents(app, member)
  })
  http.get('/office/piece-page/:id/:locale', async (context) => {
    const { raw } = context.req
    const { id, locale } = context.req.param()
    // Drawn anew while somebody types, and when what was typed is kept: those requests say that somebody is there.
    const member = await memberOf(app, raw, { renews: false })
    if (member && isOfAnother(raw, member))
      return context.text('Conflict\n', 409, { 'cache-control': 'no-store' })
    return piecePreview(app, member, drawPage, { id, locale, origin: new URL(raw.url).origin })
  })
  http.get('/office/request-page/:number', async (context) => {
    const { raw } = context.req
    const member = await memberOf(app, raw, { renews: false })
    if (member && isOfAnother(raw, member))
      return context.text('Conflict\n', 409, { 'cache-control': 'no-store' })
    const { number } = context.req.param()
    return requestPreview(app, member, drawPage, { number, origin: new URL(raw.url).origin })
  })
  // Whoever knows the link: calendar programs sign in nowhere.
  http.get('/office/calendar/:file', (context) => feedAnswer(app, context.req.param('file')))
  const page = async (context: Context) => {
    const member = await memberOf(app, context.req.raw)
    const locale = member?.locale ?? negotiateLocale(context.req.raw.headers, app.env.DEFAULT_LOCALE)
    return context.html(shell(files(), locale, member), 200, {
      'cache-control': 'no-store',
      'content-security-policy': policyOf(app.env),
      'referrer-policy': 'same-origin',
      vary: 'cookie, accept-language',
    })
  }
  http.get('/office', page)
  // One address: the router in the browser would take the other one for another page.
  http.get('/office/', (context) => context.redirect(`/office${new URL(context.req.url).search}`, 301))
  http.get('/office/*', page)
  http.all('*', (context) => context.text('Method Not Allowed\n', 405, { allow: 'GET, HEAD' }))
  return http
}

async function callOf(app: App, context: Context, action?: string) {
  const { raw } = context.req
  const { TRUST_PROXY } = app.env
  return {
    app,
    request: raw,
    member: await memberOf(app, raw, { renews: !isByItself(raw, action) }),
    client: clientPseudonym(clientAddress(context, TRUST_PROXY), app.secret, TRUST_PROXY),
  }
}

/** Who is signed in, by the cookie of the session. */
async function memberOf(
  { db }: App,
  request: Request,
  { renews = true }: { renews?: boolean } = {},
): Promise<SignedIn | null> {
  const token = parseCookie(request.headers.get('cookie') ?? '')[sessionCookieName]
  return token ? findSession(db, token, { renews }) : null
}

/** What no escape means is left as it is. */
function decodedPath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Scripts, styles and data of our own alone; photos are looked at before they are sent (`blob:`). Pages are previewed in a
 * frame, at the shop's own address, which may be another one than that of the office.
 */
const policyOf = ({ SITE_URL }: App['env']) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src 'self' ${new URL(SITE_URL).origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

const words: Record<Locale, OfficeMessages['office']['frame']> = { de, en }

function shell({ script, styles }: Files, locale: Locale, member: SignedIn | null): string {
  const t = words[locale]
  const shown = member && { ...pick(member) }
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<meta name="robots" content="noindex"><title>${t.title}</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...styles.map((file) => `<link rel="stylesheet" href="/office/${file}">`),
    `<script type="module" src="/office/${script}"></script></head>`,
    `<body><div id="office"></div><noscript><p class="sign-in-page">${t.withoutScript}</p></noscript>`,
    `<script type="application/json" id="member">${JSON.stringify(shown).replaceAll('<', '\\u003c')}</script>`,
    '</body></html>',
  ].join('')
}

const pick = ({ id, name, email, role, locale }: SignedIn) => ({ id, name, email, role, locale })

export const isOfficePath = (pathname: string): boolean =>
  pathname === '/office' || pathname.startsWith('/office/')
