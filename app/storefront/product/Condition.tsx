import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isOffered } from '#app/shop/catalogue/product-status.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import type { ProductView } from './product-view.ts'

/** The grade on its scale, what it means, what was found on this piece, and where the photos show it. */
export function Condition({ piece }: { piece: ProductView }) {
  const t = useTranslations('product')
  const { condition } = piece
  if (condition === null) return null
  const numbered = piece.photos.map((photo, index) => ({ photo, at: index + 1 }))
  const pinned = numbered
    .flatMap(({ photo, at }) => photo.flaws.map((flaw) => ({ ...flaw, at })))
    .sort((one, other) => one.number - other.number)
  // What is pinned is said already.
  const flaws = numbered.filter(({ photo }) => photo.role === 'flaw' && photo.flaws.length === 0)
  return (
    <section aria-labelledby="condition" className="mt-8 border-line border-t pt-5">
      <h2 id="condition" className="font-[560] font-text text-step-0 tracking-normal">
        {t('condition', { grade: condition.grade })}
      </h2>
      <div
        className="grades pt-3 pb-1"
        role="img"
        aria-label={t('conditionScale', { level: condition.level })}
      >
        {condition.scale.map(({ grade }, index) => (
          <span key={grade} className={index + 1 === condition.level ? 'grade-here' : undefined} />
        ))}
      </div>
      <p className="flex justify-between pb-3 text-ink-soft text-step--1 print:hidden" aria-hidden="true">
        <span>{condition.scale.at(-1)?.grade}</span>
        <span>{condition.scale[0]?.grade}</span>
      </p>
      <p>{condition.notes ?? condition.meaning}</p>
      {condition.notes && <p className="pt-2 text-ink-soft text-step--1">{condition.meaning}</p>}
      {condition.defect && (
        <div className="mt-4 border-brass border-l-2 pl-4">
          <h3 className="font-[560] font-text text-step-0 tracking-normal">{t('defect')}</h3>
          <p className="pt-1">{condition.defect}</p>
          {isOffered(piece.status) && (
            <p className="pt-2 text-ink-soft text-step--1 print:hidden">{t('defectAgreed')}</p>
          )}
        </div>
      )}
      {pinned.length > 0 && (
        <>
          <h3 className="pt-4 font-[560] font-text text-step-0 tracking-normal">{t('flawsFound')}</h3>
          <ol className="flaws">
            {pinned.map(({ number, text, at }) => (
              <li key={number} value={number}>
                {text}{' '}
                <a className="link whitespace-nowrap text-step--1" href={`#photo-${at}`} onClick={enlarge}>
                  {t('onPhoto', { number: at })}
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
      {flaws.length > 0 && (
        <p className="flex flex-wrap gap-x-4 pt-2 text-step--1">
          <span>{t('flaws')}:</span>
          {flaws.map(({ photo, at }) => (
            <a key={photo.id} className="link" href={`#photo-${at}`} onClick={enlarge}>
              {photo.alt}
            </a>
          ))}
        </p>
      )}
      <details className="pt-1 print:hidden">
        <summary className="link inline-flex min-h-11 items-center text-step--1">
          {t('conditionMeaning')}
        </summary>
        <dl className="grid gap-x-4 gap-y-2 pb-2 text-step--1 sm:grid-cols-[auto_1fr]">
          {condition.scale.toReversed().map(({ grade, meaning }) => (
            <div key={grade} className="sm:contents">
              <dt className="font-[560]">{grade}</dt>
              <dd className="text-ink-soft">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

/** Opens the photo on the whole screen, where its flaws have their numbers; without a script the link leads to it. */
function enlarge(event: MouseEvent<HTMLAnchorElement>) {
  if (!isPlainClick(event)) return
  event.preventDefault()
  document.querySelector<HTMLElement>(`${event.currentTarget.hash} a`)?.click()
}
