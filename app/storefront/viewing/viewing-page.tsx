import { data } from 'react-router'
import { useTranslations } from 'use-intl'
import { type App, appContext } from '#app/app-context.ts'
import { type Person, peopleOfBranch } from '#app/blocks/team/people-of-branch.ts'
import { ContentUnavailable } from '#app/content/story.ts'
import { type Locale, localeOfPage } from '#app/language/locales.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import { keptDays } from '#app/shop/appointments/kept-days.ts'
import { mostPieces, type ViewingKind, viewingKinds } from '#app/shop/appointments/kinds.ts'
import { placesOfPieces } from '#app/shop/appointments/viewing-places.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { shownProduct } from '#app/shop/catalogue/product.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import { cartFromCookies } from '#app/shop/checkout/cart-cookie.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { Initials } from '#app/ui/Initials.tsx'
import { validationFailed } from '../error-answers.ts'
import { Head } from '../Head.tsx'
import type { PageMeta } from '../page-meta.ts'
import { visitChoice } from '../sell-request/visit-choice.ts'
import { useLocale, useShell } from '../shell-data.ts'
import type { Route } from './+types/viewing-page.ts'
import { askedViewing, viewingQuery } from './asked-viewing.ts'
import { type PieceToSee, piecesToSee } from './pieces-to-see.ts'
import { DayChoice, sayDay } from './TimeChoice.tsx'
import { ViewingForm } from './ViewingForm.tsx'
import { viewingAction } from './viewing-action.ts'

/** Times are free at this moment alone, and nobody looks for them in a search engine. */
const unkept = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** Where and when a piece can be seen. */
export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [{ db }, now] = [app, app.now()]
  const locale = localeOfPage(url.pathname)
  if (!isStockNumber(params.id)) throw validationFailed(request)
  const [piece, settings] = await Promise.all([shownProduct(db, params.id, now), currentSettings(db)])
  if (piece === null) throw validationFailed(request)
  const query = url.searchParams
  const asked = askedViewing(query)
  const { video } = settings.buying.appointments
  const kind = video ? asked.kind : 'viewing'
  const pieces = await piecesToSee(db, settings, {
    ...{ piece: piece.id, also: asked.also, kind, locale, now },
    // What somebody has in the cart they may want to see as well.
    near: cartFromCookies(request.headers.get('cookie')),
  })
  const also = pieces.filter(({ isChosen }) => isChosen).map(({ id }) => id)
  const places = await placesOfPieces(db, [piece.id, ...also], kind, { settings, now })
  const found =
    places && (await visitChoice(db, settings, { query, wanted: piece.branchId, now, only: places }))
  const choice = found && { ...found, keeps: viewingQuery({ kind, also }) }
  const earliest = places?.find(({ branchId }) => branchId === choice?.branchId)?.earliest
  const branch = kind === 'viewing' && settings.branches.find(({ id }) => id === choice?.branchId)
  const people = branch ? await peopleIn(app, branch.city, locale) : []
  const address = (each: Locale) => pathTo(each, 'viewing', { id: piece.id })
  const name = [piece.brand?.name, piece.name[locale]].filter(Boolean).join(' ')
  const meta: PageMeta = { title: name, addresses: { de: address('de'), en: address('en') }, index: false }
  const href = pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id })
  const brought = earliest ? germanDay(earliest) : null
  return data(
    {
      meta,
      piece: { id: piece.id, name, href },
      ...{ kind, video, pieces, choice, brought, people },
      branch: branch ? branch.name : '',
      forgetDays: keptDays(settings, now),
    },
    { headers: unkept },
  )
}

/** Whoever comes can do without their names while the content service is away. */
async function peopleIn({ stories, env }: App, city: string, locale: Locale): Promise<Person[]> {
  try {
    return await peopleOfBranch(city, { stories, locale, apiUrl: env.API_URL })
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error
    return []
  }
}

