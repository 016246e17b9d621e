import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { formatPrice } from '#app/language/formats.ts'
import { type Locale, localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import { holdsWord } from '#app/shop/catalogue/holds-word.ts'
import { parseListingQuery } from '#app/shop/catalogue/listing-path.ts'
import { newestPieces } from '#app/shop/catalogue/newest.ts'
import { type PieceCard, pieceCard } from '#app/shop/catalogue/piece-card.ts'
import { searchProducts } from '#app/shop/catalogue/search.ts'
import { cutQuery } from '#app/shop/catalogue/search-words.ts'
import { type CardPiece, departments } from '#app/shop/catalogue/types.ts'
import { ProductCards } from '#app/ui/ProductCards.tsx'
import { Head } from '../Head.tsx'
import { useSearchUse } from '../insight/use-search-use.ts'
import { offeredPages } from '../listing/describe-listing.ts'
import { Pages } from '../listing/Pages.tsx'
import { addressesOf, type PageMeta } from '../page-meta.ts'
import { useShell } from '../shell-data.ts'
import type { Route } from './+types/search-page.ts'

/** The drawer shows the first twenty of all pages. */
const pageSize = 48
const arrivals = 4
/** Of a query; the search cuts longer ones there. */
const longestQuery = 200

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const locale = localeOfPage(url.pathname)
  const [{ db }, now] = [app, app.now()]
  const query = cutQuery(url.searchParams.get('query') ?? '').trim()
  const asked = parseListingQuery(url.searchParams).page
  const { page, total, price, pieces, newest } = await findPieces(db, query, { asked, locale, now })
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const meta: PageMeta = { title: null, addresses: addressesOf('search'), index: false }
  return {
    meta,
    query,
    total,
    price: price && { ...price, removeHref: hrefOf(locale, price.rest, 1) },
    page,
    pages,
    pageHrefs: offeredPages(page, pages).map((each) => ({ page: each, href: hrefOf(locale, query, each) })),
    pieces,
    newest,
  }
}

/** What of the catalogue the page shows: asked again when a piece changes, for few changes concern a search. */
function findPieces(
  db: Database,
  query: string,
  { asked, locale, now }: { asked: number; locale: Locale; now: Date },
) {
  const ask = (page: number) =>
    searchProducts(db, query, { limit: pageSize, offset: (page - 1) * pageSize, locale })
  return answerPart(async () => {
    const there = await ask(asked)
    // Beyond the last page is nothing: the first shows what there is.
    const [page, { items, total, price }] =
      there.items.length > 0 || asked === 1 ? [asked, there] : [1, await ask(1)]
    const ids = items.map((item) => item.id)
    const found = await findCards(db, ids, now)
    const newest = found.length === 0 ? await newestPieces(db, { limit: arrivals, now }) : []
    const card = (piece: CardPiece) => pieceCard(piece, locale)
    return { page, total, price, pieces: found.map(card), newest: newest.map(card) }
  })
}

function hrefOf(locale: Locale, query: string, page: number): string {
  if (query === '') return pathTo(locale, 'search')
  const asked = new URLSearchParams(page > 1 ? { query, page: String(page) } : { query })
  return `${pathTo(locale, 'search')}?${asked}`
}

/** What the search finds, also without scripts; the same matching as in the drawer. */
export default function Search({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('search')
  const { apiUrl } = useShell()
  const { meta, query, total, price, pieces, newest } = loaderData
  const asks = holdsWord(query)
  useSearchUse(asks ? query : '', total)
  const found = pieces.length > 0 ? t('resultsFor', { query }) : null
  // Above nothing, “results” would promise too much: the line below the form says what is not there.
  const heading = found ?? t('title')
  const title = found ?? (asks ? `${heading}: ${query}` : heading)
  return (
    <div className="wrap pt-8 pb-8 lg:pt-12">
      <Head meta={{ ...meta, title }} />
      <h1 className="text-step-3">{heading}</h1>
      <SearchForm query={query} />
      <p role="status" className="num pt-4 pb-6 text-ink-soft">
        {!asks && t('empty')}
        {asks && (pieces.length > 0 ? t('results', { count: total }) : t('noResult', { query }))}
      </p>
      {price && <PriceChip price={price} />}
      {pieces.length > 0 && <ProductCards pieces={pieces} apiUrl={apiUrl} first />}
      <Pages listing={loaderData} />
      {asks && pieces.length === 0 && <NothingFound />}
      {newest.length > 0 && <Newest pieces={newest} />}
    </div>
  )
}

function SearchForm({ query }: { query: string }) {
  const t = useTranslations('search')
  const locale = useShell().site.currentLocale
  return (
    <search>
      <form action={pathTo(locale, 'search')} method="get" className="flex max-w-prose gap-2 pt-6">
        <label className="sr-only" htmlFor="page-search">
          {t('label')}
        </label>
        <input
          key={query}
          id="page-search"
          className="field text-step-1"
          type="search"
          name="query"
          defaultValue={query}
          placeholder={t('label')}
          maxLength={longestQuery}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <button type="submit" className="button">
          {t('submit')}
        </button>
      </form>
    </search>
  )
}

type ShownPrice = NonNullable<Route.ComponentProps['loaderData']['price']>

/** What was understood as a price, and the way back from it. */
function PriceChip({ price }: { price: ShownPrice }) {
  const t = useTranslations('catalogue.search')
  const listing = useTranslations('listing')
  const locale = useShell().site.currentLocale
  const euros = (amount: number | null) => (amount === null ? '' : formatPrice(amount * 100, locale))
  const label = t('price', { form: formOf(price), from: euros(price.from), to: euros(price.to) })
  return (
    <p className="pb-6">
      <a
        href={price.removeHref}
        className="chip"
        aria-label={listing('remove', { filter: label })}
        rel="nofollow"
      >
        {label}
      </a>
    </p>
  )
}

function formOf({ from, to, strictly }: ShownPrice) {
  if (from !== null && to !== null) return 'between'
  if (from === null) return strictly ? 'under' : 'upTo'
  return strictly ? 'over' : 'from'
}

/** Other ways to the piece. */
function NothingFound() {
  const t = useTranslations('catalogue.search')
  const search = useTranslations('search')
  const locale = useShell().site.currentLocale
  const links = [
    ...departments.map((department) => ({
      href: pathTo(locale, department),
      text: t('browse', { department }),
    })),
    { href: pathTo(locale, 'contact'), text: search('contactPrompt') },
  ]
  return (
    <>
      <p className="max-w-prose">{t('hint')}</p>
      <div className="max-w-prose pt-6">
        {links.map(({ href, text }) => (
          <a key={href} href={href} className="arrow">
            <span>{text}</span>
            <span aria-hidden="true">→</span>
          </a>
        ))}
      </div>
    </>
  )
}

function Newest({ pieces }: { pieces: readonly PieceCard[] }) {
  const t = useTranslations('catalogue.search')
  const { apiUrl } = useShell()
  return (
    <section aria-labelledby="newest" className="pt-16">
      <h2 id="newest" className="pb-6 text-step-2">
        {t('newest')}
      </h2>
      <ProductCards pieces={pieces} apiUrl={apiUrl} />
    </section>
  )
}
