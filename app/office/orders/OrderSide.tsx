import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { MailAddress } from '../frame/MailAddress.tsx'
import { Thumb } from '../frame/Thumb.tsx'
import { useShown } from '../frame/use-shown.ts'
import { useOrderWords } from './use-order-words.ts'

/** Who ordered, and where it goes. */
export function BuyerPart() {
  const { t, day } = useOrderWords()
  const { counter, number, buyer, delivery, branch, vatId, giftWrap, note, tracking, payment } =
    useShown<'order'>()
  const sale = useTranslations('office.sale.sold')
  return (
    <section className="block-section" aria-labelledby="order-buyer">
      <h2 id="order-buyer">{t('customer')}</h2>
      <p>
        <b>{buyer.name}</b>
        <span className="sub">{t(`language.${buyer.locale}`)}</span>
        {buyer.email !== '' && (
          <a href={`mailto:${buyer.email}`}>
            <MailAddress address={buyer.email} />
          </a>
        )}
        {buyer.phone && (
          <>
            <br />
            <a href={`tel:${buyer.phone.replace(/[^\d+]/g, '')}`}>{buyer.phone}</a>
          </>
        )}
      </p>
      <div className="two order-addresses">
        <Address title={t('invoiceTo')} lines={buyer.invoice} />
        {delivery.address ? (
          <Address title={t('shipTo')} lines={delivery.address} />
        ) : (
          <p>{t('collectedIn', { branch: branch ?? delivery.branch ?? '' })}</p>
        )}
      </div>
      <p className="sub">
        {t(`payments.${payment}`)} · {t(`methods.${delivery.method}`)}
      </p>
      {tracking && (
        <p>
          {t('shippedBy', { carrier: tracking.carrier, code: tracking.code })}{' '}
          {tracking.url && (
            <a href={tracking.url} target="_blank" rel="noreferrer">
              {t('track')}
            </a>
          )}
        </p>
      )}
      {counter && (
        <p>
          {t('counterSale', {
            day: day(counter.soldOn),
            branch: counter.branch,
            reference: counter.reference,
            by: counter.soldBy,
          })}{' '}
          <Link className="link" to={`/counter/sales/${number}`}>
            {sale('title', { number })}
          </Link>
        </p>
      )}
      {vatId && <p>{t('vatId', { id: vatId.id, outcome: vatId.outcome })}</p>}
      {delivery.dutiesByBuyer && <p>{t('duties')}</p>}
      {giftWrap && <p className="state state-warn">{t('gift')}</p>}
      {note !== '' && (
        <>
          <h3>{t('noteOf')}</h3>
          <p className="order-note">{note}</p>
        </>
      )}
    </section>
  )
}

function Address({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </div>
  )
}

/** What was bought: each with its photo, how it is taxed, and what the buyer agreed to. */
export function PiecesPart() {
  const { t, price, moment } = useOrderWords()
  const { pieces, apiUrl, moments } = useShown<'order'>()
  // What was kept of a refund stands in the history; the piece names its price.
  const isDeducted = (id: string) =>
    moments.some((each) => each.kind === 'deduction' && (each.piece === null || each.piece === id))
  return (
    <section className="block-section" aria-labelledby="order-pieces">
      <h2 id="order-pieces">{t('pieces')}</h2>
      <ul className="order-lines">
        {pieces.map((piece) => (
          <li key={piece.id} data-over={piece.releasedAt ? '' : undefined}>
            <Thumb src={piece.photo && `${apiUrl}/photos/${piece.photo}/160.webp`} />
            <div>
              <div className="order-entry">
                <span>
                  <Link to={`/pieces/${piece.id}`} aria-label={t('openPiece', { id: piece.id })}>
                    {piece.id}
                  </Link>{' '}
                  {piece.name}
                </span>
                <b className="num">{price(piece.priceCents)}</b>
              </div>
              <span className="sub">
                {[piece.reference, piece.tax, piece.place && t('lies', { place: piece.place })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {piece.withdrawnAt && (
                <span className="missing">{t('withdrawn', { time: moment(piece.withdrawnAt) })} </span>
              )}
              {piece.releasedAt && (
                <span className="sub">{t('released', { time: moment(piece.releasedAt) })}</span>
              )}
              {piece.refundedCents > 0 && (
                <span className="sub">
                  {t('pieceRefunded', {
                    amount: price(piece.refundedCents),
                    deducted: String(isDeducted(piece.id)),
                  })}
                </span>
              )}
              {piece.consents.map(({ kind, text, version }) => (
                <details key={kind}>
                  <summary>{t(`consents.${kind}`)}</summary>
                  <p>
                    {text} <span className="sub">{t('version', { version })}</span>
                  </p>
                </details>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
