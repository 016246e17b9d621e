import { useTranslations } from 'use-intl'
import { ProductCard } from '#app/ui/ProductCard.tsx'
import type { Preview } from './use-typed.ts'

/** The card and the facts as customers will see them, with what is typed and not saved. */
export function CustomersSee({ preview, apiUrl }: { preview: Preview; apiUrl: string }) {
  const t = useTranslations('office.piece')
  const card = useTranslations('catalogue.card')
  const { facts, condition, defect, description } = preview
  return (
    <section className="box" aria-labelledby="customers-see">
      <h2 id="customers-see">{t('customersSee')}</h2>
      <div className="piece-preview-card" inert>
        <ProductCard piece={preview.card} apiUrl={apiUrl} load="eager" t={card} />
      </div>
      <h3>{t('page')}</h3>
      <dl className="piece-facts">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {condition && (
          <div>
            <dt>{t('condition')}</dt>
            <dd>{[condition.label, condition.notes].filter(Boolean).join(': ')}</dd>
          </div>
        )}
        {defect && (
          <div>
            <dt>{t('defect')}</dt>
            <dd>{defect}</dd>
          </div>
        )}
      </dl>
      {description ? <p>{description}</p> : <p className="missing">{t('noDescription')}</p>}
    </section>
  )
}
