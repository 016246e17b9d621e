import { type App, appContext } from '#app/app-context.ts'
import { type Locale, localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import { indexableNow } from '#app/shop/catalogue/indexable-listings.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { listingPath } from '#app/shop/catalogue/listing-path.ts'
import { listingWords } from '#app/shop/catalogue/listing-words.ts'
import { type Maker, makersOffered } from '#app/shop/catalogue/makers.ts'
import { departments } from '#app/shop/catalogue/types.ts'
import { wholeSentences } from '../fit-text.ts'
import { Head } from '../Head.tsx'
import { makerWords } from '../listing/maker-words.ts'
import { addressesOf, type PageMeta } from '../page-meta.ts'
import { describePage } from '../structured-data/json-ld.ts'
import { itemList } from '../structured-data/page-graph.ts'
import type { Route } from './+types/makers-page.ts'

/** Of what is said about a maker: its first sentence, and more only while it stays so short. */
const shortWords = 90

/** Every maker that something is there of, with the way to its listing: that is the maker's own page. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const locale = localeOfPage(url.pathname)
  const words = listingWords(locale)
  const [makers, written] = await Promise.all([offered(app, locale), makerWords(app, locale)])
  const meta: PageMeta = {
    title: words('makers.title'),
    description: words('makers.description', { count: new Set(makers.map(({ slug }) => slug)).size }),
    addresses: addressesOf('makers'),
    // Without any it says nothing.
    index: makers.length > 0,
  }
  describePage(context, {
    page: 'CollectionPage',
    nodes: [
      itemList(
        app.env.SITE_URL,
        makers.map(({ href }) => href),
      ),
    ],
  })
  const groups = departments.flatMap((department) => {
    const entries = makers.filter((maker) => maker.department === department)
    if (entries.length === 0) return []
    const group = {
      department,
      title: words(`makers.${department}`),
      all: [words('makers.toAll', { department }), pathTo(locale, department)],
      makers: entries.map(({ name, count, href, slug, mayIndex }) => {
        const text = written.get(slug)?.flat().map(textOf).join('')
        return {
          name,
          count,
          href,
          mayIndex,
          ...(text && { text: wholeSentences(text, locale, shortWords) }),
        }
      }),
    }
    return [group]
  })
  return {
    meta,
    heading: words('makers.title'),
    text: words(groups.length > 0 ? 'makers.text' : 'makers.none'),
    groups,
  }
}

const textOf = (part: string | { text: string }) => (typeof part === 'string' ? part : part.text)

/** Most changes of pieces leave it as it is. */
function offered({ db }: App, locale: Locale) {
  return answerPart(async () => {
    const [makers, mayIndex] = await Promise.all([makersOffered(db), indexableNow(db)])
    return makers.map((maker: Maker) => {
      const filters = normaliseFilters({ department: maker.department, brands: [maker.slug] })
      return { ...maker, href: listingPath(locale, filters), mayIndex: mayIndex(filters) }
    })
  })
}

export default function Makers({ loaderData: { meta, heading, text, groups } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8 pb-8 lg:pt-12">
      <Head meta={meta} />
      <h1 className="text-step-4">{heading}</h1>
      <p className="max-w-prose pt-4 text-ink-soft">{text}</p>
      {groups.map(({ department, title, all: [allText, allHref], makers }) => (
        <section key={department} aria-labelledby={department} className="pt-12">
          <h2 id={department} className="text-step-2">
            {title}
          </h2>
          <ul className="makers">
            {makers.map(({ name, count, href, mayIndex, text: words }) => (
              <li key={href}>
                <a href={href} rel={mayIndex ? undefined : 'nofollow'}>
                  {name}
                  <span className="num">{count}</span>
                </a>
                {words && <p>{words}</p>}
              </li>
            ))}
          </ul>
          <a href={allHref} className="link mt-4 inline-flex min-h-11 items-center">
            {allText}
          </a>
        </section>
      ))}
    </div>
  )
}
