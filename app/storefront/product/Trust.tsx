import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { isOffered } from '#app/shop/catalogue/product-status.ts'
import { useLocale } from '../shell-data.ts'
import type { ProductView } from './product-view.ts'

/** Why the piece is what we say, and delivery, withdrawal and guarantee in one line each. */
export function Trust({ piece }: { piece: ProductView }) {
  const t = useTranslations('product')
  const locale = useLocale()
  const { trust } = piece
  const ask = `${pathTo(locale, 'contact')}?piece=${piece.id}`
  const lines = [
    // Nobody can buy what is sold or examined again.
    ...(trust.collect && isOffered(piece.status) ? [{ href: ask, text: trust.collect }] : []),
    ...(piece.battery ? [{ href: pathTo(locale, 'battery-notice'), text: piece.battery }] : []),
  ]
  return (
    <section className="pt-8 print:pt-0">
      {(trust.text || trust.report) && (
        <>
          <h2 className="pb-4 text-step-2">{trust.title}</h2>
          <p className="max-w-[48ch] pb-6 text-ink-soft print:pb-0">
            {trust.text} {trust.report}
          </p>
        </>
      )}
      <div>
        {lines.map(({ href, text }) => (
          <a key={text} href={href} className="arrow">
            <span>{text}</span>
            <span aria-hidden="true" className="print:hidden">
              →
            </span>
          </a>
        ))}
      </div>
      <button
        type="button"
        className="link noscript:hidden mt-4 min-h-11 text-ink-soft print:hidden"
        onClick={() => window.print()}
      >
        {t('print')}
      </button>
    </section>
  )
}
