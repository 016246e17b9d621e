import { use, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import type { BulkChange } from '#app/shop/stock/bulk-change.ts'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { BranchNames } from './branch-names.ts'
import type { PreviewedRow } from './bulk-answers.ts'
import { ManyChangeDialog, type PlannedChange, useManyChange, useSaidRefusal } from './ManyChange.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { useSaidPart } from './use-said-part.ts'

/** Changes the chosen pieces: what is to change, then what becomes of each, and only then is it done. */
export function BulkDialog({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('office.pieces')
  const said = useSaidRefusal()
  const many = useManyChange()
  const kept = useKeptChange()
  const plan = async (change: BulkChange): Promise<PlannedChange | string> => {
    const answer = await act('pieces.preview-bulk', { ids: [...ids], change })
    if (!answer.ok) return said(answer)
    const { key, rows } = answer
    const pieces = rows.flatMap(({ id, version, before, refusal }) =>
      refusal === null ? [{ id, version, before }] : [],
    )
    return {
      preview: <Preview change={change} rows={rows} />,
      button: pieces.length > 0 ? t('bulk.make', { count: pieces.length }) : null,
      make: async () => {
        const made = await act('pieces.make-bulk', { key, change, pieces })
        if (made.ok) kept.done()
        return made
      },
    }
  }
  return (
    <>
      <button type="button" className="do" onClick={() => many.open(null)}>
        {t('bulk.change')}
      </button>
      <ManyChangeDialog
        change={many}
        title={t('bulk.title', { count: ids.length })}
        question={
          <AskChange kept={kept} busy={many.busy} onPreview={(change) => many.plan(() => plan(change))} />
        }
      />
    </>
  )
}

const hows = ['by-share', 'by-amount', 'to-amount', 'to-branch'] as const
type How = (typeof hows)[number]

/** What is typed of a change; kept until one is made. */
type Kept = ReturnType<typeof useKeptChange>
const useKeptChange = () => useKeptText('bulk-change', { how: '', typed: '', branch: '' })

function AskChange({
  kept: { texts, put },
  busy,
  onPreview,
}: {
  kept: Kept
  busy: boolean
  onPreview(change: BulkChange): void
}) {
  const t = useTranslations('office.pieces')
  const branches = use(BranchNames)
  const maySell = useMay('pieces.sell')
  const offered = hows.filter((how) => how === 'to-branch' || maySell)
  // What was kept may not be offered any more.
  const how = offered.find((each) => each === texts.how) ?? offered[0] ?? 'to-branch'
  const { typed } = texts
  const branch = branches.has(texts.branch) ? texts.branch : ([...branches.keys()][0] ?? '')
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
          onChange={({ currentTarget }) => put('how', currentTarget.value)}
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
            onChange={({ currentTarget }) => put('branch', currentTarget.value)}
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
            onChange={({ currentTarget }) => put('typed', currentTarget.value)}
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
      <PreviewTable
        label={t('bulk.preview')}
        headings={[
          { words: t('columns.name') },
          { words: t('bulk.before'), isNumber: true },
          { words: t('bulk.after'), isNumber: true },
        ]}
      >
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
      </PreviewTable>
    </>
  )
}
