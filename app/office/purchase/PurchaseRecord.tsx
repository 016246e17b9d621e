import { useTranslations } from 'use-intl'
import { RowTable } from '../frame/RowTable.tsx'
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
          <RowTable
            label={t('papers')}
            rows={deal.papers.map((paper) => ({
              key: paper.number,
              cells: [
                {
                  heading: t('number'),
                  cell: (
                    <a
                      className="link"
                      href={`/office/data/requests/${deal.number}/purchase?paper=${paper.number}`}
                      target="_blank"
                      rel="noreferrer"
                    >
                      {paper.number}
                    </a>
                  ),
                },
                {
                  heading: t('state'),
                  cell: (
                    <>
                      {t(`paperKinds.${paper.kind}`, { number: paper.takesBack ?? '' })}
                      {paper.signedHow && <span className="sub">{t(`signedHow.${paper.signedHow}`)}</span>}
                    </>
                  ),
                },
                { heading: t('amount'), cell: format.amount(paper.totalCents), num: true },
                {
                  heading: t('when'),
                  cell: (
                    <>
                      {moment(paper.at)}
                      <span className="sub">{paper.by}</span>
                    </>
                  ),
                },
              ],
            }))}
          />
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
