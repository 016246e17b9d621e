import { use, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import type { BulkChange } from '#app/shop/stock/bulk-change.ts'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { Scrolled } from '../frame/Scrolled.tsx'
import { type Made, Outcome } from './BulkOutcome.tsx'
import { BranchNames } from './branch-names.ts'
import type { PreviewedRow } from './bulk-answers.ts'
import { useSaidPart } from './use-said-part.ts'

type Step =
  | { step: 'ask' }
  | { step: 'preview'; key: string; change: BulkChange; rows: readonly PreviewedRow[] }
  | { step: 'done'; made: Made; undone: boolean }

/** Changes the chosen pieces: what is to change, then what becomes of each, and only then is it done. */
export function BulkDialog({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('office.pieces')
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { revalidate } = useRevalidator()
  const [at, setAt] = useState<Step>({ step: 'ask' })
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const run = async (work: () => Promise<string | null>) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    setFault(await work())
    setBusy(false)
  }
  const preview = (change: BulkChange) =>
    run(async () => {
      const answer = await act('pieces.preview-bulk', { ids: [...ids], change })
      if (!answer.ok) return t(answer.reason === 'not-allowed' ? 'refusals.not-allowed' : 'failed')
      setAt({ step: 'preview', key: answer.key, change, rows: answer.rows })
      return null
    })
  const make = ({ key, change, rows }: Extract<Step, { step: 'preview' }>) =>
    run(async () => {
      const pieces = rows.flatMap(({ id, version, before, refusal }) =>
        refusal === null ? [{ id, version, before }] : [],
      )
      const answer = await act('pieces.make-bulk', { key, change, pieces })
      // Asked again with the same key, nothing is done twice.
      if (!answer.ok) return t(answer.reason === 'not-allowed' ? 'refusals.not-allowed' : 'failed')
      setAt({ step: 'done', made: answer, undone: false })
      await revalidate()
      return null
    })
  const undo = (made: Made) =>
    run(async () => {
      const answer = await act('pieces.undo-bulk', { id: made.id })
      if (!answer.ok) return t('failed')
      setAt({ step: 'done', made: { ...made, changed: answer.restored, left: answer.left }, undone: true })
      await revalidate()
      return null
    })

  return (
    <>
      <button
        type="button"
        className="do"
        onClick={() => {
          setAt({ step: 'ask' })
          setFault(null)
          dialog.current?.showModal()
        }}
      >
        {t('bulk.change')}
      </button>
      <dialog ref={dialog} className="office-dialog" aria-labelledby={titleId}>
        <h2 id={titleId}>{t('bulk.title', { count: ids.length })}</h2>
        {at.step === 'ask' && <AskChange busy={busy} onPreview={(change) => void preview(change)} />}
        {at.step === 'preview' && <Preview change={at.change} rows={at.rows} />}
        {at.step === 'done' && <Outcome made={at.made} undone={at.undone} />}
        <p role="alert" className="missing">
          {fault}
        </p>
        <form method="dialog" className="page-actions bulk-actions">
          {at.step === 'preview' && at.rows.some(({ refusal }) => refusal === null) && (
            <button type="button" className="do" disabled={busy} onClick={() => void make(at)}>
              {t('bulk.make', { count: at.rows.filter(({ refusal }) => refusal === null).length })}
            </button>
          )}
          {at.step === 'preview' && (
            <button type="button" className="do quiet" onClick={() => setAt({ step: 'ask' })}>
              {t('bulk.back')}
            </button>
          )}
          {at.step === 'done' && !at.undone && at.made.changed > 0 && (
            <button type="button" className="do quiet" disabled={busy} onClick={() => void undo(at.made)}>
              {t('bulk.undo')}
            </button>
          )}
          <button type="submit" className="do quiet">
            {t(at.step === 'done' ? 'done' : 'cancel')}
          </button>
        </form>
      </dialog>
    </>
  )
}

const hows = ['by-share', 'by-amount', 'to-amount', 'to-branch'] as const
type How = (typeof hows)[number]

function AskChange({ busy, onPreview }: { busy: boolean; onPreview(change: BulkChange): void }) {
  const t = useTranslations('office.pieces')
  const branches = use(BranchNames)
  const maySell = useMay('pieces.sell')
  const offered = hows.filter((how) => how === 'to-branch' || maySell)
  const [how, setHow] = useState<How>(offered[0] ?? 'to-branch')
  const [typed, setTyped] = useState('')
  const [branch, setBranch] = useState([...branches.keys()][0] ?? '')
  const [fault, setFault] = useState(false)
  const faultId = useId()
  const send = () => {
    const change = changeOf(how, how === 'to-branch' ? branch : typed)
    setFault(change === null)
    if (change) onPreview(change)
  }
  return (
    <form
      className="grid max-w-md gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label>
        {t('bulk.what')}
        <select
          className="field"
          value={how}
          onChange={({ currentTarget }) => setHow(currentTarget.value as How)}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {t(`bulk.hows.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {how === 'to-branch' ? (
        <label>
          {t('columns.branch')}
          <select
            className="field"
            value={branch}
            onChange={({ currentTarget }) => setBranch(currentTarget.value)}
          >
            {[...branches].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <label>
          {t(`bulk.values.${how}`)}
          <input
            className="field"
            inputMode="decimal"
            value={typed}
            aria-invalid={fault}
            aria-describedby={faultId}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
      )}
      <p id={faultId} className="missing" role="alert">
        {fault && t(`bulk.faults.${how}`)}
      </p>
      <button type="submit" className="do" disabled={busy}>
        {t('bulk.preview')}
      </button>
    </form>
  )
}

/** null: what was typed cannot be used. */
function changeOf(how: How, typed: string): BulkChange | null {
  if (how === 'to-branch') return typed === '' ? null : { part: 'branch', how, branch: typed }
  const minus = /^\s*[-−–]/.test(typed)
  const plain = typed.replace(/^\s*[-−–+]/, '').replace(/%\s*$/, '')
  if (how === 'by-share') {
    const share = /^\s*(\d{1,3})(?:[.,](\d))?\s*$/.exec(plain)
    if (!share) return null
    const perMille = (Number(share[1]) * 10 + Number(share[2] ?? 0)) * (minus ? -1 : 1)
    return perMille === 0 || perMille < -900 || perMille > 2000 ? null : { part: 'price', how, perMille }
  }
  const cents = readAmount(plain)
  if (cents === null || cents <= 0) return null
  if (how === 'to-amount') return minus || cents > 2_000_000_000 ? null : { part: 'price', how, cents }
  return cents > 100_000_000 ? null : { part: 'price', how, cents: minus ? -cents : cents }
}

function Preview({ change, rows }: { change: BulkChange; rows: readonly PreviewedRow[] }) {
  const t = useTranslations('office.pieces')
  const say = useSaidPart()
  const changed = rows.filter(({ refusal }) => refusal === null)
  const refused = rows.length - changed.length
  return (
    <>
      <p role="status">{t('bulk.willChange', { count: changed.length, refused })}</p>
      {change.part === 'price' && <p className="sub">{t('bulk.rounded')}</p>}
      <Scrolled label={t('bulk.preview')}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('columns.name')}</th>
              <th scope="col" className="num">
                {t('bulk.before')}
              </th>
              <th scope="col" className="num">
                {t('bulk.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, before, after, refusal }) => (
              <tr key={id}>
                <th scope="row">
                  {name} <span className="sub">{id}</span>
                </th>
                <td className="num">{say(before)}</td>
                <td className={refusal === null ? 'num' : 'missing'}>
                  {refusal === null ? <b>{say(after)}</b> : t(`refusals.${refusal}`)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}
