import { type ActionFunctionArgs, redirect } from 'react-router'
import { appContext, clientContext } from '#app/app-context.ts'
import { email, line, optionalLine, optionalText } from '#app/forms/fields.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { fillsHoneypot } from '#app/forms/honeypot.ts'
import { isForLanguage, wasRefused } from '#app/forms/language-form.ts'
import { type FaultsOf, type Given, parseForm } from '#app/forms/parse-form.ts'
import { readForm } from '#app/forms/read-form.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { bookViewing, type ViewingBooked } from '#app/shop/appointments/viewing.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { wantedTime } from './wanted-time.ts'

const fields = {
  name: line(200),
  email: email(320, 'no-email'),
  phone: optionalLine(60),
  about: optionalText(2000),
}
type Faults = FaultsOf<typeof fields> & { time?: 'missing' }
type Refused = Extract<ViewingBooked, { ok: false }>['reason']

/** Why nothing was booked; what was typed comes back. */
export type ViewingProblem = {
  reason: Refused | 'incomplete'
  faults: Faults
  given: Given<keyof typeof fields>
}

/** Somebody chose a time to see a piece: on to the page of their appointment. */
export async function viewingAction({ context, request, params }: ActionFunctionArgs) {
  const locale = localeOfPage(new URL(request.url).pathname)
  const piece = params.id ?? ''
  const form = await readForm(request)
  // Answered as if it had arrived.
  if (fillsHoneypot(form)) return redirect(pathTo(locale, 'viewing', { id: piece }), 303)
  const parsed = parseForm(form, fields)
  const time = wantedTime(form)
  const faults: Faults = {
    ...(time === null && { time: 'missing' }),
    ...(!parsed.ok && parsed.faults),
  }
  const again = (reason: ViewingProblem['reason'], status: number, headers: HeadersInit = {}) =>
    formAgain<ViewingProblem>(
      { reason, faults: status === 200 ? {} : faults, given: parsed.given },
      { status, headers: { 'cache-control': 'no-store', ...headers } },
    )
  const isShownOnly = isForLanguage(form)
  if (!parsed.ok || time === null || isShownOnly)
    return again('incomplete', isShownOnly && !wasRefused(form) ? 200 : 422)
  const { db } = context.get(appContext)
  const booked = await bookViewing(
    db,
    { piece, ...time, ...parsed.value, about: parsed.value.about || null },
    { locale, client: context.get(clientContext), settings: await currentSettings(db) },
  )
  if (booked.ok) return redirect(`${pathTo(locale, 'appointment', { token: booked.token })}?done=booked`, 303)
  return booked.reason === 'too-many'
    ? again(booked.reason, 429, { 'retry-after': String(booked.retryAfter) })
    : again(booked.reason, 409)
}
