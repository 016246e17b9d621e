import { lazy, memo, Suspense } from 'react'
import { type ActionFunctionArgs, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { type App, appContext, clientContext } from '#app/app-context.ts'
import { asksForPreview } from '#app/content/preview/preview-query.ts'
import { readForm } from '#app/forms/read-form.ts'
import type { Locale } from '#app/language/locales.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import { indexableNow } from '#app/shop/catalogue/indexable-listings.ts'
import { findListing, listingVocabulary } from '#app/shop/catalogue/listing.ts'
import { countValues, isUnfiltered, type ListingFilters } from '#app/shop/catalogue/listing-filters.ts'
import { listingHeading } from '#app/shop/catalogue/listing-heading.ts'
import { listingPath, parseListingQuery } from '#app/shop/catalogue/listing-path.ts'
import { listingWords } from '#app/shop/catalogue/listing-words.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import { alertState, subscribeAlert } from '#app/shop/enquiries/alerts.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { Breadcrumbs } from '#app/ui/Breadcrumbs.tsx'
import { byPlace } from '#app/ui/by-place.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { validationFailed } from '../error-answers.ts'
import { editOr, findPageStory } from '../find-page-story.ts'
import { fitting, joinFitting, longest, shorterNames, titleRoom, wholeSentences } from '../fit-text.ts'
import { Head } from '../Head.tsx'
import type { PageMeta } from '../page-meta.ts'
import { type Previewable, type PreviewView, previewView } from '../preview-view.ts'
import { describePage } from '../structured-data/json-ld.ts'
import { itemList, trailOf } from '../structured-data/page-graph.ts'
import type { Route } from './+types/listing-page.ts'
import { type AlertAnswer, answerAlert } from './alert-action.ts'
import { departmentIntro, readIntro } from './department-intro.ts'
import { openedFacets } from './describe-facets.ts'
import { describeListing } from './describe-listing.ts'
import { describeMaker, makerOf } from './describe-maker.ts'
import { FacetPanel } from './FacetPanel.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import type { Intro, ListingView } from './listing-view.ts'
import { makerWords } from './maker-words.ts'
import { QuickChoices } from './QuickChoices.tsx'
import { Results } from './Results.tsx'
import { settleListing } from './settle-listing.ts'
import { useChoicesInTurn } from './use-choices-in-turn.ts'

const MakerHead = lazyPart(async () => ({ default: (await import('./MakerParts.tsx')).MakerHead }))
const AlertDecision = lazyPart(async () => ({ default: (await import('./AlertForm.tsx')).AlertDecision }))

/** Not by `Live`: it lies with the code of pages made of blocks, which a listing does without. */
const LivePage = lazy(() => import('../preview/LivePage.tsx'))

const noIntro: Awaited<ReturnType<typeof departmentIntro>> = { text: [] }

/** The filters that a listing's address names. @throws a redirect to the better address, or the fatal 404 */
async function filtersOf(app: App, request: Request, url: URL) {
  const match = matchRoute(url.pathname)
  if (!match) throw validationFailed(request)
  const { locale, rest: segments } = match
  const department: Department = match.name === 'watches' ? 'watches' : 'jewelry'
  const settled = await settleListing(app.db, { locale, department, segments }, url.searchParams)
  if (settled === null) throw validationFailed(request)
  // A page that is gone now may come again.
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (settled.wrong !== null && (settled.wrong === 'path' || reads))
    throw redirect(settled.href, settled.wrong === 'path' ? 301 : 302)
  return { locale, department, filters: settled.filters }
}

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const asked = await filtersOf(app, request, url)
  const { locale, department, filters } = asked
  const plain = isUnfiltered(filters) && parseListingQuery(url.searchParams).page === 1
  const draft = plain ? await draftIntro(app, url, asked) : null
  const intro = draft?.intro ?? (plain ? departmentIntro(app, locale, department) : makerIntro(app, asked))
  const { page, trail, brand } = await listingPage(app, url, asked, intro)
  describePage(context, {
    page: 'CollectionPage',
    ...(brand !== null && { about: { about: { '@type': 'Brand', name: brand } } }),
    trail,
    nodes: [
      itemList(
        app.env.SITE_URL,
        page.listing.pieces.map(({ href }) => href),
      ),
    ],
  })
  return draft ? inPreview(page, draft.shown) : page
}

type Asked = Awaited<ReturnType<typeof filtersOf>>

