import { type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { ProductCards } from '#app/ui/ProductCards.tsx'
import { useShell } from '../shell-data.ts'
import type { AlertAnswer } from './alert-action.ts'
import type { ListingView } from './listing-view.ts'
import { Pages } from './Pages.tsx'

const MakerFoot = lazyPart(async () => ({ default: (await import('./MakerParts.tsx')).MakerFoot }))
const AlertForm = lazyPart(async () => ({ default: (await import('./AlertForm.tsx')).AlertForm }))

/** Chosen filters, cards, pages, and what was sold; or what to do when nothing matches. */
export function Results({ listing, answer }: { listing: ListingView; answer: AlertAnswer | undefined }) {
  const { apiUrl } = useShell()
  const results = useRef<HTMLDivElement>(null)
  // A chip that was followed is gone, and the focus with it: it goes on with what the chip changed.
  const removed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the event
  useEffect(() => {
    if (removed.current) results.current?.focus({ preventScroll: true })
    removed.current = false
  }, [listing.path])
  // So it does from page to page: the next one is read from its beginning.
  const shown = useRef(listing.page)
  useEffect(() => {
    if (shown.current !== listing.page) results.current?.focus({ preventScroll: true })
    shown.current = listing.page
  }, [listing.page])
  const onRemove = (event: MouseEvent) => {
    removed.current = isPlainClick(event)
  }
  return (
    <div ref={results} id="results" tabIndex={-1} className="min-w-0 outline-none">
      <Chips listing={listing} onRemove={onRemove} />
      {listing.empty && <NothingHere listing={listing} empty={listing.empty} />}
      {listing.total === 0 && !listing.empty && <NothingAtAll />}
      {listing.pieces.length > 0 && <ProductCards pieces={listing.pieces} apiUrl={apiUrl} three first />}
      <Pages listing={listing} />
      {listing.maker && (
        <Suspense>
          <MakerFoot maker={listing.maker} />
        </Suspense>
      )}
      {listing.chips.length > 0 && (
        <Suspense>
          <AlertForm listing={listing} answer={answer} />
        </Suspense>
      )}
      <Sold listing={listing} />
    </div>
  )
}

function Chips({ listing, onRemove }: { listing: ListingView; onRemove: (event: MouseEvent) => void }) {
  const t = useTranslations('listing')
  const locale = useShell().site.currentLocale
  if (listing.chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 pb-6" aria-label={t('chosen')} data-keep-scroll="">
      {listing.chips.map(({ label, href }) => (
        <li key={label}>
          <a
            href={href}
            className="chip"
            aria-label={t('remove', { filter: label })}
            rel="nofollow"
            onClick={onRemove}
          >
            {label}
          </a>
        </li>
      ))}
      <li>
        <a
          href={pathTo(locale, listing.department)}
          onClick={onRemove}
          className="link inline-flex min-h-11 items-center px-2 text-ink-soft text-step--1"
        >
          {t('clear')}
        </a>
      </li>
    </ul>
  )
}

/** A shop, or a department, that has no piece yet: there is nothing near either. */
function NothingAtAll() {
  const t = useTranslations('listing')
  const locale = useShell().site.currentLocale
  return (
    <>
      <h2 className="text-step-2">{t('noneTitle')}</h2>
      <p className="max-w-prose pt-3 text-ink-soft">{t('noneText')}</p>
      <a href={pathTo(locale, 'contact')} className="link mt-3 inline-flex min-h-11 items-center">
        {t('noneContact')}
      </a>
    </>
  )
}

function NothingHere({ listing, empty }: { listing: ListingView; empty: NonNullable<ListingView['empty']> }) {
  const t = useTranslations('listing')
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
  const t = useTranslations('listing')
  const { apiUrl } = useShell()
  if (listing.sold.length === 0) return null
  return (
    <section aria-labelledby="sold" className="mt-[clamp(3.5rem,7vw,6rem)] border-line border-t pt-8">
      <h2 id="sold" className="text-step-2">
        {t('soldTitle')}
      </h2>
      <p className="max-w-prose pt-2 pb-6 text-ink-soft">{t('soldText')}</p>
      <ProductCards pieces={listing.sold} apiUrl={apiUrl} />
      {listing.soldHref && (
        <a href={listing.soldHref} className="link mt-6 inline-flex min-h-11 items-center">
          {t('allSold')}
        </a>
      )}
    </section>
  )
}
