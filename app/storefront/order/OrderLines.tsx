import type { ReactNode } from 'react'
import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { PieceDescription } from '#app/shop/catalogue/piece-essentials.ts'
import { taxCountryName } from '#app/shop/checkout/tax-country.ts'
import type { OrderLine, TaxedLine } from '#app/shop/checkout/types.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { useLocale, useShell } from '../shell-data.ts'
import { type OrderWords, useOrderWords } from './order-summary-words.ts'

/** Before anything is chosen a line has the listed price alone. */
type ShownLine = OrderLine & Partial<Pick<TaxedLine, 'tax' | 'listedCents'>>

type OrderLinesProps<Line extends ShownLine> = {
  lines: readonly Line[]
  /** What else is to be said of a line, below its price note. */
  more?: (line: Line) => ReactNode
  /** Stock numbers of lines whose piece the shop does not show any more: they are named without a link. */
  withoutPage?: readonly string[]
}

/** Pieces with photo, name, price and how the price is taxed: in the checkout, after it, and on the order's page. */
export function OrderLines<Line extends ShownLine>({ lines, more, withoutPage = [] }: OrderLinesProps<Line>) {
  const t = useOrderWords()
  const locale = useLocale()
  return (
    <ul>
      {lines.map((line) => (
        <li
          key={line.piece}
          className="grid break-inside-avoid grid-cols-[4.5rem_1fr] narrow:grid-cols-1 gap-x-4 border-line border-b py-5 sm:grid-cols-[5.5rem_1fr]"
        >
          <LinePhoto id={line.photoId} />
          <div className="min-w-0">
            <div className="flex items-baseline justify-between gap-x-4">
              <div className="min-w-0">
                {line.brand && <p className="caps">{line.brand}</p>}
                <p className="font-display text-step-1">
                  {withoutPage.includes(line.piece) ? (
                    line.name[locale]
                  ) : (
                    <a
                      className="hover:underline underline-offset-4"
                      target="_blank"
                      href={pathTo(locale, 'product', { name: line.slug[locale], id: line.piece })}
                      rel="noopener"
                    >
                      {line.name[locale]}
                    </a>
                  )}
                </p>
              </div>
              <p className="num shrink-0 font-[540]">{formatPrice(line.priceCents, locale)}</p>
            </div>
            <p className="num text-ink-soft text-step--1">
              {[
                line.reference && t('reference', { reference: line.reference }),
                t('stockNumber', { id: line.piece }),
              ]
                .filter(Boolean)
                .join('\u00a0· ')}
            </p>
            <p className="text-ink-soft text-step--1">{taxNote(line, locale, t)}</p>
            <Description of={line.description?.[locale]} />
            {more?.(line)}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** How the price is taxed, where it goes. */
function taxNote({ tax, taxMode, listedCents, priceCents }: ShownLine, locale: Locale, t: OrderWords) {
  switch (tax?.rule) {
    case 'export':
    case 'intra-community':
      return t(`taxBy.${tax.rule}`, { listed: formatPrice(listedCents ?? priceCents, locale) })
    case 'destination':
      return t('taxBy.destination', {
        rate: tax.ratePerMille / 10,
        country: taxCountryName(tax.country, locale),
      })
    case 'margin-export':
      return t('taxBy.margin-export')
    case 'domestic':
      return t('taxBy.domestic', { rate: tax.ratePerMille / 10 })
    default:
      return t(`tax.${taxMode}`)
  }
}

/** What was agreed of a piece, on the pages of an order. */
function Description({ of }: { of: PieceDescription[Locale] | undefined }) {
  if (!of) return null
  return (
    <dl className="pt-2 text-step--1">
      {[...of.facts, of.notes, of.defect].map(
        (fact) =>
          fact && (
            <div key={`${fact.label} ${fact.text}`}>
              <dt className="inline text-ink-soft">{fact.label}: </dt>
              <dd className="inline">{fact.text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function LinePhoto({ id }: { id: string | null }) {
  const { apiUrl } = useShell()
  return (
    <span className="block aspect-4/5 self-start overflow-hidden bg-paper">
      {id && (
        <picture>
          <source type="image/avif" srcSet={photoAddress(id, 320, 'avif', apiUrl)} />
          <source type="image/webp" srcSet={photoAddress(id, 320, 'webp', apiUrl)} />
          <img
            src={photoAddress(id, 320, 'jpg', apiUrl)}
            alt=""
            width={320}
            height={400}
            className="size-full object-cover"
          />
        </picture>
      )}
    </span>
  )
}
