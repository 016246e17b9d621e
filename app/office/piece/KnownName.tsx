import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { idOf, type ShownField } from './PieceField.tsx'

type KnownNameProps = {
  field: ShownField
  value: string
  /** The maker whose models and references are suggested. */
  brand: string
  put(value: string): void
  error?: string | undefined
  note?: string | undefined
}

/** Milliseconds after the last key. */
const after = 150

/** A name that the own catalogue suggests while it is typed; any other may be typed as well. */
export function KnownName({ field, value, brand, put, error, note }: KnownNameProps) {
  const t = useTranslations('office.piece')
  const list = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const names = useNames(field.name, { value, brand, open })
  const isOpen = open && names.length > 0
  const id = idOf(field.name)
  const choose = (chosen: string) => {
    put(chosen)
    setOpen(false)
    setAt(-1)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((before) => (names.length === 0 ? -1 : (before + step + names.length) % names.length))
    } else if (event.key === 'Enter' && isOpen && names[at] !== undefined) {
      event.preventDefault()
      choose(names[at])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }
  return (
    <div className="known-name grid min-w-0 content-start gap-1.5">
      <div>
        <label htmlFor={id} className="font-medium">
          {field.label}
        </label>
        {note && (
          <span id={`${id}-note`} className="text-ink-soft text-step--1">
            {' '}
            {note}
          </span>
        )}
      </div>
      <input
        id={id}
        name={field.name}
        className="field"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen && at >= 0 ? `${list}-${at}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={
          [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
        disabled={!field.editable}
        value={value}
        onChange={({ target }) => {
          put(target.value)
          setOpen(true)
          setAt(-1)
        }}
        onKeyDown={pressed}
        onBlur={() => setOpen(false)}
      />
      <div id={list} role="listbox" aria-label={t('suggestions', { field: field.label })} hidden={!isOpen}>
        {names.map((name, index) => (
          <div
            key={name}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // The field keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              choose(name)
            }}
          >
            {name}
          </div>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-danger text-step--1">
          {error}
        </p>
      )}
    </div>
  )
}

/** What the catalogue knows that goes on like this. */
function useNames(of: string, { value, brand, open }: { value: string; brand: string; open: boolean }) {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    if (!open) return
    const asked = new AbortController()
    const timer = setTimeout(async () => {
      const wanted = { of: of as 'brand', typed: value, brand }
      const answer = await act('piece.names', wanted, { signal: asked.signal })
      if (answer.ok && !asked.signal.aborted) setNames(answer.names.filter((name) => name !== value))
    }, after)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [of, value, brand, open])
  return names
}
