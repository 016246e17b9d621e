import { lazy, Suspense } from 'react'
import { redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { type App, appContext } from '#app/app-context.ts'
import { matchRoute, pathTo } from '#app/language/route-table.ts'
import { findListing, listingVocabulary } from '#app/shop/catalogue/listing.ts'
import { isUnfiltered } from '#app/shop/catalogue/listing-filters.ts'
import {
  listingHref,
  listingPath,
  parseListingPath,
  parseListingQuery,
} from '#app/shop/catalogue/listing-path.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import { Breadcrumbs } from '#app/ui/Breadcrumbs.tsx'
import { byPlace } from '#app/ui/by-place.ts'
import type { Route } from './+types/listing.ts'
import { Head } from './Head.tsx'
import { type AlertAnswer, answerAlert } from './listing/alert-action.ts'
import { departmentIntro } from './listing/department-intro.ts'
import { describeListing, openedFacets } from './listing/describe-listing.ts'
import { FacetPanel } from './listing/FacetPanel.tsx'
import { FilterSheet } from './listing/FilterSheet.tsx'
import { listingHeading } from './listing/heading.ts'
import type { Intro, ListingView } from './listing/listing-view.ts'
import { Results } from './listing/Results.tsx'
import { filtersFromRangeForm } from './listing/range-query.ts'
import { listingWords } from './listing/words.ts'
import { validationFailed } from './not-found.ts'
import type { PageMeta } from './page-meta.ts'
import { readForm } from './read-form.ts'
import { itemList, trailOf } from './structured-data/page-graph.ts'
import { describePage } from './structured-data/thing.ts'

const AlertDecision = lazy(async () => ({ default: (await import('./listing/AlertForm.tsx')).AlertDecision }))

const noIntro: Awaited<ReturnType<typeof departmentIntro>> = { text: [] }

/** The filters that a listing's address names. @throws a redirect to the better address, or the fatal 404 */
async function filtersOf(app: App, request: Request, url: URL) {
  const match = matchRoute(url.pathname)
  if (!match) throw validationFailed(request)
  const { locale, rest: segments } = match
  const department: Department = match.name === 'watches' ? 'watches' : 'jewelry'
  const vocabulary = await listingVocabulary(app.db)
  const parsed = parseListingPath({ locale, department, segments }, vocabulary)
  if (parsed.kind === 'unknown') throw validationFailed(request)
  if (parsed.kind === 'redirect') {
    throw redirect(pathTo(locale, department, { rest: parsed.segments }) + url.search, 301)
  }
  return { locale, department, filters: parsed.filters, vocabulary }
}

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { locale, department, filters, vocabulary } = await filtersOf(app, request, url)
  const { sort, page } = parseListingQuery(url.searchParams)
  const narrowed = filtersFromRangeForm(filters, url.searchParams)
  if (narrowed) throw redirect(listingHref(locale, narrowed, { sort }))

  const plain = isUnfiltered(filters) && page === 1
  const [listing, intro] = await Promise.all([
    findListing(app.db, filters, { sort, page, now: new Date() }),
    plain ? departmentIntro(app, locale, department) : noIntro,
  ])
  if (page > listing.pages) throw redirect(listingHref(locale, filters, { sort, page: listing.pages }))

  const alertToken = url.searchParams.get('alert')?.slice(0, 64) ?? null
  const heading = listingHeading(filters, vocabulary, locale)
  const words = listingWords(locale)
  const what = words(`departments.${department}`)
  const numbered = page === 1 ? heading : words('page', { heading, page })
  // Who searches for these words elsewhere more often finds new ones.
  const named = page === 1 && listing.indexable ? words('title', { heading }) : numbered
  const meta: PageMeta = {
    title: isUnfiltered(filters) && page === 1 ? words('department', { what }) : named,
    description: intro.description ?? words('description', { heading: numbered, count: listing.total }),
    addresses: { de: listingPath('de', filters), en: listingPath('en', filters) },
    query: page === 1 ? undefined : `page=${page}`,
    index: listing.indexable && alertToken === null,
  }
  const view: ListingView = {
    heading,
    intro: intro.text,
    ...(alertToken !== null && { alertToken }),
    ...describeListing(listing, { locale, vocabulary, opened: openedFacets(url.searchParams) }),
  }
  describePage(context, {
    page: 'CollectionPage',
    trail: [...trailOf(view.crumbs, locale), { name: heading, path: view.path }],
    things: [
      itemList(
        app.env.SITE_URL,
        view.pieces.map(({ href }) => href),
      ),
    ],
  })
  return { meta, listing: view }
}

/** Alerts: set up, confirmed and ended here. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { locale, filters } = await filtersOf(app, request, url)
  const [form, token] = [await readForm(request), url.searchParams.get('alert')]
  return answerAlert(app, { form, token, filters, locale, now: new Date() })
}

export default function Listing({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('listing')
  const { meta, listing } = loaderData
  return (
    <div className="wrap pb-8">
      <Head meta={meta} />
      {listing.crumbs.length > 0 && <Breadcrumbs crumbs={listing.crumbs} />}
      <h1 className={`text-step-4 ${listing.crumbs.length > 0 ? 'pt-1' : 'pt-8 lg:pt-12'}`}>
        {listing.heading}
      </h1>
      <Introduction paragraphs={listing.intro} />
      {(listing.alertToken !== undefined || (actionData && decided.has(actionData.alert))) && (
        <Suspense>
          <AlertDecision listing={listing} answer={actionData} token={listing.alertToken ?? ''} />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-8 pt-4 pb-4 lg:pb-6">
        <p role="status" className="num py-2 text-ink-soft">
          {t(listing.department === 'watches' ? 'countWatches' : 'countJewelry', {
            count: listing.total,
            reserved: listing.reserved,
          })}
        </p>
        {listing.total > 1 && <Sorts listing={listing} />}
        <FilterSheet listing={listing} />
      </div>
      <div className="grid gap-[clamp(2rem,4vw,4.5rem)] lg:grid-cols-[248px_minmax(0,1fr)]">
        <aside id="filters" aria-label={t('filters')} className="filters">
          <a href="#results" className="link inline-flex min-h-11 items-center lg:hidden">
            {t('closeFilters')}
          </a>
          <h2 className="sr-only">{t('filters')}</h2>
          <FacetPanel listing={listing} />
        </aside>
        <Results listing={listing} answer={actionData} />
      </div>
    </div>
  )
}

/** What a decision behind a mail's link leads to. */
const decided: ReadonlySet<string> = new Set<AlertAnswer['alert']>(['confirmed', 'left', 'unknown'])

function Introduction({ paragraphs }: { paragraphs: Intro }) {
  return byPlace(paragraphs, (parts) => (
    <p className="max-w-prose pt-4 text-ink-soft">
      {parts.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={part.href} href={part.href} className="link">
            {part.text}
          </a>
        ),
      )}
    </p>
  ))
}

function Sorts({ listing }: { listing: ListingView }) {
  const t = useTranslations('listing')
  return (
    <nav aria-label={t('sort')} data-keep-scroll="">
      <ul className="sorts flex flex-wrap gap-x-5 text-step--1">
        {listing.sorts.map(({ sort, href }) => (
          <li key={sort}>
            <a
              href={href}
              aria-current={sort === listing.sort ? 'true' : undefined}
              rel={sort === 'newest' ? undefined : 'nofollow'}
            >
              {t(sort)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
