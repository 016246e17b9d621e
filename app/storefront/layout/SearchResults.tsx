import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { SearchItem } from '#app/shop/catalogue/search.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { PriceNote } from '#app/ui/PriceNote.tsx'
import { CardFacts } from '#app/ui/ProductCard.tsx'
import { useSearchUse } from '../insight/use-search-use.ts'
import { useShell } from '../shell-data.ts'
import type { SearchAnswer } from './search-answer.ts'
import { useSearch } from './use-search.ts'

type SearchResultsProps = { query: string; open: boolean; onLeave: () => void }

/** What the search drawer shows below its input. */
export function SearchResults({ query, open, onLeave }: SearchResultsProps) {
  const t = useTranslations('search')
  const { apiUrl, site } = useShell()
  const locale = site.currentLocale
  const { answer, loading, showSpinner, failed, asked, sent, retry } = useSearch({
    apiUrl,
    locale,
    query,
    open,
  })
  const text = query.trim()
  // What is opened beside the page leaves the drawer as it is, for the next result.
  const leave = (event: MouseEvent) => {
    if (isPlainClick(event)) onLeave()
  }
  useSearchUse(
    text,
    sent !== text ? 'not sent' : asked === text && answer ? (answer.total ?? answer.items.length) : null,
  )
  return (
    <>
      <p role="status" className="min-h-6 pt-4 text-ink-soft">
        {showSpinner && <span className="spinner">{t('loading')}</span>}
        {!loading && answer && <Found answer={answer} query={asked} />}
      </p>
      {failed && !loading && (
        <div role="alert" className="flex flex-wrap items-center gap-x-6 gap-y-2 pt-2">
          <p className="text-danger">{t('failed')}</p>
          <button type="button" className="button button-quiet" onClick={retry}>
            {t('retry')}
          </button>
        </div>
      )}
      {answer?.items.some(({ status }) => status !== 'sold') && (
        <PriceNote className="pt-2 text-ink-soft text-step--1" onFollow={leave} />
      )}
      {answer && answer.items.length > 0 && (
        <ul
          className="grid grid-cols-2 narrow:grid-cols-1 gap-x-4 gap-y-8 pt-4"
          onKeyDown={moveBetweenResults}
        >
          {answer.items.map((item) => (
            <li key={item.id}>
              <ResultCard item={item} apiUrl={apiUrl} locale={locale} onLeave={leave} />
            </li>
          ))}
        </ul>
      )}
      {text !== '' && !loading && (
        <div className="pt-8">
          {answer && isBeginning(answer) && (
            <a
              href={`${pathTo(locale, 'search')}?query=${encodeURIComponent(asked)}`}
              className="arrow"
              onClick={leave}
            >
              <span>{t('allResults')}</span>
              <span aria-hidden="true">→</span>
            </a>
          )}
          <a href={pathTo(locale, 'contact')} className="arrow" onClick={leave}>
            <span>{t('contactPrompt')}</span>
            <span aria-hidden="true">→</span>
          </a>
        </div>
      )}
    </>
  )
}

/** The most that an answer holds. Where it is full and no total is told, the results page may have more. */
const fullAnswer = 20

const isBeginning = ({ items, total }: SearchAnswer) =>
  total === null ? items.length >= fullAnswer : total > items.length

/** How many pieces there are in all, and that these are the first of them. */
function Found({ answer, query }: { answer: SearchAnswer; query: string }) {
  const t = useTranslations('search')
  const { items, total } = answer
  if (items.length === 0) return t('noResult', { query })
  if (!isBeginning(answer)) return t('results', { count: items.length })
  return total === null
    ? t('first', { shown: items.length })
    : t('firstOfAll', { count: total, shown: items.length })
}

/** Above the words on a telephone, beside them from 640 px. */
const thumbnailSizes = '(min-width:640px) 7rem,calc(50vw - 24px)'

function ResultCard(props: {
  item: SearchItem
  apiUrl: string
  locale: 'de' | 'en'
  onLeave: (event: MouseEvent) => void
}) {
  const { item, apiUrl, locale } = props
  const t = useTranslations('search')
  const card = useTranslations('catalogue.card')
  const photo = (format: string) =>
    [160, 320, 480]
      .map((width) => `${apiUrl}/photos/${item.thumbnailImageId}/${width}.${format} ${width}w`)
      .join(', ')
  return (
    <a
      href={pathTo(locale, 'product', { name: item.slug[locale], id: item.id })}
      className="group grid items-start gap-x-4 gap-y-2 sm:grid-cols-[7rem_1fr]"
      onClick={props.onLeave}
      data-result
    >
      <span className="block aspect-4/5 bg-paper-deep">
        {item.thumbnailImageId && (
          <picture>
            <source type="image/avif" srcSet={photo('avif')} sizes={thumbnailSizes} />
            <source type="image/webp" srcSet={photo('webp')} sizes={thumbnailSizes} />
            <img
              src={`${apiUrl}/photos/${item.thumbnailImageId}/320.jpg`}
              alt=""
              width={320}
              height={400}
              className="size-full object-cover"
            />
          </picture>
        )}
      </span>
      <span className="grid gap-0.5">
        {item.brand && <span className="caps">{item.brand}</span>}
        <span className="font-display text-step-0 leading-tight underline-offset-4 group-hover:underline sm:text-step-1">
          {item.name}
        </span>
        <span className="num text-ink-soft text-step--1">
          <CardFacts
            piece={{ ...item.facts, ...(item.ringSize !== null && { ringSize: item.ringSize }) }}
            t={card}
          />
        </span>
        <span className="num font-[540]">{formatPrice(item.price, locale)}</span>
        {item.status !== 'available' && (
          <span
            className={`text-step--1 font-[540] ${item.status === 'sold' ? 'text-sold' : 'text-reserved'}`}
          >
            {t(item.status)}
          </span>
        )}
      </span>
    </a>
  )
}

/** Arrow keys walk the grid, in the columns it has; from its first line up leads back to the input. */
function moveBetweenResults(event: KeyboardEvent<HTMLElement>) {
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-result]')]
  const columns = results[0]?.offsetTop === results[1]?.offsetTop ? 2 : 1
  const step = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const at = results.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  const next = at + step
  if (next < 0) document.getElementById('drawer-search')?.focus()
  else results[Math.min(next, results.length - 1)]?.focus()
}
