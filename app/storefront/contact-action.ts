import { type ActionFunctionArgs, redirect } from 'react-router'
import { appContext, clientContext } from '#app/app-context.ts'
import type { FormAnswer } from '#app/blocks/form/form-answer.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { isForLanguage, wasRefused } from '#app/forms/language-form.ts'
import { readForm } from '#app/forms/read-form.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { parseContact, receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { messageSentCookie } from '#app/shop/enquiries/message-sent.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { notFound } from './error-answers.ts'

/** The contact form, wherever an editor has put it: stored, then on to the page that says so. */
export async function contactAction({ context, request, url }: ActionFunctionArgs) {
  const locale = localeOfPath(url.pathname)
  if (locale === null) throw notFound(request)
  const form = await readForm(request)
  const parsed = parseContact(form)
  if (isForLanguage(form) && (parsed.ok || (parsed.reason === 'incomplete' && !wasRefused(form)))) {
    const contact = { reason: 'incomplete' as const, faults: {}, given: parsed.given }
    return formAgain<FormAnswer>({ contact }, { status: 200 })
  }
  if (!parsed.ok && parsed.reason === 'incomplete') {
    const { reason, faults, given } = parsed
    return formAgain<FormAnswer>({ contact: { reason, faults, given } }, { status: 422 })
  }
  const { db, env } = context.get(appContext)
  if (parsed.ok) {
    const received = await receiveMessage(db, parsed.message, {
      locale,
      client: context.get(clientContext),
      settings: await currentSettings(db),
    })
    if (!received.ok) {
      const contact = { reason: received.reason, faults: {}, given: parsed.given }
      return formAgain<FormAnswer>(
        { contact },
        { status: 429, headers: { 'retry-after': String(received.retryAfter) } },
      )
    }
  }
  return redirect(pathTo(locale, 'contact-success'), {
    status: 303,
    headers: { 'set-cookie': messageSentCookie(env.SITE_URL.startsWith('https:')) },
  })
}