/** What editors wrote about a maker or a model, on a listing that is about nothing else. */
async function makerIntro(app: App, { locale, filters }: Asked): Promise<typeof noIntro> {
  const { brands, models } = filters
  if (brands.length !== 1 || countValues(filters) > 1 + models.length) return noIntro
  return { text: (await makerWords(app, locale)).get([...brands, ...models].join('/')) ?? [] }
}

/** The introduction as its editor sees it; null for everybody else. */
async function draftIntro(app: App, url: URL, { locale, department }: Asked) {
  if (!asksForPreview(url.searchParams)) return null
  const { found, preview } = await findPageStory(app, url, (options) =>
    app.stories.findStory(locale, department, options),
  )
  if (found === null || preview === null) return null
  const intro = readIntro(app, locale, found, { preview: true })
  return {
    intro: 'unshowable' in intro ? noIntro : intro,
    shown: previewView(preview, found),
  }
}

/** Seen by its editor alone: nothing for search engines. */
function inPreview({ meta, listing }: Omit<View, 'preview'>, preview: PreviewView): View {
  return { meta: { ...meta, index: false }, listing, preview }
}

type Introduced = typeof noIntro

async function listingPage(app: App, url: URL, asked: Asked, introduced: Introduced | Promise<Introduced>) {
  const { locale, filters } = asked
  const now = app.now()
  const [{ listing, heading, described, brand }, intro, { site }] = await Promise.all([
    shownListing(app.db, { locale, filters, query: url.searchParams, now }),
    introduced,
    currentSettings(app.db),
  ])

  const { page } = listing
  const alertToken = url.searchParams.get('alert')?.slice(0, 64) ?? null
  const meta: PageMeta = {
    title: titleOf(listing, heading, { locale, room: titleRoom(site) }),
    description: intro.description
      ? wholeSentences(intro.description, locale)
      : descriptionOf(listing, heading, locale),
    addresses: { de: listingPath('de', filters), en: listingPath('en', filters) },
    query: page === 1 ? undefined : `page=${page}`,
    index: listing.indexable && alertToken === null,
  }
  const view: ListingView = {
    heading,
    intro: intro.text,
    ...(intro.edit && { introEdit: intro.edit }),
    ...(alertToken !== null && { alertToken, alertState: await alertState(app.db, alertToken, now) }),
    ...described,
  }
  const trail = [...trailOf(view.crumbs, locale), { name: heading, path: view.path }]
  return { page: { meta, listing: view }, trail, brand }
}

/** What the listing says of the catalogue: asked again when a piece changes, for most changes lie beside it. */
function shownListing(
  db: App['db'],
  {
    locale,
    filters,
    query,
    now,
  }: { locale: Locale; filters: ListingFilters; query: URLSearchParams; now: Date },
) {
  const { sort, page } = parseListingQuery(query)
  const opened = openedFacets(query)
  return answerPart(async () => {
    const [listing, vocabulary, mayIndex] = await Promise.all([
      findListing(db, filters, { sort, page, now }),
      listingVocabulary(db),
      indexableNow(db),
    ])
    const { indexable, total } = listing
    const asked = { locale, vocabulary, opened, mayIndex }
    const maker = await describeMaker(db, listing, { ...asked, now })
    return {
      listing: { filters, page: listing.page, indexable, total },
      brand: makerOf(filters, vocabulary)?.brand.name ?? null,
      heading: listingHeading(filters, vocabulary, locale),
      described: { ...describeListing(listing, asked), ...(maker && { maker }) },
    }
  })
}

type Shown = Awaited<ReturnType<typeof shownListing>>['listing']

const numberedHeading = ({ page }: Shown, heading: string, locale: Locale) =>
  page === 1 ? heading : listingWords(locale)('page', { heading, page })

function titleOf(
  listing: Shown,
  heading: string,
  { locale, room }: { locale: Locale; room: number },
): string {
  const { filters, indexable, page } = listing
  const words = listingWords(locale)
  if (isUnfiltered(filters) && page === 1)
    return words('department', { what: words(`departments.${filters.department}`) })
  if (!indexable) return numberedHeading(listing, heading, locale)
  // Who searches for these words elsewhere more often finds new ones.
  const used = page === 1 ? [words('title', { heading })] : []
  const shorter = shorterNames(heading).map((name) => numberedHeading(listing, name, locale))
  return fitting([...used, ...shorter], room)
}

