import type { HTMLInputTypeAttribute } from 'react'

type FieldProps = {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  defaultValue?: string | undefined
  required?: boolean
  type?: HTMLInputTypeAttribute
  autoComplete?: string
  /** More than one makes it a text area. */
  lines?: number
}

/** A labelled input with its hint and its error beside it, both announced with it. */
export function Field({
  name,
  label,
  hint,
  error,
  defaultValue,
  required,
  type = 'text',
  autoComplete,
  lines = 1,
}: FieldProps) {
  const describedBy =
    [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
  const shared = {
    id: name,
    name,
    defaultValue,
    required,
    autoComplete,
    className: 'field',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy,
  } as const
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="font-[540]">
        {label}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="text-ink-soft text-step--1">
          {hint}
        </p>
      )}
      {lines > 1 ? <textarea {...shared} rows={lines} /> : <input {...shared} type={type} />}
      {error && (
        <p id={`${name}-error`} className="text-danger text-step--1">
          {error}
        </p>
      )}
    </div>
  )
}
