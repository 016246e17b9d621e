import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { readForm } from '#app/forms/read-form.ts'
import { formatClock } from '#app/language/formats.ts'
import { type Locale, localeOfPage } from '#app/language/locales.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import { findAppointment, pieceName } from '#app/shop/appointments/appointment.ts'
import {
  type ChangedByVisitor,
  cancelByVisitor,
  isToken,
  moveByVisitor,
} from '#app/shop/appointments/viewing.ts'
import { wantedTime } from '#app/shop/appointments/viewing-form.ts'
import { piecesOnSale, placesToMoveTo } from '#app/shop/appointments/viewing-places.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { branchAddress } from '#app/shop/settings/branch-address.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { validationFailed } from '../error-answers.ts'
import { Head } from '../Head.tsx'
import type { PageMeta } from '../page-meta.ts'
import { visitChoice } from '../sell-request/visit-choice.ts'
import { useLocale, useShell } from '../shell-data.ts'
import type { Route } from './+types/appointment-page.ts'
import { viewingQuery } from './asked-viewing.ts'
import { choiceQuery, DayChoice, sayDay, Times } from './TimeChoice.tsx'

/** Neither caches nor other sites learn of a page that its address alone protects. */
const privately = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

const deeds = ['booked', 'moved', 'cancelled'] as const

/** The appointment behind a token: whoever knows it may move or cancel it. What was typed when it was made is not shown. */
export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [{ db, env }, now] = [app, app.now()]
  const locale = localeOfPage(url.pathname)
  const found = isToken(params.token) ? await findAppointment(db, { token: params.token }, now) : null
  if (!found) throw validationFailed(request)
  const settings = await currentSettings(db)
  const branch = settings.branches.find(({ id }) => id === found.branchId)
  const isOpen = found.state === 'ahead' && found.startsAt > now
  const choice = isOpen
    ? await visitChoice(db, settings, {
        ...{ query: url.searchParams, wanted: found.branchId, now, except: found.id },
        only: await placesToMoveTo(db, found, { settings, now }),
      })
    : null
  const onSale = isOpen
    ? []
    : await piecesOnSale(
        db,
        found.pieces.map(({ id }) => id),
        settings,
      )
  const [first, ...others] = onSale.map(({ id }) => id)
  const { kind } = found
  const address = (each: Locale) => pathTo(each, 'appointment', { token: params.token })
  const meta: PageMeta = {
    title: null,
    addresses: { de: address('de'), en: address('en') },
    index: false,
    secret: true,
  }
  const asked = url.searchParams.get('done')
  return data(
    {
      meta,
      state: isOpen
        ? ('open' as const)
        : found.state === 'cancelled'
          ? ('cancelled' as const)
          : ('over' as const),
      day: germanDay(found.startsAt),
      startsAt: found.startsAt.toISOString(),
      reason: found.cancelReason,
      branch: branch ? branchAddress(branch) : null,
      video: kind === 'video' ? { link: found.state === 'ahead' ? found.videoLink : null } : null,
      pieces: found.pieces.map((piece) => ({
        id: piece.id,
        name: pieceName(piece, locale),
        href: pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id }),
      })),
      again:
        first === undefined
          ? null
          : `${pathTo(locale, 'viewing', { id: first })}?${new URLSearchParams(
              viewingQuery({ kind: kind === 'video' ? kind : 'viewing', also: others }),
            )}`,
      file: isOpen
        ? `${env.API_URL}/appointments/${params.token}/${locale === 'de' ? 'termin' : 'appointment'}.ics`
        : null,
      choice,
      isChoosing: choice?.open ?? false,
      done: deeds.find((deed) => deed === asked) ?? null,
    },
    { headers: privately },
  )
}

type Problem = {
  reason: Exclude<Extract<ChangedByVisitor, { ok: false }>['reason'], 'no-such-appointment'> | 'missing'
}