export const action = viewingAction

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Viewing({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('viewing')
  const locale = useLocale()
  const { contact } = useShell()
  const { meta, piece, kind, video, pieces, choice, brought, people, branch, forgetDays } = loaderData
  const phone = () => (
    <a href={phoneLink(contact.phone)} className="link num whitespace-nowrap">
      {contact.phone}
    </a>
  )
  return (
    <div className="wrap py-10 lg:py-16">
      <Head meta={{ ...meta, title: t('title', { piece: piece.name, kind }) }} />
      <div className="max-w-2xl">
        <p className="num caps">{t('stockNumber', { id: piece.id })}</p>
        <h1 className="mt-3 text-step-4">{t('title', { piece: piece.name, kind })}</h1>
        <p className="mt-5 mb-8 text-ink-soft text-step-1">{t('lead', { kind })}</p>
        {choice === null && <p className="mb-6">{t('notOnSale')}</p>}
        {choice?.branches.length === 0 && <p className="mb-6">{t.rich('none', { phone })}</p>}
        {choice && choice.branches.length > 0 && (
          <div className="grid gap-8">
            {video && <Kinds kind={kind} pieces={pieces} />}
            <Pieces kind={kind} pieces={pieces} />
            {brought && (
              <p className="border-reserved border-l-2 pl-3">
                {t('brought', { day: sayDay(brought, locale) })}
              </p>
            )}
            <DayChoice choice={choice} />
            {choice.day !== null && (
              <ViewingForm choice={choice} forgetDays={forgetDays} answer={actionData} />
            )}
          </div>
        )}
        {people.length > 0 && <People branch={branch} people={people} />}
        <p className="pt-8">
          <a href={piece.href} className="link inline-flex min-h-11 items-center">
            {t('toPiece')}
          </a>
          {' · '}
          <a
            href={`${pathTo(locale, 'contact')}?piece=${piece.id}`}
            className="link inline-flex min-h-11 items-center"
          >
            {t('ask')}
          </a>
        </p>
      </div>
    </div>
  )
}

/** Who works where the piece will be shown. */
function People({ branch, people }: { branch: string; people: readonly Person[] }) {
  const t = useTranslations('viewing')
  return (
    <section aria-labelledby="people" className="mt-10 border-line border-t pt-6">
      <h2 id="people" className="text-step-1">
        {t('people', { branch })}
      </h2>
      <ul className="grid gap-4 pt-4 sm:grid-cols-2">
        {people.map(({ name, role }) => (
          <li key={name} className="flex items-center gap-4">
            <Initials of={name} />
            <span>
              <span className="block font-[540]">{name}</span>
              <span className="block text-ink-soft text-step--1">{role}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const addressOf = (kind: ViewingKind, also: readonly string[]) =>
  `?${new URLSearchParams(viewingQuery({ kind, also }))}`

const chosenOf = (pieces: readonly PieceToSee[]) =>
  pieces.filter(({ isChosen }) => isChosen).map(({ id }) => id)

/** In a branch, or by video: links, as all steps before the form are. */
function Kinds({ kind, pieces }: { kind: ViewingKind; pieces: readonly PieceToSee[] }) {
  const t = useTranslations('viewing')
  return (
    <nav aria-label={t('kind')}>
      <p className="font-medium">{t('kind')}</p>
      <ul className="mt-1 flex flex-wrap gap-x-8">
        {viewingKinds.map((each) => (
          <li key={each}>
            <a
              href={addressOf(each, chosenOf(pieces))}
              aria-current={each === kind ? 'true' : undefined}
              className={`inline-flex min-h-11 items-center ${each === kind ? 'font-medium' : 'link'}`}
            >
              {t(`kinds.${each}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What else is laid out, and what lies in the cart and may be. */
function Pieces({ kind, pieces }: { kind: ViewingKind; pieces: readonly PieceToSee[] }) {
  const t = useTranslations('viewing')
  if (pieces.length === 0) return null
  const chosen = chosenOf(pieces)
  return (
    <section aria-labelledby="also">
      <h2 id="also" className="font-medium text-step-0">
        {t('also')}
      </h2>
      <ul className="mt-1">
        {pieces.map(({ id, name, isChosen }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-4">
            <span className={isChosen ? 'font-medium' : undefined}>{name}</span>
            {(isChosen || chosen.length < mostPieces - 1) && (
              <a
                href={addressOf(kind, isChosen ? chosen.filter((each) => each !== id) : [...chosen, id])}
                className="link inline-flex min-h-11 items-center"
              >
                {t(isChosen ? 'leaveOut' : 'takeAlong')}
                <span className="sr-only">: {name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
