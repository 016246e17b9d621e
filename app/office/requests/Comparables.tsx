import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Thumb } from '../frame/Thumb.tsx'
import { useShown } from '../frame/use-shown.ts'
import { useSaidRequest } from './use-said-request.ts'

/** Our own pieces like what is offered: prices, costs, how long they stood, and what the newest offer would leave. */
export function Comparables() {
  const t = useTranslations('office.requests.one')
  const locale = useLocale()
  const { comparables, request } = useShown<'request'>()
  const { price } = useSaidRequest()
  const { alike, pieces, seesCost } = comparables
  // Of several things together a single piece says nothing.
  const single = request.offer && request.offer.lines.length === 1 ? request.offer.cents.high : null
  return (
    <section className="box" aria-labelledby="comparables">
      <h2 id="comparables">{t('comparables')}</h2>
      <p className="sub">{alike ? t(`alike.${alike}`) : t('noComparables')}</p>
      <ul className="request-comparables">
        {pieces.map((piece) => (
          <li key={piece.id}>
            <Thumb src={piece.photo && `/api/photos/${piece.photo}/320.webp`} />
            <span>
              <Link className="link" to={`/pieces/${piece.id}`}>
                {[piece.brand, piece.name[locale]].filter(Boolean).join(' ')}
              </Link>
              <span className="sub">
                {piece.days === null
                  ? t('notOnSale')
                  : piece.soldAt
                    ? t('daysSold', { days: piece.days })
                    : t('daysOn', { days: piece.days })}
              </span>
              <span className="sub num">
                {[
                  piece.priceCents !== null && `${t('price')} ${price(piece.priceCents)}`,
                  seesCost && piece.costCents !== null && `${t('cost')} ${price(piece.costCents)}`,
                  single !== null &&
                    piece.priceCents !== null &&
                    `${t('marginToo')} ${price(piece.priceCents - single)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
