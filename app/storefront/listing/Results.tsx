import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { ProductCards } from '#app/ui/ProductCards.tsx'
import { useShell } from '../shell-data.ts'
import type { ListingView } from './listing-view.ts'
import { Pages } from './Pages.tsx'

/** Chosen filters, cards, pages, and what was sold; or what to do when nothing matches. */
export function Results({ listing }: { listing: ListingView }) {
  const { apiUrl } = useShell()
  return (
    <div id="results" className="min-w-0">
      <Chips listing={listing} />
      {listing.empty && <NothingHere listing={listing} empty={listing.empty} />}
      {listing.pieces.length > 0 && <ProductCards pieces={listing.pieces} apiUrl={apiUrl} three first />}
      <Pages listing={listing} />
      <Sold listing={listing} />
    </div>
  )
}

function Chips({ listing }: { listing: ListingView }) {
  const t = useTranslations('catalogue.listing')
  const locale = useShell().site.currentLocale
  if (listing.chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 pb-6" aria-label={t('chosen')} data-keep-scroll="">
      {listing.chips.map(({ label, href }) => (
        <li key={label}>
          <a href={href} className="chip" aria-label={t('remove', { filter: label })} rel="nofollow">
            {label}
          </a>
        </li>
      ))}
      <li>
        <a
          href={pathTo(locale, listing.department)}
          className="link inline-flex min-h-11 items-center px-2 text-ink-soft text-step--1"
        >
          {t('clear')}
        </a>
      </li>
    </ul>
  )
}

function NothingHere({ listing, empty }: { listing: ListingView; empty: NonNullable<ListingView['empty']> }) {
  const t = useTranslations('catalogue.listing')
  const { apiUrl } = useShell()
  return (
    <>
      <h2 className="text-step-2">{t('emptyTitle')}</h2>
      <p className="max-w-prose pt-3 text-ink-soft">{t('emptyText')}</p>
      <div className="pt-6">
        {empty.alternatives.map(({ label, href, count }) => (
          <a key={href} href={href} className="arrow" rel="nofollow">
            <span>{t('without', { filter: label })}</span>
            <span className="num">
              {t(listing.department === 'watches' ? 'countWatches' : 'countJewelry', { count, reserved: 0 })}
            </span>
          </a>
        ))}
      </div>
      {empty.near.length > 0 && (
        <>
          <h2 className="pt-14 pb-6 text-step-2">{t('nearTitle')}</h2>
          <ProductCards pieces={empty.near} apiUrl={apiUrl} three />
        </>
      )}
    </>
  )
}

/** Sold pieces stay as what we had, apart from what can be had. */
function Sold({ listing }: { listing: ListingView }) {
  const t = useTranslations('catalogue.listing')
  const { apiUrl } = useShell()
  if (listing.sold.length === 0) return null
  return (
    <section aria-labelledby="sold" className="mt-[clamp(3.5rem,7vw,6rem)] border-line border-t pt-8">
      <h2 id="sold" className="text-step-2">
        {t('soldTitle')}
      </h2>
      <p className="max-w-prose pt-2 pb-6 text-ink-soft">{t('soldText')}</p>
      <ProductCards pieces={listing.sold} apiUrl={apiUrl} />
    </section>
  )
}