/** Another time, or none. Every step may come twice and takes effect once. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { db } = context.get(appContext)
  const settings = await currentSettings(db)
  const form = await readForm(request)
  const isCancel = form.get('step') === 'cancel'
  const time = wantedTime(form)
  const again = (reason: Problem['reason'], status: number) =>
    formAgain<Problem>({ reason }, { status, headers: { 'cache-control': 'no-store' } })
  if (!isCancel && time === null) return again('missing', 422)
  const changed =
    isCancel || time === null
      ? await cancelByVisitor(db, params.token, { settings })
      : await moveByVisitor(db, params.token, time, { settings })
  if (changed.ok) {
    const locale = localeOfPage(new URL(request.url).pathname)
    const address = pathTo(locale, 'appointment', { token: params.token })
    return redirect(`${address}?done=${isCancel ? 'cancelled' : 'moved'}`, 303)
  }
  if (changed.reason === 'no-such-appointment') throw validationFailed(request)
  return again(changed.reason, 409)
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function AppointmentPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('viewing')
  const locale = useLocale()
  const { contact } = useShell()
  const { meta, state, day, startsAt, branch, video, pieces, again, file, choice, done, reason } = loaderData
  const said = useAnswerFocus(actionData ?? done)
  const title = t(`own.${state}`)
  return (
    <div className="wrap py-10 lg:py-16">
      <Head meta={{ ...meta, title }} />
      <div className="max-w-2xl">
        {actionData ? (
          <p {...said} role="alert" className="mb-8 border-danger border-l-2 pl-4 outline-none">
            {t(`own.problem.${actionData.reason}`)}
          </p>
        ) : (
          done && (
            <p {...said} role="status" className="mb-8 border-green border-l-2 pl-4 outline-none">
              {t(`own.done.${done}`)}
            </p>
          )
        )}
        <h1 className="text-step-4">{title}</h1>
        <p className={`num mt-5 text-step-1 ${state === 'cancelled' ? 'line-through' : 'font-medium'}`}>
          {t('own.when', { day: sayDay(day, locale), time: formatClock(startsAt, locale) })}
        </p>
        {reason && <p className="mt-3">{t('own.reason', { reason })}</p>}
        {video && (
          <div className="mt-3 grid justify-items-start gap-2">
            <p>{t(state === 'open' ? (video.link ? 'own.video' : 'own.videoLater') : 'kinds.video')}</p>
            {video.link && (
              <a href={video.link} className="button" rel="noreferrer" data-native="">
                {t('own.join')}
              </a>
            )}
          </div>
        )}
        {branch && video && (
          <p className="mt-3">
            {t('own.calledFrom', { branch: branch.name })}{' '}
            <a href={phoneLink(branch.phone)} className="link num inline-flex min-h-11 items-center">
              {branch.phone}
            </a>
          </p>
        )}
        {branch && !video && (
          <address className="mt-3 not-italic">
            {branch.name}
            <br />
            {branch.street}, {branch.postalCode} {branch.city}
            <br />
            <a href={phoneLink(branch.phone)} className="link num inline-flex min-h-11 items-center">
              {branch.phone}
            </a>
          </address>
        )}
        {pieces.length > 0 && (
          <ul className="mt-3" aria-label={t('pieces')}>
            {pieces.map((piece) => (
              <li key={piece.id}>
                <a href={piece.href} className="link inline-flex min-h-11 items-center">
                  {piece.name}
                </a>
              </li>
            ))}
          </ul>
        )}
        {file && (
          <p className="mt-3">
            <a href={file} download="" className="button button-quiet">
              {t('own.file')}
            </a>
          </p>
        )}
        {again && (
          <p className="mt-6">
            <a href={again} className="button">
              {t('own.again')}
            </a>
          </p>
        )}
        {choice && (
          <div className="mt-8 grid gap-6">
            <details open={loaderData.isChoosing || Boolean(actionData)}>
              <summary className="link inline-flex min-h-11 items-center">{t('own.move')}</summary>
              <div className="mt-3 grid gap-6">
                {choice.branches.length === 0 && <p>{t('own.none', { phone: contact.phone })}</p>}
                <DayChoice choice={choice} />
                {choice.day !== null && choice.branchId !== null && (
                  <form
                    method="post"
                    action={choiceQuery({}, choice.branchId, choice.day)}
                    className="grid gap-4 justify-items-start"
                  >
                    <Times choice={choice} />
                    <button type="submit" name="step" value="move" className="button">
                      {t('own.moveNow')}
                    </button>
                  </form>
                )}
              </div>
            </details>
            <details>
              <summary className="link inline-flex min-h-11 items-center">{t('own.cancel')}</summary>
              <form method="post" className="mt-3 grid justify-items-start gap-3">
                <p>{t('own.cancelHint')}</p>
                <button type="submit" name="step" value="cancel" className="button button-quiet">
                  {t('own.cancelNow')}
                </button>
              </form>
            </details>
          </div>
        )}
        <p className="mt-10 text-ink-soft text-step--1">{t('own.private')}</p>
      </div>
    </div>
  )
}
