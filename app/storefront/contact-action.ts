import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { appContext } from '#app/app-context.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { parseContact, receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { notFound } from './not-found.ts'

/** The contact form, wherever an editor has put it: stored, then on to the page that says so. */
export async function contactAction({ context, request, url }: ActionFunctionArgs) {
  const locale = localeOfPath(url.pathname)
  if (locale === null) throw notFound(request)
  const parsed = parseContact(await request.formData())
  if (!parsed.ok && parsed.reason === 'incomplete') {
    return data({ contact: { fields: parsed.fields, given: parsed.given } }, { status: 422 })
  }
  if (parsed.ok) await receiveMessage(context.get(appContext).db, parsed.message, locale)
  return redirect(pathTo(locale, 'contact-success'), 303)
}
