import { type ComponentType, lazy, memo, Suspense, useMemo } from 'react'
import { redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { localeOfPage, type locales } from '#app/language/locales.ts'
import { shownPhone } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import { answerChangesAt } from '#app/platform/answer-record.ts'
import { unlessBeingRead } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { listingsOfPiece } from '#app/shop/catalogue/listings-of-piece.ts'
import { fullName } from '#app/shop/catalogue/piece-title.ts'
import { shownProduct } from '#app/shop/catalogue/product.ts'
import { similarCards } from '#app/shop/catalogue/similar.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { BelowTheFold } from '#app/ui/BelowTheFold.tsx'
import { Breadcrumbs } from '#app/ui/Breadcrumbs.tsx'
import { useHeart } from '#app/ui/late-heart.ts'
import { ProductCards } from '#app/ui/ProductCards.tsx'
import { validationFailed } from '../error-answers.ts'
import { titleRoom } from '../fit-text.ts'
import { Head } from '../Head.tsx'
import { reached } from '../insight/use-insight.ts'
import type { PageMeta } from '../page-meta.ts'
import { ratingsOfShop } from '../ratings-of-shop.ts'
import { useShell } from '../shell-data.ts'
import { cardImage } from '../social-card/card.ts'
import { cardOfPiece } from '../social-card/contents.ts'
import { describePage } from '../structured-data/json-ld.ts'
import { trailOf } from '../structured-data/page-graph.ts'
import { productJsonLd } from '../structured-data/product-json-ld.ts'
import type { Route } from './+types/product-page.ts'
import { BuyBox } from './BuyBox.tsx'
import { Condition } from './Condition.tsx'
import { Facts } from './Facts.tsx'
import { Gallery } from './Gallery.tsx'
import { previewedPieceContext } from './previewed-piece.ts'
import { type ProductView, shownDescription, shownTitle, shownView } from './product-view.ts'
import { promisesOf, withRatings } from './promises.ts'
import type { SeenPiece } from './recently-seen.ts'
import { TestSheet } from './TestSheet.tsx'
import { Trust } from './Trust.tsx'
import { waysOn } from './ways-on.ts'

const similarCount = 4

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [{ db, env }, now] = [app, app.now()]
  const locale = localeOfPage(url.pathname)
  if (!isStockNumber(params.id)) throw validationFailed(request)
  const previewed = context.get(previewedPieceContext)
  // All at once: one look at the catalogue is for all of them.
  const [piece, settings, similar, listings, ratings] = await Promise.all([
    previewed ?? shownProduct(db, params.id, now),
    currentSettings(db),
    unlessBeingRead(similarCards(db, params.id, { limit: similarCount, now, locale }), []),
    unlessBeingRead(listingsOfPiece(db, params.id, locale), []),
    ratingsOfShop(app, locale),
  ])
  if (piece === null) throw validationFailed(request)
  const address = (each: (typeof locales)[number]) =>
    pathTo(each, 'product', { name: piece.slug[each], id: piece.id })
  // The number is the piece; its name in the address may be old or mistyped.
  if (params.name !== piece.slug[locale]) throw redirect(address(locale) + url.search, 301)

  const [photo] = piece.photos
  const meta: PageMeta = {
    title: shownTitle(piece, locale, titleRoom(settings.site)),
    description: shownDescription(piece, locale),
    addresses: { de: address('de'), en: address('en') },
    index: mayBeIndexed(piece, settings, now),
    image: cardImage(
      locale,
      { kind: 'product', key: piece.id },
      cardOfPiece(piece, settings, locale),
      photo?.alt[locale],
    ),
  }
  const seen: SeenPiece | null = photo
    ? {
        id: piece.id,
        brand: piece.brand?.name ?? null,
        names: [piece.name.de, piece.name.en],
        hrefs: [address('de'), address('en')],
        photo: photo.id,
      }
    : null
  const branch = settings.branches.find(({ id }) => id === piece.branchId)
  const view = shownView(piece, branch, locale)
  const [siteUrl, apiUrl, path] = [env.SITE_URL, env.API_URL, address(locale)]
  describePage(context, {
    page: 'ItemPage',
    trail: [...trailOf(view.crumbs, locale), { name: fullName(piece, locale), path }],
    nodes: [productJsonLd(piece, settings, { siteUrl, apiUrl, locale, path })],
  })
  return {
    meta,
    piece: view,
    byVideo: settings.buying.appointments.video,
    promises: withRatings(
      promisesOf(piece, settings, { now, locale, online: app.payment.payments !== null }),
      ratings,
    ),
    similar,
    ways: waysOn(piece, view.alike, {
      locale,
      phone: shownPhone(settings.contact.phone, locale),
      tradesIn: settings.sell.active,
      hasSimilar: similar.length > 0,
    }),
    // What stands above the piece already is not said again.
    listings: listings.filter(({ href }) => !view.crumbs.some((crumb) => crumb.href === href)),
    seen,
  }
}

