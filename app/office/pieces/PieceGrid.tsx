import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ListColumn, Sorting, SortKey } from '#app/shop/stock/list-question.ts'
import { PasteCells } from './PasteCells.tsx'
import { PieceCells } from './PieceCells.tsx'
import { cellId, type Place } from './place.ts'
import type { Choice } from './use-choice.ts'
import { useKeptPlace } from './use-kept-place.ts'
import type { Rows } from './use-rows.ts'

/** Heights of a row in rem, as `pieces.css` lays it out: in one line, with names of two lines, in lines of its own. */
const wideRow = 4.6
const tabletRow = 5.6
const narrowRow = 6.6
const [wide, tablet] = ['(width >= 80rem)', '(width >= 48rem)'] as const

type Props = {
  rows: Rows
  columns: readonly ListColumn[]
  sorting: Sorting | null
  onSort(by: SortKey): void
  choice: Choice
  editable: ReadonlySet<ListColumn>
}

/** All pieces of a list, of which only those near the window are drawn; used like a spreadsheet by keyboard. */
export function PieceGrid({ rows, columns, sorting, onSort, choice, editable }: Props) {
  const t = useTranslations('office.pieces')
  const navigate = useNavigate()
  const body = useRef<HTMLDivElement>(null)
  const { active, returning, put, arrived } = useKeptPlace()
  const takesFocus = useRef(false)
  const [editing, setEditing] = useState<Place | null>(null)
  const [margin, setMargin] = useState(0)
  const rowHeight = useRowHeight()
  const virtual = useWindowVirtualizer({
    count: rows.total,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: 60,
    scrollPaddingEnd: 90,
  })
  const items = virtual.getVirtualItems()
  // Whoever works by keyboard keeps the place, also while the wheel shows another.
  const last = Math.min(active.row, rows.total - 1)
  const drawn = items.map(({ index, start }) => ({ index, start }))
  if (rows.total > 0 && !drawn.some(({ index }) => index === last))
    drawn.push({ index: last, start: margin + last * rowHeight })

  // What stands above may grow by a line of chips.
  useLayoutEffect(() => {
    const top = body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0
    setMargin((before) => (Math.abs(before - top) > 1 ? top : before))
  })
  useLayoutEffect(() => {
    if (rowHeight > 0) virtual.measure()
  }, [rowHeight, virtual])

  const from = items[0]?.index ?? 0
  const to = items.at(-1)?.index ?? 0
  useEffect(() => {
    const timer = setTimeout(() => void rows.fetchRows(from, to), 60)
    return () => clearTimeout(timer)
  }, [rows, from, to])

  const cellOf = (place: Place) => document.getElementById(cellId(place))
  const goTo = (place: Place) => {
    const row = Math.max(0, Math.min(rows.total - 1, place.row))
    const column = Math.max(0, Math.min(columns.length, place.column))
    put({ row, column })
    virtual.scrollToIndex(row, { align: 'auto' })
    takesFocus.current = true
  }
  // At once when the cell is drawn: of keys that are held down, those are lost that come while nothing has the focus.
  useLayoutEffect(() => {
    const cell = takesFocus.current ? cellOf({ row: last, column: active.column }) : null
    if (!cell) return
    takesFocus.current = false
    cell.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (!returning || !rows.at(last)) return
    arrived()
    // By then the page is scrolled to where it was; whoever had scrolled away from the row is left there.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const cell = cellOf({ row: last, column: active.column })
        if (cell && isInView(cell) && isFocusFree()) cell.focus({ preventScroll: true })
      }),
    )
  })
  const endEditing = () => {
    setEditing(null)
    goTo(active)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.altKey) return
    const { row, column } = active
    const ctrl = event.ctrlKey || event.metaKey
    const steps: Record<string, Place> = {
      ArrowDown: { row: row + 1, column },
      ArrowUp: { row: row - 1, column },
      ArrowRight: { row, column: column + 1 },
      ArrowLeft: { row, column: column - 1 },
      PageDown: { row: row + 10, column },
      PageUp: { row: row - 10, column },
      Home: ctrl ? { row: 0, column: 0 } : { row, column: 0 },
      End: ctrl ? { row: rows.total - 1, column } : { row, column: columns.length },
    }
    const step = steps[event.key]
    const piece = rows.at(row)
    if (step && (!ctrl || event.key === 'Home' || event.key === 'End')) {
      event.preventDefault()
      if (event.shiftKey && step.row !== row) choice.extendTo(step.row, row)
      goTo(step)
    } else if (ctrl) return
    else if ((event.key === 'Enter' || event.key === 'F2') && piece) {
      const name = columns[column - 1]
      event.preventDefault()
      if (name && editable.has(name)) setEditing(active)
      else if (event.key === 'Enter') {
        put(active, { atOnce: true })
        void navigate(`/pieces/${piece.id}`)
      }
    } else if ((event.key === ' ' || event.key === 'x') && piece) {
      event.preventDefault()
      if (event.shiftKey) choice.extendTo(row, row)
      else choice.toggle(piece.id, row)
    }
  }
  const heading = (key: SortKey) => {
    const by = sorting?.by === key ? sorting : null
    return (
      <div
        key={key}
        role="columnheader"
        tabIndex={-1}
        aria-sort={by ? (by.descending ? 'descending' : 'ascending') : undefined}
        className={`piece-cell piece-${key}`}
      >
        <button type="button" className="piece-sort" onClick={() => onSort(key)}>
          {t(`columns.${key}`)}
          {by && <span aria-hidden="true">{by.descending ? ' ↓' : ' ↑'}</span>}
        </button>
      </div>
    )
  }

  return (
    <div className="piece-scroll">
      <div
        role="grid"
        tabIndex={-1}
        aria-label={t('list')}
        aria-describedby={editable.size > 0 ? 'paste-hint' : undefined}
        aria-rowcount={rows.total + 1}
        aria-colcount={columns.length + 2}
        aria-multiselectable="true"
        className="piece-grid"
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className="piece-head">
          <div role="row" tabIndex={-1} aria-rowindex={1} className="piece-row">
            <div role="columnheader" tabIndex={-1} className="piece-cell piece-choose">
              <span className="sr-only">{t('choose')}</span>
            </div>
            {heading('name')}
            {columns.map(heading)}
          </div>
        </div>
        {/* React's own way of styling by script, which the policy allows. */}
        <div role="rowgroup" ref={body} className="piece-body" style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ index, start }) => {
            const piece = rows.at(index)
            const chosen = piece !== undefined && choice.has(piece.id)
            return (
              <div
                key={index}
                role="row"
                tabIndex={-1}
                aria-rowindex={index + 2}
                aria-selected={chosen}
                className="piece-row piece-line"
                style={{ height: rowHeight, transform: `translateY(${start - margin}px)` }}
              >
                <PieceCells
                  piece={piece}
                  index={index}
                  columns={columns}
                  choice={choice}
                  rows={rows}
                  active={index === last ? active.column : null}
                  editing={editing?.row === index ? editing.column : null}
                  editable={editable}
                  onActive={(column) => put({ row: index, column }, { atOnce: true })}
                  onEdit={(column) => {
                    put({ row: index, column })
                    setEditing({ row: index, column })
                  }}
                  onEndEditing={endEditing}
                />
              </div>
            )
          })}
        </div>
      </div>
      {editable.size > 0 && <PasteCells rows={rows} columns={columns} place={active} editable={editable} />}
    </div>
  )
}

const isInView = (cell: HTMLElement) => {
  const { top, bottom } = cell.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** Nobody is at anything else yet. */
const isFocusFree = () => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.id === 'page-title'
}

function useRowHeight(): number {
  const height = useSyncExternalStore(
    (changed) => {
      const queries = [wide, tablet].map((query) => matchMedia(query))
      for (const query of queries) query.addEventListener('change', changed)
      return () => {
        for (const query of queries) query.removeEventListener('change', changed)
      }
    },
    () => (matchMedia(wide).matches ? wideRow : matchMedia(tablet).matches ? tabletRow : narrowRow),
  )
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Math.round(height * rem)
}
