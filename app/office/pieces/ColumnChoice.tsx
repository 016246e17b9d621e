import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { costColumns, type ListColumn, listColumns, usualColumns } from '#app/shop/stock/list-question.ts'
import type { Ask } from './use-question.ts'

/** Which columns are shown, and in which order. */
export function ColumnChoice({
  columns,
  seesCost,
  onAsk,
}: {
  columns: readonly ListColumn[]
  seesCost: boolean
  onAsk: Ask
}) {
  const t = useTranslations('office.pieces')
  const dialog = useRef<HTMLDialogElement>(null)
  const offered = listColumns.filter((column) => seesCost || !costColumns.has(column))
  const chosen = columns.filter((column) => offered.includes(column))
  const put = (next: readonly ListColumn[]) => onAsk({ columns: next }, { replace: true })
  const move = (column: ListColumn, by: number) => {
    const next = chosen.filter((each) => each !== column)
    next.splice(Math.max(0, chosen.indexOf(column) + by), 0, column)
    put(next)
  }
  return (
    <>
      <button type="button" className="do quiet" onClick={() => dialog.current?.showModal()}>
        {t('columnsTitle')}
      </button>
      <dialog ref={dialog} className="office-dialog" aria-labelledby="piece-columns">
        <h2 id="piece-columns">{t('columnsTitle')}</h2>
        <ul className="piece-columns">
          {[...chosen, ...offered.filter((column) => !chosen.includes(column))].map((column) => {
            const at = chosen.indexOf(column)
            const label = t(`columns.${column}`)
            return (
              <li key={column}>
                <label className="list-option">
                  <input
                    type="checkbox"
                    checked={at >= 0}
                    onChange={() =>
                      put(at >= 0 ? chosen.filter((each) => each !== column) : [...chosen, column])
                    }
                  />
                  {label}
                </label>
                <button
                  type="button"
                  className="icon-button"
                  disabled={at <= 0}
                  aria-label={t('moveUp', { column: label })}
                  onClick={() => move(column, -1)}
                >
                  <span aria-hidden="true">↑</span>
                </button>
                <button
                  type="button"
                  className="icon-button"
                  disabled={at < 0 || at === chosen.length - 1}
                  aria-label={t('moveDown', { column: label })}
                  onClick={() => move(column, 1)}
                >
                  <span aria-hidden="true">↓</span>
                </button>
              </li>
            )
          })}
        </ul>
        <form method="dialog" className="page-actions">
          <button type="submit" className="do">
            {t('done')}
          </button>
          <button type="button" className="do quiet" onClick={() => put(usualColumns)}>
            {t('usualColumns')}
          </button>
        </form>
      </dialog>
    </>
  )
}
