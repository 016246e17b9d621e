import { useRef, useState } from 'react'
import { IntlProvider, type Messages, useLocale, useTranslations } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, localeNames, locales } from '#app/language/locales.ts'
import { ProductCard } from '#app/ui/ProductCard.tsx'
import { drawnForQuery, type Shown } from '../frame/calls.ts'
import { DocumentFrame } from '../frame/DocumentFrame.tsx'
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
          <DocumentFrame
            className="piece-preview-page"
            address={`${page}${drawnForQuery() || '?'}&drawn=${drawn}`}
            title={t('pageFrame', { language: localeNames[locale] })}
            isPage
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
