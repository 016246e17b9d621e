import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { TextField } from '#app/blocks/text-fields.ts'
import { useFormats } from '../frame/use-formats.ts'
import { keyOf, type WrittenTexts } from './use-written-texts.ts'

/** Texts that two people wrote: both are shown, and one is chosen of each. */
export function TextConflicts({ written, fields }: { written: WrittenTexts; fields: readonly TextField[] }) {
  const t = useTranslations('office.preview')
  const format = useFormats()
  const id = useId()
  const { conflict } = written
  if (!conflict) return null
  const { by, at } = conflict
  return (
    <section aria-labelledby={id} className="piece-conflicts" role="alert">
      <h2 id={id}>{t('conflict.title')}</h2>
      <p>{t(by ? 'conflict.by' : 'conflict.byFile', { by: by ?? '', when: format.day(at) })}</p>
      <ul>
        {conflict.texts.map(({ path, theirs }) => {
          const field = fields.find((each) => keyOf(each.path) === keyOf(path))
          return (
            <li key={keyOf(path)}>
              <h3>{field ? t('field', { block: field.block, field: field.label }) : keyOf(path)}</h3>
              <dl>
                <dt>{t('conflict.theirs')}</dt>
                <dd>{theirs === null ? t('conflict.placeGone') : theirs || t('conflict.empty')}</dd>
                <dt>{t('conflict.mine')}</dt>
                <dd>{(field && written.textOf(field)) || t('conflict.empty')}</dd>
              </dl>
              <p className="page-actions">
                <button type="button" className="do quiet" onClick={() => written.settle(path, 'theirs')}>
                  {t('conflict.takeTheirs')}
                </button>
                {theirs !== null && (
                  <button type="button" className="do quiet" onClick={() => written.settle(path, 'mine')}>
                    {t('conflict.takeMine')}
                  </button>
                )}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