function descriptionOf(listing: Shown, heading: string, locale: Locale): string {
  const words = listingWords(locale)
  const { total: count } = listing
  const said = { heading: numberedHeading(listing, heading, locale), count }
  const stock = fitting(
    [words('description.stock', said), words('description.shortStock', said)],
    longest.description,
  )
  return joinFitting([stock, words(count === 0 ? 'description.soldOut' : 'description.delivery')])
}

/** Alerts are set up, confirmed and ended here; and the visual editor sends what it writes of the introduction. */
export const action = editOr(async (app, url, { found, preview }) => {
  const asked = await filtersOf(app, new Request(url), url)
  const intro = readIntro(app, asked.locale, found, { preview: true })
  if ('unshowable' in intro) return intro
  const { page } = await listingPage(app, url, asked, intro)
  return inPreview(page, previewView(preview, found))
}, answerAlertForm)

async function answerAlertForm({ context, request, url }: ActionFunctionArgs) {
  const app = context.get(appContext)
  const { locale, filters } = await filtersOf(app, request, url)
  const [form, token] = [await readForm(request), url.searchParams.get('alert')]
  const by = { client: context.get(clientContext), secret: app.secret }
  const now = app.now()
  return answerAlert(app, {
    form,
    token,
    subscribe: (email) => subscribeAlert(app.db, { email, locale, filters, now }, by),
    now,
  })
}

type View = { meta: PageMeta; listing: ListingView } & Previewable

export default function Listing({ loaderData, actionData }: Route.ComponentProps) {
  const page: View = loaderData
  useChoicesInTurn()
  if (!page.preview) return <Whole page={page} answer={actionData} />
  return (
    <LivePage page={page} preview={page.preview}>
      {(edited) => <Whole page={(edited as View | null) ?? page} answer={actionData} />}
    </LivePage>
  )
}

type WholeProps = { page: View; answer: AlertAnswer | undefined }

/** Drawn when there is something new; the router would have it drawn with each of its steps, as soon as a link is pressed. */
const Whole = memo(function Whole({ page, answer }: WholeProps) {
  const t = useTranslations('listing')
  const { meta, listing } = page
  return (
    <div className="wrap pb-8">
      <Head meta={meta} />
      {listing.crumbs.length > 0 && <Breadcrumbs crumbs={listing.crumbs} />}
      <h1 className={`text-step-4 ${listing.crumbs.length > 0 ? 'pt-1' : 'pt-8 lg:pt-12'}`}>
        {listing.heading}
      </h1>
      <Introduction paragraphs={listing.intro} edit={listing.introEdit} />
      {listing.maker && (
        <Suspense>
          <MakerHead maker={listing.maker} />
        </Suspense>
      )}
      {(listing.alertToken !== undefined || (answer && decided.has(answer.alert))) && (
        <Suspense>
          <AlertDecision listing={listing} answer={answer} token={listing.alertToken ?? ''} />
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
        {listing.facets.length > 0 && (
          <>
            <QuickChoices listing={listing} />
            <FilterSheet listing={listing} />
          </>
        )}
      </div>
      <div
        className={`grid gap-[clamp(2rem,4vw,4.5rem)] ${listing.facets.length > 0 ? 'lg:grid-cols-[248px_minmax(0,1fr)]' : ''}`}
      >
        {listing.facets.length > 0 && (
          <aside id="filters" aria-label={t('filters')} className="filters">
            <a href="#results" className="link inline-flex min-h-11 items-center lg:hidden">
              {t('closeFilters')}
            </a>
            <h2 className="sr-only">{t('filters')}</h2>
            <FacetPanel listing={listing} />
          </aside>
        )}
        <Results listing={listing} answer={answer} />
      </div>
    </div>
  )
})

/** What a decision behind a mail's link leads to. */
const decided: ReadonlySet<string> = new Set<AlertAnswer['alert']>([
  'confirmed',
  'already',
  'expired',
  'left',
  'unknown',
])

function Introduction({ paragraphs, edit }: { paragraphs: Intro; edit: ListingView['introEdit'] }) {
  const editable = edit && { 'data-blok-c': edit.c, 'data-blok-uid': edit.uid }
  return byPlace(paragraphs, (parts) => (
    <p className="max-w-prose pt-4 text-ink-soft" {...editable}>
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
    <nav aria-label={t('sort')} data-keep-scroll="" className="print:hidden">
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
