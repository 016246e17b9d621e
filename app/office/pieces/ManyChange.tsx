import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { type AnswerOf, act } from '../frame/calls.ts'

type MakeAnswer = AnswerOf<'pieces.make-bulk'> | AnswerOf<'pieces.make-paste'>
type Made = Extract<MakeAnswer, { ok: true }>

/** A change of many pieces that can be made: nothing is written yet. */
export type PlannedChange = {
  /** What would become of each. */
  preview: ReactNode
  /** What the button says that makes it; null: nothing of it can be changed. */
  button: string | null
  /** Asked again, it does nothing twice. */
  make(): Promise<MakeAnswer>
}

/** Where a change stands; null: what is to change is asked yet. */
type Stand = { at: 'planned'; planned: PlannedChange } | { at: 'made'; made: Made; undone: boolean } | null

type ManyChange = {
  dialog: RefObject<HTMLDialogElement | null>
  close: RefObject<HTMLButtonElement | null>
  stand: Stand
  fault: string | null
  busy: boolean
  /** Opens the dialog with what is planned, or with the question what is to change. */
  open(planned: PlannedChange | null): void
  /** Plans what was asked for; words: why it cannot be. */
  plan(work: () => Promise<PlannedChange | string>): void
  make(planned: PlannedChange): void
  undo(made: Made): void
  /** What was planned: what is to change is asked anew. */
  forget(): void
}

/** Why a call did nothing, in words. */
export function useSaidRefusal() {
  const t = useTranslations('office.pieces')
  return ({ reason }: { reason: string }) => t(reason === 'not-allowed' ? 'refusals.not-allowed' : 'failed')
}

/** A change of many pieces on its way: planned, made, and put back; one step at a time. */
export function useManyChange(): ManyChange {
  const said = useSaidRefusal()
  const { revalidate } = useRevalidator()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const [stand, setStand] = useState<Stand>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const run = async (work: () => Promise<string | null>) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    setFault(await work())
    setBusy(false)
  }
  const end = async (made: Made, undone: boolean) => {
    setStand({ at: 'made', made, undone })
    // The button that was pressed is gone, and the focus must not be.
    close.current?.focus()
    await revalidate()
    return null
  }
  return {
    ...{ dialog, close, stand, fault, busy },
    open: (planned) => {
      setStand(planned && { at: 'planned', planned })
      setFault(null)
      dialog.current?.showModal()
    },
    plan: (work) =>
      void run(async () => {
        const planned = await work()
        if (typeof planned === 'string') return planned
        setStand({ at: 'planned', planned })
        return null
      }),
    make: (planned) =>
      void run(async () => {
        const answer = await planned.make()
        return answer.ok ? end(answer, false) : said(answer)
      }),
    undo: (made) =>
      void run(async () => {
        const answer = await act('pieces.undo-bulk', { id: made.id })
        return answer.ok ? end({ ...made, changed: answer.restored, left: answer.left }, true) : said(answer)
      }),
    forget: () => setStand(null),
  }
}

type Props = {
  change: ManyChange
  title: string
  className?: string
  /** Of the preview, what says in a line what would change. */
  summaryId?: string
  /** Asks what is to change, until it is planned. */
  question?: ReactNode
}

/** Shows what a change would make of many pieces, then what became of them, with the way back. */
export function ManyChangeDialog({ change, title, className = '', summaryId, question }: Props) {
  const t = useTranslations('office.pieces')
  const titleId = useId()
  const { stand, busy } = change
  const planned = stand?.at === 'planned' ? stand.planned : null
  const made = stand?.at === 'made' ? stand : null
  return (
    <dialog
      ref={change.dialog}
      className={`office-dialog ${className}`}
      aria-labelledby={titleId}
      aria-describedby={summaryId}
      // It may have been opened again before this is told.
      onClose={({ currentTarget }) => currentTarget.open || change.forget()}
    >
      <h2 id={titleId}>{title}</h2>
      {!stand && question}
      {planned?.preview}
      {made && <Outcome made={made.made} undone={made.undone} />}
      <p role="alert" className="missing">
        {change.fault}
      </p>
      <form method="dialog" className="page-actions bulk-actions">
        {planned?.button && (
          <button type="button" className="do" disabled={busy} onClick={() => change.make(planned)}>
            {planned.button}
          </button>
        )}
        {planned && question && (
          <button type="button" className="do quiet" onClick={change.forget}>
            {t('bulk.back')}
          </button>
        )}
        {made && !made.undone && made.made.changed > 0 && (
          <button type="button" className="do quiet" disabled={busy} onClick={() => change.undo(made.made)}>
            {t('bulk.undo')}
          </button>
        )}
        <button type="submit" ref={change.close} className="do quiet">
          {t(made ? 'done' : 'cancel')}
        </button>
      </form>
    </dialog>
  )
}

/** What became of many pieces, and which were left as they are. */
function Outcome({ made, undone }: { made: Made; undone: boolean }) {
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
