import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { findValuable } from '#app/shop/buying/valuables.ts'
import {
  type EnteredLine,
  emptyLine,
  maxGoldLines,
  type Tariff,
  valueLines,
} from '#app/shop/buying/valuation.ts'
import { Fault } from '#app/ui/Field.tsx'
import { t as gold, goldWords, spanOfEuros } from './gold-words.ts'
import type { SellAnswer } from './sell-answer.ts'
import { t } from './sell-words.ts'
import { typedLines } from './typed-lines.ts'
import { ValuableSelect } from './ValuableSelect.tsx'

type Row = EnteredLine & { key: number }

/** What is offered by weight, line by line, as the calculator has it; without a script its buttons send the form. */
export function GoldLines({
  id,
  lines,
  faults,
  faultId,
  tariff,
  live,
  goesOn,
  kept,
}: {
  id: string
  lines: readonly EnteredLine[]
  faults: SellAnswer['lineFaults']
  /** Of the fault that stands with all lines: nothing is in any of them. */
  faultId: string | undefined
  tariff: Tariff
  live: boolean
  /** Without a script a line was added or taken out, and here it goes on. */
  goesOn: boolean
  /** What was typed before the page was loaded anew. */
  kept: SellAnswer['lines'] | null
}) {
  const [rows, setRows] = useState<Row[]>(() =>
    (lines.length > 0 ? lines : [emptyLine()]).map((line, key) => ({ ...line, key })),
  )
  const nextKey = useRef(rows.length)
  const list = useRef<HTMLDivElement>(null)
  const focusNext = useRef<number | null>(null)
  useLayoutEffect(() => setRows((lines) => typedLines(list.current, lines)), [])
  useEffect(() => {
    if (focusNext.current === null) return
    list.current?.querySelectorAll<HTMLElement>('select')[focusNext.current]?.focus()
    focusNext.current = null
  })
  useEffect(() => {
    if (!kept || kept.length === 0) return
    // Whoever has begun anew goes on with that.
    setRows((now) =>
      now.some(({ amount }) => amount !== '')
        ? now
        : kept.map((line) => ({ ...line, key: nextKey.current++ })),
    )
  }, [kept])
  const add = () => {
    focusNext.current = rows.length
    setRows([...rows, { ...emptyLine(), key: nextKey.current++ }])
  }
  const remove = (index: number) => {
    focusNext.current = Math.max(0, index - 1)
    setRows(rows.filter((_, other) => other !== index))
  }
  const { total, valued } = valueLines(rows, tariff)
  return (
    <div ref={list} id={id} className="num">
      {rows.map((row, index) => (
        <GoldLine
          key={row.key}
          id={`${id}-${row.key}`}
          index={index}
          row={row}
          fault={faults[row.key] ?? null}
          faultId={faultId}
          live={live}
          goesOn={goesOn && index === rows.length - 1}
          onChange={(change) => setRows(rows.with(index, { ...row, ...change }))}
          onRemove={rows.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      {rows.length < maxGoldLines && (
        <button
          type={live ? 'button' : 'submit'}
          name="step"
          value="more"
          onClick={live ? add : undefined}
          className="button button-quiet mt-3"
        >
          {gold('add')}
        </button>
      )}
      {valued > 0 && (
        <p className="mt-4 border-brass border-l-2 pl-3">
          {t.rich('goldSum', {
            total: spanOfEuros(total),
            strong: (words) => <strong className="font-medium">{words}</strong>,
          })}
        </p>
      )}
    </div>
  )
}

function GoldLine({
  id,
  index,
  row,
  fault,
  faultId,
  live,
  goesOn,
  onChange,
  onRemove,
}: {
  id: string
  index: number
  row: Row
  fault: SellAnswer['lineFaults'][number]
  faultId: string | undefined
  live: boolean
  goesOn: boolean
  onChange: (change: Partial<EnteredLine>) => void
  onRemove: (() => void) | undefined
}) {
  const pieces = findValuable(row.item)?.by === 'piece'
  const error = fault && fault !== 'empty' ? gold(`faults.${fault}`) : undefined
  return (
    <fieldset className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-5 border-line border-t py-4 @xl:grid-cols-[1fr_9rem_auto]">
      <legend className="sr-only">{gold('line', { number: index + 1 })}</legend>
      <div className="col-span-2 min-w-0 @xl:col-span-1">
        <label htmlFor={`${id}-item`} className="font-medium text-step--1">
          {gold('item')}
        </label>
        <ValuableSelect
          words={goldWords}
          id={`${id}-item`}
          value={row.item}
          autoFocus={goesOn}
          onChange={(event) => onChange({ item: event.target.value })}
        />
      </div>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-step--1">
          {gold(live ? (pieces ? 'pieces' : 'grams') : 'gramsOrPieces')}
        </label>
        <input
          id={id}
          name="amount"
          value={row.amount}
          onChange={(event) => onChange({ amount: event.target.value })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          aria-invalid={error || faultId ? true : undefined}
          aria-describedby={faultId ?? (error && `${id}-error`)}
          className="field mt-1.5"
        />
        <div className="mt-1.5">
          <Fault id={`${id}-error`} text={error} />
        </div>
      </div>
      <button
        type={live ? 'button' : 'submit'}
        name="step"
        value={`less-${index}`}
        onClick={live ? onRemove : undefined}
        aria-label={gold('remove', { number: index + 1 })}
        className={`mt-7 flex size-12 items-center justify-center text-ink-soft text-step-1 hover:text-ink ${onRemove ? '' : 'invisible'}`}
      >
        <span aria-hidden="true">×</span>
      </button>
    </fieldset>
  )
}
