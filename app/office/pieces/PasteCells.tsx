import { useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ListColumn } from '#app/shop/stock/list-question.ts'
import type { ConfirmedCell } from '#app/shop/stock/paste-change.ts'
import { pastedCells, pastedLimits } from '#app/shop/stock/pasted-cells.ts'
import { mostChanged, type PiecePart } from '#app/shop/stock/piece-parts.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { usePaste } from '../frame/use-paste.ts'
import { type Made, Outcome } from './BulkOutcome.tsx'
import { PastePreview } from './PastePreview.tsx'
import type { PieceRow } from './pieces-answers.ts'
import { cellId, type Place } from './place.ts'
import type { Rows } from './use-rows.ts'

type Previewed = Extract<AnswerOf<'pieces.preview-paste'>, { ok: true }>
type Step =
  | { step: 'preview'; previewed: Previewed; pieces: ReadonlyMap<string, PieceRow> }
  | { step: 'done'; made: Made; undone: boolean }

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
  const { revalidate } = useRevalidator()
  const titleId = useId()
  const summaryId = useId()
  const close = useRef<HTMLButtonElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState<Step | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

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
    if (!previewed.ok) return t(previewed.reason === 'not-allowed' ? 'refusals.not-allowed' : 'failed')
    if (previewed.cells.length === 0) return t('paste.nothing')
    const pieces = new Map(shown.flatMap((piece) => (piece ? [[piece.id, piece]] : [])))
    setAt({ step: 'preview', previewed, pieces })
    setFault(null)
    dialog.current?.showModal()
    return null
  }
  usePaste((pasted) => {
    const text = pasted.getData('text/plain')
    if (text === '' || document.activeElement?.id !== cellId(place)) return false
    const column = columns[place.column - 1]
    if (column && editable.has(column)) {
      if (busy) return true
      setBusy(true)
      const slow = setTimeout(() => announce(t('paste.checking')), slowAfter)
      void preview(text).then((refused) => {
        clearTimeout(slow)
        setBusy(false)
        if (refused !== null) announce(refused)
      })
    } else {
      const offered = columns.filter((each) => editable.has(each)).map((each) => t(`columns.${each}`))
      announce(t('paste.notHere', { columns: offered.join(', ') || '–' }))
    }
    return true
  })

  const run = async (work: () => Promise<string | null>) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    setFault(await work())
    setBusy(false)
  }
  const end = (done: Step) => {
    setAt(done)
    // The button that was pressed is gone, and the focus must not be.
    close.current?.focus()
  }
  const make = ({ key, cells }: Previewed) =>
    run(async () => {
      const answer = await act('pieces.make-paste', { key, cells: confirmed(cells) })
      // Asked again with the same key, nothing is done twice.
      if (!answer.ok) return t(answer.reason === 'not-allowed' ? 'refusals.not-allowed' : 'failed')
      end({ step: 'done', made: answer, undone: false })
      await revalidate()
      return null
    })
  const undo = (made: Made) =>
    run(async () => {
      const answer = await act('pieces.undo-bulk', { id: made.id })
      if (!answer.ok) return t('failed')
      end({ step: 'done', made: { ...made, changed: answer.restored, left: answer.left }, undone: true })
      await revalidate()
      return null
    })
  const good = at?.step === 'preview' ? confirmed(at.previewed.cells).length : 0

  return (
    <dialog
      ref={dialog}
      className="office-dialog paste-dialog"
      aria-labelledby={titleId}
      aria-describedby={summaryId}
      onClose={() => setAt(null)}
    >
      <h2 id={titleId}>{t('paste.title')}</h2>
      {at?.step === 'preview' && (
        <PastePreview id={summaryId} cells={at.previewed.cells} pieces={at.pieces} />
      )}
      {at?.step === 'done' && <Outcome made={at.made} undone={at.undone} />}
      <p role="alert" className="missing">
        {fault}
      </p>
      <form method="dialog" className="page-actions bulk-actions">
        {at?.step === 'preview' && good > 0 && (
          <button type="button" className="do" disabled={busy} onClick={() => void make(at.previewed)}>
            {t('paste.make', { count: good })}
          </button>
        )}
        {at?.step === 'done' && !at.undone && at.made.changed > 0 && (
          <button type="button" className="do quiet" disabled={busy} onClick={() => void undo(at.made)}>
            {t('bulk.undo')}
          </button>
        )}
        <button type="submit" ref={close} className="do quiet">
          {t(at?.step === 'done' ? 'done' : 'cancel')}
        </button>
      </form>
    </dialog>
  )
}

const isSeen = (place: Place) => document.getElementById(cellId(place))?.checkVisibility() ?? false

/** The cells of a preview that can be changed. */
const confirmed = (cells: Previewed['cells']): ConfirmedCell[] =>
  cells.flatMap(({ id, column, after, version, refusal }) =>
    // Only columns that are parts of a piece come without a refusal.
    id !== null && refusal === null ? [{ id, part: column as PiecePart, value: after, version }] : [],
  )
