import { useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { may } from '#app/shop/staff/permissions.ts'
import { costColumns, type ListColumn, type SortKey } from '#app/shop/stock/list-question.ts'
import { partPermissions, pieceParts } from '#app/shop/stock/piece-parts.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useMay, useMember } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { SavedViews } from '../list/SavedViews.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { BranchNames } from './branch-names.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { FilterChips } from './FilterChips.tsx'
import { Filters } from './Filters.tsx'
import { NewPiece } from './NewPiece.tsx'
import { PieceGrid } from './PieceGrid.tsx'
import { StandardViews } from './StandardViews.tsx'
import { useChoice } from './use-choice.ts'
import { sameList, useQuestion } from './use-question.ts'
import { useRows } from './use-rows.ts'

/** Columns that are sorted the largest first when they are chosen. */
const largestFirst: ReadonlySet<SortKey> = new Set([
  'number',
  'price',
  'cost',
  'margin',
  'days',
  'acquired',
  'changed',
])

export default function PiecesScreen() {
  const t = useTranslations('office.pieces')
  const shown = useShown<'pieces'>()
  const { question, wanted, address, ask } = useQuestion()
  const rows = useRows(address, shown)
  const choice = useChoice(rows)
  const announce = useAnnounce()
  const seesCost = useMay('pieces.see-cost')
  const branches = useMemo(() => new Map(shown.branches.map(({ id, name }) => [id, name])), [shown.branches])
  const columns = question.columns.filter((column) => seesCost || !costColumns.has(column))

  const member = useMember()
  const editable = useMemo(
    () => new Set<ListColumn>(pieceParts.filter((part) => may(member.role, partPermissions[part]))),
    [member.role],
  )

  const { total } = shown
  const first = useRef(true)
  useEffect(() => {
    // Only what somebody asked for is said.
    if (!first.current) announce(t('found', { count: total }))
    first.current = false
  }, [announce, t, total])

  const sort = (by: SortKey) => {
    const { sorting } = wanted
    const descending = sorting?.by === by ? !sorting.descending : largestFirst.has(by)
    ask({ sorting: { by, descending } })
  }
  const chooseAll = async () => {
    const answer = await act('pieces.numbers', { address })
    if (answer.ok) choice.set(answer.ids)
  }

  return (
    <BranchNames value={branches}>
      <Page title={t('title')} actions={<NewPiece />}>
        <div className="toolbar">
          <SearchField
            words={question.words}
            label={t('search')}
            hint={t('searchHint')}
            onAsk={(words) => ask({ words, sorting: null }, { replace: true })}
          />
          <Filters question={wanted} shown={shown} seesCost={seesCost} onAsk={ask} />
          <ColumnChoice columns={wanted.columns} seesCost={seesCost} onAsk={ask} />
        </div>
        <StandardViews address={address} counts={shown.counts} />
        <SavedViews list="pieces" address={address} isSame={sameList} views={shown.views} />
        <FilterChips question={wanted} shown={shown} onAsk={ask} />
        <p className="toolbar piece-count">
          <span>{t('found', { count: total })}</span>
          {total > 0 && (
            <button type="button" className="plain-button" onClick={() => void chooseAll()}>
              {t('chooseAll')}
            </button>
          )}
          {choice.ids.size > 0 && (
            <button type="button" className="plain-button" onClick={() => choice.set([])}>
              {t('chooseNone', { count: choice.ids.size })}
            </button>
          )}
          {total > 0 && editable.size > 0 && (
            <span id="paste-hint" className="piece-hint">
              {t('paste.hint')}
            </span>
          )}
        </p>
        <ChosenBar ids={choice.ids} />
        {total === 0 ? (
          <p className="list-none">{shown.counts.all === 0 ? t('noPieces') : t('nothingFound')}</p>
        ) : (
          <PieceGrid
            rows={rows}
            columns={columns}
            sorting={question.sorting}
            onSort={sort}
            choice={choice}
            editable={editable}
          />
        )}
      </Page>
    </BranchNames>
  )
}
