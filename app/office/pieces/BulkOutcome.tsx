import { useTranslations } from 'use-intl'
import type { AnswerOf } from '../frame/calls.ts'

export type Made = Extract<AnswerOf<'pieces.make-bulk'>, { ok: true }>

/** What became of many pieces, and which were left as they are. */
export function Outcome({ made, undone }: { made: Made; undone: boolean }) {
  const t = useTranslations('office.pieces')
  const pieces = new Set(made.left.map(({ id }) => id)).size
  return (
    <>
      <p role="status">{t(undone ? 'bulk.undone' : 'bulk.made', { count: made.changed })}</p>
      {made.left.length > 0 && (
        <>
          <p>{t('bulk.left', { count: pieces })}</p>
          <ul className="bulk-left">
            {made.left.map(({ id, part, reason }) => (
              <li key={`${id} ${part}`}>
                {id}, {t(`columns.${part}`)}: {t(`refusals.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
