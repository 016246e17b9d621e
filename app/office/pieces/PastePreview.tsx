import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import type { PlannedCell } from '#app/shop/stock/paste-change.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { PreviewTable } from './PreviewTable.tsx'
import type { PieceRow } from './pieces-answers.ts'
import { useSaidPart } from './use-said-part.ts'

type Props = { id: string; cells: readonly PlannedCell[]; pieces: ReadonlyMap<string, PieceRow> }

/** What pasted cells would change, and row by row why some cannot be taken. */
export function PastePreview({ id, cells, pieces }: Props) {
  const t = useTranslations('office.pieces')
  const say = useSaidPart()
  const changes = cells.filter(({ refusal }) => refusal === null)
  const same = cells.filter(({ refusal }) => refusal === 'same').length
  const faults = cells.filter(({ refusal }) => refusal !== null && refusal !== 'same')
  const headings = (...last: string[]) => [
    { words: t('paste.row'), isNumber: true },
    ...[t('columns.name'), t('paste.column'), ...last].map((words) => ({ words })),
  ]
  return (
    <>
      <p role="status" id={id}>
        {t('paste.willChange', { count: changes.length, refused: faults.length })}
      </p>
      <p className="sub">
        {same > 0 && `${t('paste.same', { count: same })} `}
        {t('paste.empty')}
      </p>
      {faults.length > 0 && (
        <>
          <h3 className="mt-4">{t('paste.faults')}</h3>
          <PreviewTable label={t('paste.faults')} headings={headings(t('paste.given'), t('paste.why'))}>
            {byPlace(faults, (cell) => (
              <tr>
                <Whose cell={cell} pieces={pieces} />
                <td>{cell.given}</td>
                <td className="missing">{cell.refusal && t(`refusals.${cell.refusal}`)}</td>
              </tr>
            ))}
          </PreviewTable>
        </>
      )}
      {changes.length > 0 && (
        <>
          <h3 className="mt-4">{t('paste.changes')}</h3>
          <PreviewTable label={t('paste.changes')} headings={headings(t('bulk.before'), t('bulk.after'))}>
            {byPlace(changes, (cell) => (
              <tr>
                <Whose cell={cell} pieces={pieces} />
                <td>{say(cell.before)}</td>
                <td>
                  <b>{say(cell.after)}</b>
                </td>
              </tr>
            ))}
          </PreviewTable>
        </>
      )}
    </>
  )
}

/** The row of the block, its piece and the column of a cell. */
function Whose({ cell, pieces }: { cell: PlannedCell; pieces: Props['pieces'] }) {
  const t = useTranslations('office.pieces')
  const locale = useLocale() as Locale
  const piece = cell.id === null ? undefined : pieces.get(cell.id)
  return (
    <>
      <td className="num">{cell.row}</td>
      <th scope="row">
        {/* Where there is little room, the number says enough. */}
        <span className="hidden md:inline">
          {piece && [piece.brand, piece.name[locale]].filter(Boolean).join(' ')}{' '}
        </span>
        <span className="sub">{cell.id ?? '–'}</span>
      </th>
      <td>{cell.column ? t(`columns.${cell.column}`) : '–'}</td>
    </>
  )
}
