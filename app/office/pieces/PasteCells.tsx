import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ListColumn } from '#app/shop/stock/list-question.ts'
import type { ConfirmedCell, PlannedCell } from '#app/shop/stock/paste-change.ts'
import { pastedCells, pastedLimits } from '#app/shop/stock/pasted-cells.ts'
import { mostChanged, type PiecePart } from '#app/shop/stock/piece-parts.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { usePaste } from '../frame/use-paste.ts'
import { ManyChangeDialog, useManyChange, useSaidRefusal } from './ManyChange.tsx'
import { PastePreview } from './PastePreview.tsx'
import { cellId, type Place } from './place.ts'
import type { Rows } from './use-rows.ts'

/** Milliseconds after which it is said that something is under way. */
const slowAfter = 500

type Props = {
  rows: Rows
  columns: readonly ListColumn[]
  /** The cell that has the place of the keyboard. */
  place: Place
  editable: ReadonlySet<ListColumn>
}

/** Takes cells that were copied in a spreadsheet: what they would change is shown first, and only then done. */
export function PasteCells({ rows, columns, place, editable }: Props) {
  const t = useTranslations('office.pieces')
  const announce = useAnnounce()
  const said = useSaidRefusal()
  const summaryId = useId()
  const many = useManyChange()
  const [checking, setChecking] = useState(false)

  const preview = async (text: string): Promise<string | null> => {
    const block = pastedCells(text)
    if (block.length > mostChanged) return t('paste.tooMany', { most: mostChanged })
    if (block.every((cells) => cells.every((cell) => cell === ''))) return t('paste.nothing')
    // Where there is little room, some columns are not drawn: cells go into those that are seen.
    const seen = columns
      .slice(place.column - 1)
      .filter((_, beside) => isSeen({ row: place.row, column: place.column + beside }))
    const shown = await rows.fetchRows(place.row, place.row + block.length - 1)
    if (shown.some((piece, below) => !piece && place.row + below < rows.total)) return t('failed')
    const previewed = await act('pieces.preview-paste', {
      columns: seen,
      rows: block.map((cells, below) => ({
        id: shown[below]?.id ?? null,
        cells: cells.slice(0, pastedLimits.cells).map((cell) => cell.slice(0, pastedLimits.cell)),
      })),
    })
    if (!previewed.ok) return said(previewed)
    const { key, cells } = previewed
    if (cells.length === 0) return t('paste.nothing')
    const pieces = new Map(shown.flatMap((piece) => (piece ? [[piece.id, piece]] : [])))
    const good = confirmed(cells)
    many.open({
      preview: <PastePreview id={summaryId} cells={cells} pieces={pieces} />,
      button: good.length > 0 ? t('paste.make', { count: good.length }) : null,
      make: () => act('pieces.make-paste', { key, cells: good }),
    })
    return null
  }
  usePaste((pasted) => {
    const text = pasted.getData('text/plain')
    if (text === '' || document.activeElement?.id !== cellId(place)) return false
    const column = columns[place.column - 1]
    if (column && editable.has(column)) {
      if (checking || many.busy) return true
      setChecking(true)
      const slow = setTimeout(() => announce(t('paste.checking')), slowAfter)
      void preview(text).then((refused) => {
        clearTimeout(slow)
        setChecking(false)
        if (refused !== null) announce(refused)
      })
    } else {
      const offered = columns.filter((each) => editable.has(each)).map((each) => t(`columns.${each}`))
      announce(t('paste.notHere', { columns: offered.join(', ') || '–' }))
    }
    return true
  })

  return (
    <ManyChangeDialog change={many} title={t('paste.title')} className="paste-dialog" summaryId={summaryId} />
  )
}

const isSeen = (place: Place) => document.getElementById(cellId(place))?.checkVisibility() ?? false

/** The cells of a preview that can be changed. */
const confirmed = (cells: readonly PlannedCell[]): ConfirmedCell[] =>
  cells.flatMap(({ id, column, after, version, refusal }) =>
    // Only columns that are parts of a piece come without a refusal.
    id !== null && refusal === null ? [{ id, part: column as PiecePart, value: after, version }] : [],
  )