const day = 86_400_000

/**
 * Sold, a piece keeps its page for good, but after a while nobody looks for it any more. Who searches the web is not led
 * to a piece that is examined again: nobody can say yet whether it is offered once more.
 */
function mayBeIndexed(
  { status, soldAt }: ProductDetail,
  { site }: Pick<Settings, 'site'>,
  now: Date,
): boolean {
  if (status === 'examined') return false
  if (status !== 'sold') return true
  if (soldAt === null) return false
  const until = soldAt.getTime() + site.soldPageDays * day
  if (now.getTime() >= until) return false
  answerChangesAt(until)
  return true
}

const RecentlySeen = lazy<ComponentType<{ piece: SeenPiece | null }>>(() =>
  import('./RecentlySeen.tsx').catch(
    // Without a connection: no page lacks it.
    () => ({ default: () => null }),
  ),
)

export default function Product({ loaderData }: Route.ComponentProps) {
  return <Whole page={loaderData} />
}

type WholeProps = { page: Route.ComponentProps['loaderData'] }

/** Drawn when there is something new; the router would have it drawn with each of its steps. */
const Whole = memo(function Whole({ page }: WholeProps) {
  const t = useTranslations('product')
  const { apiUrl } = useShell()
  const { meta, piece, byVideo, promises, similar, listings, ways } = page
  const seen = useMemo(() => page.seen, [page.seen])
  // They come with the hearts: at the visitor's first sign.
  const hasSign = useHeart() !== null
  return (
    <div className="wrap pb-8" {...reached('View', piece.id)}>
      <Head meta={meta} />
      <Breadcrumbs crumbs={piece.crumbs} />
      <article>
        <div className="piece pt-2">
          <Gallery key={piece.id} photos={piece.photos} apiUrl={apiUrl} />
          <div className="piece-buy">
            <BuyBox piece={piece} byVideo={byVideo} promises={promises} ways={ways} />
            <Condition piece={piece} />
          </div>
        </div>
        <BelowTheFold key={piece.id}>
          <Lower piece={piece} />
        </BelowTheFold>
      </article>
      <BelowTheFold key={piece.id}>
        {similar.length > 0 && (
          <section aria-labelledby="similar" className="mt-[clamp(3.5rem,7vw,7rem)] print:hidden">
            <h2 id="similar" className="pb-6 text-step-2">
              {t('similar')}
            </h2>
            <ProductCards pieces={similar} apiUrl={apiUrl} />
          </section>
        )}
        <Listings listings={listings} />
        <Suspense>{hasSign && <RecentlySeen piece={seen} />}</Suspense>
      </BelowTheFold>
    </div>
  )
})

/** What is told of the piece at length. */
function Lower({ piece }: { piece: ProductView }) {
  return (
    <div className="piece piece-lower mt-[clamp(2.5rem,5vw,5rem)]">
      <div className="grid gap-10">
        {piece.description.length > 0 && (
          <div className="grid max-w-prose gap-4 text-step-1 leading-[1.5]">
            {piece.description.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        )}
        <Facts piece={piece} />
      </div>
      <div>
        {piece.sheet && <TestSheet piece={piece.id} sheet={piece.sheet} />}
        <Trust piece={piece} />
      </div>
    </div>
  )
}

type ListingLinks = Route.ComponentProps['loaderData']['listings']

/** The listings that hold pieces like this one: every one that search engines may keep is linked from its pieces. */
function Listings({ listings }: { listings: ListingLinks }) {
  const t = useTranslations('product')
  if (listings.length === 0) return null
  return (
    <nav aria-labelledby="listings" className="mt-[clamp(2.5rem,5vw,4rem)] print:hidden">
      <h2 id="listings" className="text-step-1">
        {t('listings')}
      </h2>
      <ul className="flex flex-wrap gap-x-6 pt-1">
        {listings.map(({ label, href }) => (
          <li key={href}>
            <a href={href} className="link inline-flex min-h-11 items-center">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
