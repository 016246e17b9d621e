import { RouterContextProvider } from 'react-router'
import { type App, appContext, asPageContext } from '#app/app-context.ts'
import { isLocale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { SignedIn } from '#app/office/answer.ts'
import { logNotAllowed } from '#app/office/log-refusal.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import { findDraft } from '#app/shop/piece/drafts.ts'
import { previewPage } from '#app/shop/piece/preview.ts'
import { readPieceRow } from '#app/shop/piece/read-piece.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { previewedPieceContext } from '#app/storefront/product/previewed-piece.ts'
import { wholeText, withItsPage } from '#app/whole-page.ts'

/** Draws a page of the shop. */
export type DrawPage = (request: Request, context: RouterContextProvider) => Promise<Response>

/**
 * The page of a piece as customers will see it once the member's draft is saved: the shop's own page, without its scripts,
 * for they would look for the page of another address. Nobody keeps it.
 */
export async function piecePreview(
  app: App,
  member: SignedIn | null,
  drawPage: DrawPage,
  { id, locale, origin }: { id: string; locale: string; origin: string },
): Promise<Response> {
  if (member === null) return said(401, 'Unauthorized')
  if (!may(member.role, 'pieces.see')) {
    logNotAllowed(app.log, member, 'the preview of a piece', 'pieces.see')
    return said(403, 'Forbidden')
  }
  const row = isStockNumber(id) ? await readPieceRow(app.db, id) : null
  if (row === null || !isLocale(locale)) return said(404, 'Not Found')
  const draft = await findDraft(app.db, member, id)
  const piece = await previewPage(app.db, row, { changes: draft?.changes ?? {}, now: app.now() })
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(asPageContext, true)
  context.set(previewedPieceContext, piece)
  const path = pathTo(locale, 'product', { name: piece.slug[locale], id })
  return withoutScripts(withItsPage(await drawPage(new Request(origin + path), context)))
}

/** What a sandboxed page may do: the office keeps its place when it is drawn anew; what it links to opens elsewhere. */
const sandbox = 'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Left out, for a browser complains of each that it may not run. */
const scripts = /<script\b[\s\S]*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>/g

/** A page that is looked at within the office: nothing of it runs, and what it links to opens elsewhere. */
export function withoutScripts(page: Response): Response {
  const policy = page.headers.get('content-security-policy')?.replace(/script-src [^;]*/, "script-src 'none'")
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': [sandbox, policy].filter(Boolean).join('; '),
    'content-type': page.headers.get('content-type') ?? 'text/plain; charset=utf-8',
  }
  return new Response(
    wholeText(page)
      ?.replace(scripts, '')
      .replace(/<a (?=[^>]*href="[^#])/g, '<a target="_blank" '),
    { status: page.status, headers },
  )
}

/** A refusal in plain words. */
export function said(status: number, words: string): Response {
  return new Response(`${words}\n`, {
    status,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  })
}
