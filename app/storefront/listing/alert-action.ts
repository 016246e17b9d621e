import { data } from 'react-router'
import type { App } from '#app/app-context.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { isForLanguage, wasRefused } from '#app/forms/language-form.ts'
import { parseForm, textsIn } from '#app/forms/parse-form.ts'
import { alertFields, alertState, confirmAlert, leaveAlert } from '#app/shop/enquiries/alerts.ts'
import type { PieceAlertSaved } from '#app/shop/enquiries/piece-alerts.ts'

/** What became of what was asked; each has a message in both languages. */
export type AlertOutcome =
  | 'stored'
  | 'confirmed'
  | 'already'
  | 'expired'
  | 'left'
  | 'unknown'
  | 'invalid-email'
  | Extract<PieceAlertSaved, { ok: false }>['reason']

/** `typed`: nothing was asked, what was typed is shown in the other language. */
export type AlertAnswer = {
  alert: AlertOutcome | 'typed'
  /** What was typed, when it must be typed again. */
  email?: string
}

/**
 * The forms of an alert: to set it up (`email`), and behind a mail's link to confirm or to end it (`token`). A mail
 * program's own button to unsubscribe sends `List-Unsubscribe=One-Click` (RFC 8058) to the mail's link.
 */
export async function answerAlert(
  { db, secret }: Pick<App, 'db' | 'secret'>,
  asked: {
    form: FormData
    token: string | null
    /** Remembers the wish of whoever has this address: for a listing or for a piece. */
    subscribe: (email: string) => Promise<PieceAlertSaved>
    now: Date
  },
) {
  const { form, subscribe, now } = asked
  const token = textsIn(form, 'token')[0] || asked.token || ''
  if (form.has('confirm')) {
    const state = await alertState(db, token, now)
    if (state === 'expired') return data<AlertAnswer>({ alert: state }, { status: 404 })
    const confirmed = await confirmAlert(db, token, now, { secret })
    return answer(confirmed, state === 'confirmed' ? 'already' : 'confirmed')
  }
  if (form.has('leave') || form.has('List-Unsubscribe'))
    return answer(await leaveAlert(db, token, now), 'left')
  const parsed = parseForm(form, alertFields)
  const again = (alert: AlertAnswer['alert']) =>
    formAgain<AlertAnswer>({ alert, email: parsed.given.email ?? '' }, { status: 422 })
  if (isForLanguage(form) && (parsed.ok || !wasRefused(form)))
    return formAgain<AlertAnswer>({ alert: 'typed', email: parsed.given.email ?? '' }, { status: 200 })
  if (!parsed.ok) return again('invalid-email')
  const stored = await subscribe(parsed.value.email)
  return stored.ok ? data<AlertAnswer>({ alert: 'stored' }) : again(stored.reason)
}

function answer(
  done: { ok: true } | { ok: false; reason: 'unknown' },
  became: 'confirmed' | 'already' | 'left',
) {
  return done.ok
    ? data<AlertAnswer>({ alert: became })
    : data<AlertAnswer>({ alert: done.reason }, { status: 404 })
}
