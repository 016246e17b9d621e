import { useTranslations } from 'use-intl'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useSaidNote } from '../requests/use-said-note.ts'
import type { PurchaseShown } from './PurchaseScreen.tsx'

/** The documents of a purchase, counter-documents included, and who took which step. */
export function PurchaseRecord({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const format = useFormats()
  const { moment } = useFormats()
  const sayNote = useSaidNote()
  return (
    <>
      <section className="block-section">
        <h2>{t('papers')}</h2>
        {deal.papers.length === 0 ? (
          <p className="text-ink-soft">{t('noPapers')}</p>
        ) : (
          <Scrolled label={t('papers')}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('number')}</th>
                  <th scope="col">{t('state')}</th>
                  <th scope="col" className="num">
                    {t('amount')}
                  </th>
                  <th scope="col">{t('when')}</th>
                </tr>
              </thead>
              <tbody>
                {deal.papers.map((paper) => (
                  <tr key={paper.number}>
                    <th scope="row">
                      <a
                        className="link"
                        href={`/office/data/requests/${deal.number}/purchase?paper=${paper.number}`}
                        target="_blank"
                        rel="noreferrer"
                      >
                        {paper.number}
                      </a>
                    </th>
                    <td>
                      {t(`paperKinds.${paper.kind}`, { number: paper.takesBack ?? '' })}
                      {paper.signedHow && <span className="sub">{t(`signedHow.${paper.signedHow}`)}</span>}
                    </td>
                    <td className="num">{format.amount(paper.totalCents)}</td>
                    <td>
                      {moment(paper.at)}
                      <span className="sub">{paper.by}</span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        )}
      </section>
      <section className="block-section" aria-labelledby="history">
        <h2 id="history">{t('history')}</h2>
        <ol className="grid gap-1">
          {deal.enteredBy && (
            <li>
              {moment(deal.submittedAt)} · {t('enteredBy', { name: deal.enteredBy })}
            </li>
          )}
          {deal.history.map((step) => (
            <li key={`${step.at}-${step.event}-${step.to}`}>
              {moment(step.at)} · {t(`statuses.${step.to as PurchaseShown['status']}`)}
              <span className="sub">
                {[
                  step.by === 'seller' ? t('bySeller') : step.by === 'shop' ? t('byShop') : step.by,
                  sayNote(step.noted),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
