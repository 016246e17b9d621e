import { type ActionFunctionArgs, redirect } from 'react-router'
import { appContext, clientContext } from '#app/app-context.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { isForLanguage, wasRefused } from '#app/forms/language-form.ts'
import { readForm } from '#app/forms/read-form.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { bookViewing, type ViewingBooked } from '#app/shop/appointments/viewing.ts'
import { parseViewing, type ViewingFaults, type ViewingGiven } from '#app/shop/appointments/viewing-form.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { askedViewing } from './asked-viewing.ts'

type Refused = Extract<ViewingBooked, { ok: false }>['reason']

/** Why nothing was booked; what was typed comes back. */
export type ViewingProblem = {
  reason: Refused | 'incomplete'
  faults: ViewingFaults
  given: ViewingGiven
}

/** Somebody chose a time to see pieces: on to the page of their appointment. */
export async function viewingAction({ context, request, params }: ActionFunctionArgs) {
  const url = new URL(request.url)
  const locale = localeOfPage(url.pathname)
  const { kind, also } = askedViewing(url.searchParams)
  const piece = params.id ?? ''
  const form = await readForm(request)
  const parsed = parseViewing(form)
  if (!parsed.ok && parsed.reason === 'robot') return redirect(pathTo(locale, 'viewing', { id: piece }), 303)
  const faults = parsed.ok ? {} : parsed.faults
  const again = (reason: ViewingProblem['reason'], status: number, headers: HeadersInit = {}) =>
    formAgain<ViewingProblem>(
      { reason, faults: status === 200 ? {} : faults, given: parsed.given },
      { status, headers: { 'cache-control': 'no-store', ...headers } },
    )
  const isShownOnly = isForLanguage(form)
  if (!parsed.ok || isShownOnly) return again('incomplete', isShownOnly && !wasRefused(form) ? 200 : 422)
  const { db } = context.get(appContext)
  const booked = await bookViewing(
    db,
    { ...parsed.value, kind, pieces: [piece, ...also] },
    { locale, client: context.get(clientContext), settings: await currentSettings(db) },
  )
  if (booked.ok) return redirect(`${pathTo(locale, 'appointment', { token: booked.token })}?done=booked`, 303)
  return booked.reason === 'too-many'
    ? again(booked.reason, 429, { 'retry-after': String(booked.retryAfter) })
    : again(booked.reason, 409)
}
