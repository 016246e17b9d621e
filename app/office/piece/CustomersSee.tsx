import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { IntlProvider, type Messages, useLocale, useTranslations } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, localeNames, locales } from '#app/language/locales.ts'
import { ProductCard } from '#app/ui/ProductCard.tsx'
import { drawnForQuery, followReached, type Shown } from '../frame/calls.ts'
import type { Preview } from './use-typed.ts'

type View = 'page' | 'card'
const views: readonly View[] = ['page', 'card']

/** The page and the card as customers will see them in either language, with what is typed and not saved. */
export function CustomersSee({ piece, preview }: { piece: Shown<'piece'>; preview: Preview }) {
  const t = useTranslations('office.piece')
  const [view, setView] = useState<View>('page')
  const [locale, setLocale] = useState<Locale>(useLocale())
  const drawn = useDrawn(preview)
  const page = `/office/piece-page/${piece.id}/${locale}`
  return (
    <section className="box piece-preview" aria-labelledby="customers-see">
      <h2 id="customers-see">{t('customersSee')}</h2>
      <div className="flex flex-wrap gap-2">
        {views.map((each) => (
          <button
            key={each}
            type="button"
            className="office-chip"
            aria-pressed={each === view}
            onClick={() => setView(each)}
          >
            {t(`views.${each}`)}
          </button>
        ))}
        <span className="grow" />
        {locales.map((each) => (
          <button
            key={each}
            type="button"
            className="office-chip"
            lang={each}
            aria-pressed={each === locale}
            onClick={() => setLocale(each)}
          >
            {localeNames[each]}
          </button>
        ))}
      </div>
      {preview.priceCents === null && <p className="missing">{t('noPrice')}</p>}
      {view === 'page' ? (
        <>
          <PageFrame
            address={`${page}${drawnForQuery() || '?'}&drawn=${drawn}`}
            title={t('pageFrame', { language: localeNames[locale] })}
          />
          <a className="link" href={page} target="_blank" rel="noreferrer">
            {t('ownWindow')}
          </a>
        </>
      ) : (
        <div className="piece-preview-card" inert lang={locale}>
          <IntlProvider
            locale={locale}
            messages={{ catalogue: { card: piece.cardWords[locale] } } as Messages}
            timeZone={timeZone}
          >
            <Card card={preview.cards[locale]} apiUrl={piece.apiUrl} />
          </IntlProvider>
        </div>
      )}
    </section>
  )
}

function Card({ card, apiUrl }: { card: Preview['cards'][Locale]; apiUrl: string }) {
  return <ProductCard piece={card} apiUrl={apiUrl} load="eager" t={useTranslations('catalogue.card')} />
}

/** How many times what customers see has changed since the screen was opened. */
function useDrawn(preview: Preview): number {
  const drawn = useRef({ preview, times: 0 })
  if (drawn.current.preview !== preview) drawn.current = { preview, times: drawn.current.times + 1 }
  return drawn.current.times
}

/** What it links to opens elsewhere. */
const sandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Whether a frame shows a page of the shop with its styles: else it has a refusal, or what a browser shows without a connection. */
function isWhole({ contentDocument: page }: HTMLIFrameElement): boolean {
  return page !== null && getComputedStyle(page.documentElement).getPropertyValue('--paper') !== ''
}

/**
 * A page that is drawn anew behind the one that is seen, and takes its place where that had been scrolled to. One that did
 * not come leaves the one that is seen, says so, and is asked for again once the server answers.
 */
function PageFrame({ address, title }: { address: string; title: string }) {
  const t = useTranslations('office.piece')
  const [shown, setShown] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [again, setAgain] = useState(0)
  const seen = useRef<HTMLIFrameElement>(null)
  const wanted = again === 0 ? address : `${address}&again=${again}`
  const hasFailed = failed === wanted
  const askAgain = useCallback(() => setAgain((times) => times + 1), [])
  useEffect(
    () => (hasFailed ? followReached((isReached) => isReached && askAgain()) : undefined),
    [hasFailed, askAgain],
  )
  const loaded = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    if (!isWhole(currentTarget)) return setFailed(wanted)
    currentTarget.contentWindow?.scrollTo(0, seen.current?.contentWindow?.scrollY ?? 0)
    setShown(wanted)
    setFailed(null)
  }
  return (
    <>
      <div role="status">
        {failed !== null && (
          <p className="missing">
            {t(shown === null ? 'pageMissing' : 'pageOutdated')}{' '}
            <button type="button" className="link" onClick={askAgain}>
              {t('pageAgain')}
            </button>
          </p>
        )}
      </div>
      <div className="piece-preview-page">
        {shown !== null && shown !== wanted && (
          <iframe key={shown} ref={seen} title={title} src={shown} sandbox={sandbox} />
        )}
        {!hasFailed && (
          <iframe
            key={wanted}
            ref={shown === wanted ? seen : undefined}
            title={title}
            src={wanted}
            sandbox={sandbox}
            inert={shown !== wanted}
            onLoad={shown === wanted ? undefined : loaded}
          />
        )}
      </div>
    </>
  )
}
