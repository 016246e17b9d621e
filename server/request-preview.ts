import { RouterContextProvider } from 'react-router'
import { type App, appContext, asPageContext } from '#app/app-context.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { SignedIn } from '#app/office/answer.ts'
import { logNotAllowed } from '#app/office/log-refusal.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { requestWithDraft } from '#app/shop/buying/staff-request.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { previewedRequestContext } from '#app/storefront/sell-request/previewed-request.ts'
import { withItsPage } from '#app/whole-page.ts'
import { type DrawPage, said, withoutScripts } from './piece-preview.ts'

/** Whose page nobody has: what is drawn at it comes from the draft alone. */
const nobody = 'preview'.padEnd(24, '-')

/**
 * The seller's own page of a request as they will see it once the offer that is being written is sent: without its scripts,
 * and without the key that their real page has.
 */
export async function requestPreview(
  app: App,
  member: SignedIn | null,
  drawPage: DrawPage,
  { number, origin }: { number: string; origin: string },
): Promise<Response> {
  if (member === null) return said(401, 'Unauthorized')
  if (!may(member.role, 'purchases.change')) {
    logNotAllowed(app.log, member, 'the preview of a request', 'purchases.change')
    return said(403, 'Forbidden')
  }
  const now = app.now()
  const [current, settings] = await Promise.all([currentPrices(app.db, now), currentSettings(app.db)])
  const request = await requestWithDraft(app.db, number, { current, settings, now })
  if (request === null) return said(404, 'Not Found')
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(asPageContext, true)
  context.set(previewedRequestContext, request)
  const path = pathTo('de', 'sell-request', { token: nobody })
  return withoutScripts(withItsPage(await drawPage(new Request(origin + path), context)))
}
