import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { CartLine } from '#app/shop/checkout/cart-lines.ts'
import { photoSources } from '#app/ui/photo-sources.ts'
import { useLocale, useShell } from '../shell-data.ts'
import { lineNews } from './line-notices.ts'

/** Pieces that can be bought now, and what they cost together, in cents. */
export function cartTotal(lines: readonly CartLine[]): number {
  return lines.reduce(
    (sum, { piece, state }) => sum + (piece && state === 'available' ? piece.priceCents : 0),
    0,
  )
}

/** The pieces of a cart with what became of them meanwhile. */
export function CartLines({ lines, removable }: { lines: readonly CartLine[]; removable: boolean }) {
  return (
    <ul className="border-line border-t">
      {lines.map((line) => (
        <li
          key={line.id}
          className="grid grid-cols-[5rem_1fr] narrow:grid-cols-1 gap-x-5 gap-y-1 border-line border-b py-5 sm:grid-cols-[7rem_1fr_auto]"
        >
          <Line line={line} />
          {removable && <RemoveButton line={line} />}
        </li>
      ))}
    </ul>
  )
}

function Line({ line }: { line: CartLine }) {
  const { id, piece, state } = line
  const t = useTranslations('cart')
  const locale = useLocale()
  const { apiUrl } = useShell()
  if (piece === null || state === 'gone') {
    return (
      <>
        <span className="aspect-4/5 bg-paper-deep" />
        <p className="text-danger">
          {t('gone')} <span className="num text-ink-soft">{t('stock', { id })}</span>
        </p>
      </>
    )
  }
  const [photo] = piece.photos
  const sources = photo && photoSources(photo, apiUrl)
  const href = pathTo(locale, 'product', { name: piece.slug[locale], id })
  return (
    <>
      {/* For pointers and fingers; whoever uses keys or a screen reader has the name, and need not pass it twice. */}
      <a href={href} tabIndex={-1} aria-hidden="true" className="aspect-4/5 bg-paper-deep">
        {photo && sources && (
          <picture>
            <source type="image/avif" srcSet={sources.avif} sizes="7rem" />
            <source type="image/webp" srcSet={sources.webp} sizes="7rem" />
            <img
              src={sources.fallback}
              alt=""
              width={photo.width}
              height={photo.height}
              className="size-full object-cover"
            />
          </picture>
        )}
      </a>
      <div>
        {piece.brand && <p className="caps">{piece.brand}</p>}
        <h2 className="text-step-1">
          <a href={href} className="underline-offset-4 hover:underline">
            {piece.name[locale]}
          </a>
        </h2>
        <p className="num text-ink-soft text-step--1">{t('stock', { id })}</p>
        <p className={`num pt-2 ${state === 'available' ? 'font-[540]' : 'text-ink-soft'}`}>
          {formatPrice(piece.priceCents, locale)}
        </p>
        {lineNews(line, t, locale).map((news) => (
          <p key={news} className={state === 'sold' ? 'text-sold' : 'text-reserved'}>
            {news}
          </p>
        ))}
        {state === 'sold' && (
          <a className="link inline-flex min-h-11 items-center" href={`${href}#similar`}>
            {t('similar')}
          </a>
        )}
      </div>
    </>
  )
}

function RemoveButton({ line: { id, piece } }: { line: CartLine }) {
  const t = useTranslations('cart')
  const locale = useLocale()
  return (
    <Form
      method="post"
      preventScrollReset
      action={pathTo(locale, 'cart')}
      className="col-start-2 narrow:col-start-1 sm:col-start-3 sm:-mt-2.5"
    >
      <input type="hidden" name="remove" value={id} />
      <button
        type="submit"
        className="link inline-flex min-h-11 items-center text-ink-soft"
        aria-label={t('removeLabel', { name: piece ? piece.name[locale] : id })}
      >
        {t('remove')}
      </button>
    </Form>
  )
}
