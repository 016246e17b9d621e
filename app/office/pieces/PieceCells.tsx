import { memo, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import type { ProductStatus } from '#app/shop/catalogue/product-status.ts'
import type { ListColumn } from '#app/shop/stock/list-question.ts'
import { type PiecePart, partPermissions } from '#app/shop/stock/piece-parts.ts'
import { Thumb } from '../frame/Thumb.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { BranchNames } from './branch-names.ts'
import { EditCell } from './EditCell.tsx'
import type { PieceRow } from './pieces-answers.ts'
import { cellId } from './place.ts'
import type { Choice } from './use-choice.ts'
import type { Rows } from './use-rows.ts'

const looks: Record<ProductStatus, string> = {
  draft: 'state-quiet',
  intake: 'state-quiet',
  preparing: 'state-quiet',
  listed: 'state-good',
  reserved: 'state-warn',
  sold: 'state-quiet',
  returned: 'state-warn',
  withdrawn: 'state-quiet',
  melted: 'state-quiet',
}

const isPart = (column: ListColumn): column is PiecePart => Object.hasOwn(partPermissions, column)

type Props = {
  piece: PieceRow | undefined
  index: number
  columns: readonly ListColumn[]
  choice: Choice
  rows: Rows
  /** The column that has the place of the keyboard; null: none in this row. */
  active: number | null
  editing: number | null
  editable: ReadonlySet<ListColumn>
  onActive(column: number): void
  onEdit(column: number): void
  onEndEditing(): void
}

/** The cells of one row. */
export const PieceCells = memo(function PieceCells(props: Props) {
  const { piece, index, columns, choice, rows, active, editing, editable, onActive, onEdit, onEndEditing } =
    props
  const t = useTranslations('office.pieces')
  const cell = (column: number) => ({
    id: cellId({ row: index, column }),
    onFocus: () => active !== column && onActive(column),
  })
  // It becomes the cell that has the place once the piece is here, so that the focus stays.
  if (!piece)
    return (
      <div
        key={columns[(active ?? 0) - 1] ?? 'name'}
        role="gridcell"
        tabIndex={active === null ? -1 : 0}
        {...cell(active ?? 0)}
        className="piece-cell piece-name"
      >
        <span className="sub">{t('loading')}</span>
      </div>
    )
  return [
    <div key="choose" role="gridcell" tabIndex={-1} className="piece-cell piece-choose">
      <label>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('chooseOne', { number: piece.id })}
          checked={choice.has(piece.id)}
          onChange={() => undefined}
          onClick={(event) =>
            event.shiftKey ? choice.extendTo(index, index) : choice.toggle(piece.id, index)
          }
        />
      </label>
    </div>,
    <div
      key="name"
      role="gridcell"
      tabIndex={active === 0 ? 0 : -1}
      {...cell(0)}
      className="piece-cell piece-name"
    >
      <Name piece={piece} />
    </div>,
    ...columns.map((name, at) => {
      const isEditable = editable.has(name)
      return (
        <div
          key={name}
          role="gridcell"
          tabIndex={active === at + 1 ? 0 : -1}
          {...cell(at + 1)}
          aria-readonly={!isEditable}
          className={`piece-cell piece-${name}`}
          onDoubleClick={() => isEditable && onEdit(at + 1)}
        >
          {editing === at + 1 && isPart(name) ? (
            <EditCell piece={piece} part={name} rows={rows} onEnd={onEndEditing} />
          ) : (
            <Value piece={piece} column={name} />
          )}
        </div>
      )
    }),
  ]
})

function Name({ piece }: { piece: PieceRow }) {
  const t = useTranslations('office.pieces')
  const locale = useLocale() as Locale
  return (
    <>
      <Thumb src={piece.photo && `/api/photos/${piece.photo}/160.webp`} />
      <span className="piece-said">
        <Link to={`/pieces/${piece.id}`} tabIndex={-1} className="piece-link">
          {piece.brand && `${piece.brand} `}
          {piece.name[locale]}
        </Link>
        <span className="sub">{piece.facts.join(' · ')}</span>
        {(piece.missing.length > 0 || piece.cameBack) && (
          <span className="missing">
            {[
              ...(piece.cameBack ? [t('cameBack')] : []),
              ...(piece.missing.length > 0
                ? [t('isMissing', { parts: piece.missing.map((part) => t(`missing.${part}`)).join(', ') })]
                : []),
            ].join(' · ')}
          </span>
        )}
      </span>
    </>
  )
}

function Value({ piece, column }: { piece: PieceRow; column: ListColumn }): ReactNode {
  const t = useTranslations('office.pieces')
  const format = useFormats()
  const branches = use(BranchNames)
  const price = (cents: number | null) => (cents === null ? '–' : format.price(cents))
  switch (column) {
    case 'number':
      return piece.id
    case 'kind':
      return t(`kinds.${piece.kind}`)
    case 'branch':
      return piece.branch === null ? '–' : (branches.get(piece.branch) ?? piece.branch)
    case 'price':
      return price(piece.price)
    case 'cost':
      return price(piece.cost)
    case 'margin':
      return piece.price === null || piece.cost === null
        ? '–'
        : format.percent((piece.price - piece.cost) / piece.price)
    case 'days':
      return piece.daysOnSale === null ? '–' : t('dayCount', { count: piece.daysOnSale })
    case 'status':
      return <span className={`state ${looks[piece.status]}`}>{t(`statuses.${piece.status}`)}</span>
    case 'acquired':
      return piece.acquiredOn === null ? '–' : format.day(piece.acquiredOn)
    case 'changed':
      return format.day(piece.changedAt)
  }
}
