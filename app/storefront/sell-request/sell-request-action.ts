import { data, redirect } from 'react-router'
import { type App, appContext, clientContext } from '#app/app-context.ts'
import type { ErrorAnswer } from '#app/error-answer.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { readForm } from '#app/forms/read-form.ts'
import { cleanText } from '#app/language/clean-text.ts'
import { pathTo } from '#app/language/route-table.ts'
import { FormFault, isMultipart, readMultipart } from '#app/platform/multipart.ts'
import { bookAppointment } from '#app/shop/buying/appointments.ts'
import { answerOffer } from '#app/shop/buying/offer.ts'
import { writeAsSeller } from '#app/shop/buying/sell-messages.ts'
import { reportParcel } from '#app/shop/buying/sell-parcels.ts'
import { addSellPhoto, type SellPhotoAdded } from '#app/shop/buying/sell-request-photos.ts'
import { endBySeller } from '#app/shop/buying/staff-steps.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { validationFailed } from '../error-answers.ts'
import type { Route } from './+types/sell-request-page.ts'

/** What was done, in the page's query after it. */
export const deeds = [
  'sent',
  'accepted',
  'declined',
  'message',
  'countered',
  'photos',
  'booked',
  'parcel',
  'ended',
] as const
export type Deed = (typeof deeds)[number]

type Failed<Result> = Extract<Result, { ok: false }> extends { reason: infer Reason } ? Reason : never
type Refusal = Exclude<
  | Failed<Awaited<ReturnType<typeof answerOffer>>>
  | Failed<Awaited<ReturnType<typeof writeAsSeller>>>
  | Failed<Awaited<ReturnType<typeof bookAppointment>>>
  | Failed<Awaited<ReturnType<typeof reportParcel>>>
  | 'no-photo'
  | 'unreadable',
  'no-such-request'
>
type RefusedPhoto = { name: string; reason: Extract<SellPhotoAdded, { ok: false }>['reason'] }

/** Why what was asked did not happen; what was typed comes back. */
export type SellProblem = {
  reason: Refusal | null
  refused: RefusedPhoto[]
  given: { text: string; carrier: string; code: string; amount: string; words: string }
}

/** What somebody asks for on their own page. Every step may come twice and takes effect once. */
export async function answerSeller({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { token } = params
  if (isMultipart(request)) return addPhotos(app, request, token, context.get(clientContext))
  const form = await readForm(request)
  const done = await take(app, token, form)
  return done.ok ? onward(token, done.deed) : problem(request, done.reason, form)
}

type Taken = { ok: true; deed: Deed } | { ok: false; reason: Refusal | 'no-such-request' | 'not-agreed' }

async function take({ db }: App, token: string, form: FormData): Promise<Taken> {
  const settings = await currentSettings(db)
  const outcome = <Reason extends Refusal | 'no-such-request' | 'not-agreed'>(
    result: { ok: true } | { ok: false; reason: Reason },
    deed: Deed,
  ): Taken => (result.ok ? { ok: true, deed } : result)
  switch (text(form, 'step')) {
    case 'accept':
    case 'decline': {
      const offer = Number(text(form, 'offer'))
      if (!Number.isSafeInteger(offer)) return { ok: false, reason: 'no-such-offer' }
      const answer = text(form, 'step') === 'accept' ? 'accepted' : 'declined'
      return outcome(await answerOffer(db, { token }, { offer, answer, settings }), answer)
    }
    case 'message': {
      const submission = text(form, 'submission')
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(submission))
        return { ok: false, reason: 'unreadable' }
      return outcome(
        await writeAsSeller(db, token, { text: text(form, 'text'), submission, settings }),
        'message',
      )
    }
    case 'counter': {
      const submission = text(form, 'submission')
      const offer = Number(text(form, 'offer'))
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(submission) || !Number.isSafeInteger(offer))
        return { ok: false, reason: 'unreadable' }
      const cents =
        readAmount(
          text(form, 'amount')
            .replace(/(€|euros?|eur)\s*$/i, '')
            .trim(),
        ) ?? 0
      return outcome(
        await writeAsSeller(db, token, {
          text: text(form, 'words'),
          submission,
          settings,
          counter: { offer, cents },
        }),
        'countered',
      )
    }
    case 'book': {
      // The time carries its branch: what the page's query says may be older.
      const [branchId = '', at = ''] = text(form, 'time').split('|')
      const startsAt = new Date(at)
      if (branchId === '' || Number.isNaN(startsAt.getTime())) return { ok: false, reason: 'no-such-branch' }
      return outcome(await bookAppointment(db, { token }, { branchId, startsAt, settings }), 'booked')
    }
    case 'parcel': {
      const parcel = { carrier: text(form, 'carrier'), code: text(form, 'code') }
      return outcome(await reportParcel(db, token, parcel), 'parcel')
    }
    case 'end': {
      const ended = await endBySeller(db, token, { settings })
      return ended.ok || ended.reason === 'no-such-request' || ended.reason === 'not-possible'
        ? outcome(ended as { ok: true } | { ok: false; reason: 'no-such-request' | 'not-possible' }, 'ended')
        : { ok: false, reason: 'not-possible' }
    }
    default:
      return { ok: false, reason: 'unreadable' }
  }
}

/** Ten photos of the largest size. */
const limits = { total: 256 * 1024 * 1024, field: 4096, parts: 20 }

async function addPhotos({ db, files }: App, request: Request, token: string, client: string | null) {
  const refused: RefusedPhoto[] = []
  let added = 0
  try {
    for await (const part of readMultipart(request, limits)) {
      if (part.kind === 'field' || part.fileName === '') continue
      const photo = await addSellPhoto(db, files, { request: token }, { stream: part.stream, client })
      if (photo.ok) added += 1
      else refused.push({ name: part.fileName.slice(0, 120), reason: photo.reason })
    }
  } catch (error) {
    if (!(error instanceof FormFault)) throw error
    throw data<ErrorAnswer>({ message: error.message, fatal: false }, { status: error.status })
  }
  if (refused.length > 0) return answerProblem({ reason: null, refused, given: nothing }, 422)
  return added > 0
    ? onward(token, 'photos')
    : answerProblem({ reason: 'no-photo', refused, given: nothing }, 422)
}

const nothing = { text: '', carrier: '', code: '', amount: '', words: '' }

/** Afterwards a reload shows the page and sends nothing. */
function onward(token: string, deed: Deed) {
  return redirect(`${pathTo('de', 'sell-request', { token })}?done=${deed}`, 303)
}

function problem(request: Request, reason: Refusal | 'no-such-request' | 'not-agreed', form: FormData) {
  if (reason === 'no-such-request') throw validationFailed(request)
  const given = {
    text: text(form, 'text'),
    carrier: text(form, 'carrier'),
    code: text(form, 'code'),
    amount: text(form, 'amount'),
    words: text(form, 'words'),
  }
  const shown = reason === 'not-agreed' ? 'not-possible' : reason
  return answerProblem({ reason: shown, refused: [], given }, reason === 'too-often' ? 429 : 409)
}

function answerProblem(answer: SellProblem, status: number) {
  return formAgain<SellProblem>(answer, { status, headers: { 'cache-control': 'no-store' } })
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? cleanText(value) : ''
}
