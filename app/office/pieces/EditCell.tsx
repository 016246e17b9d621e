import { type KeyboardEvent, use, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import type { PartValue, PiecePart } from '#app/shop/stock/piece-parts.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { BranchNames } from './branch-names.ts'
import type { PieceRow } from './pieces-answers.ts'
import type { Rows } from './use-rows.ts'

type Props = { piece: PieceRow; part: PiecePart; rows: Rows; onEnd(): void }

type Conflict = { theirs: PartValue; by: string | null; version: number }

/** A cell that is being changed: Enter saves, Escape gives up; a conflict shows what the other one wrote. */
export function EditCell({ piece, part, rows, onEnd }: Props) {
  const t = useTranslations('office.pieces')
  const format = useFormats()
  const locale = useLocale() as Locale
  const branches = use(BranchNames)
  const announce = useAnnounce()
  const faultId = useId()
  const begun = useRef(piece)
  const was = begun.current[part]
  const [typed, setTyped] = useState(
    part === 'branch' ? String(was ?? '') : amountText(was as number | null, locale),
  )
  const [fault, setFault] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [saving, setSaving] = useState(false)

  const say = (value: PartValue) =>
    value === null
      ? '–'
      : part === 'branch'
        ? (branches.get(String(value)) ?? String(value))
        : format.price(Number(value))
  const read = (): PartValue | undefined => {
    if (typed.trim() === '') return null
    return part === 'branch' ? typed : (readAmount(typed) ?? undefined)
  }
  const save = async (version = conflict?.version ?? begun.current.version) => {
    const value = read()
    if (value === undefined) return setFault(t('refusals.not-an-amount'))
    if (value === was && !conflict) return onEnd()
    if (saving) return
    setSaving(true)
    const answer = await act('pieces.set', { id: piece.id, part, value, version })
    setSaving(false)
    if (answer.ok) {
      rows.put(piece.id, { [part]: value, version: answer.version })
      announce(t('cellSaved', { number: piece.id, column: t(`columns.${part}`), value: say(value) }))
      return onEnd()
    }
    if (answer.reason === 'changed-meanwhile') setConflict(answer)
    else if (answer.reason === 'invalid' || answer.reason === 'failed' || answer.reason === 'signed-out')
      setFault(t('failed'))
    else if (answer.reason !== 'prove-identity') setFault(t(`refusals.${answer.reason}`))
  }
  const keepTheirs = () => {
    if (conflict) rows.put(piece.id, { [part]: conflict.theirs, version: conflict.version })
    onEnd()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      if (conflict) keepTheirs()
      else onEnd()
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      void save()
    }
  }
  const field = {
    className: 'field piece-edit',
    'aria-label': t('editCell', { column: t(`columns.${part}`), number: piece.id }),
    'aria-invalid': fault !== null,
    'aria-describedby': fault ? faultId : undefined,
    value: typed,
    'aria-busy': saving,
    autoFocus: true,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field, which the grid must not take for its own
    <div className="piece-editing" onKeyDown={onKeyDown} onPaste={(event) => event.stopPropagation()}>
      {part === 'branch' ? (
        <select {...field} onChange={({ target }) => setTyped(target.value)}>
          <option value="">{t('noBranch')}</option>
          {[...branches].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...field}
          inputMode="decimal"
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {(fault || conflict) && (
        <div className="piece-fault" id={faultId} role="alert">
          {conflict ? (
            <>
              <p>
                {t('conflict', {
                  by: conflict.by ?? t('theShop'),
                  theirs: say(conflict.theirs),
                  before: say(was),
                  yours: say(read() ?? null),
                })}
              </p>
              <div className="page-actions">
                <button type="button" className="do" onClick={() => void save()}>
                  {t('keepMine')}
                </button>
                <button type="button" className="do quiet" onClick={keepTheirs}>
                  {t('keepTheirs')}
                </button>
              </div>
            </>
          ) : (
            <p>{fault}</p>
          )}
        </div>
      )}
    </div>
  )
}

/** An amount as somebody would type it. */
function amountText(cents: number | null, locale: Locale): string {
  if (cents === null) return ''
  const text = (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
  return locale === 'de' ? text.replace('.', ',') : text
}
