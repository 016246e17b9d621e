import type { ComponentProps, ReactNode } from 'react'
import { honeypotName } from '#app/forms/honeypot.ts'

type FieldFrame = {
  name: string
  /** Unique on the page; the name, unless given. */
  id?: string
  label: ReactNode
  /** A few words behind the label: "(optional)". */
  note?: string | undefined
  /** A sentence of its own below the label. */
  hint?: string | undefined
  error?: string | undefined
}

/** Props of a field: what its frame shows, and what goes to its control. */
type FieldProps<Control extends 'input' | 'textarea' | 'select'> = FieldFrame &
  Omit<ComponentProps<Control>, keyof FieldFrame | 'className' | `aria-${string}`>

/** A labelled input of one line; its note, its hint and its fault are announced with it. */
export function Field({ label, note, hint, error, ...control }: FieldProps<'input'>) {
  const frame = frameOf(control, { label, note, hint, error })
  return (
    <Frame {...frame}>
      <input {...tied(frame)} {...control} />
    </Frame>
  )
}

/** The same for longer texts. */
export function TextArea({ label, note, hint, error, ...control }: FieldProps<'textarea'>) {
  const frame = frameOf(control, { label, note, hint, error })
  return (
    <Frame {...frame}>
      <textarea {...tied(frame)} {...control} />
    </Frame>
  )
}

/** The same for one of a list. Unless it is told otherwise, no browser chooses in it by itself. */
export function Select({ label, note, hint, error, ...control }: FieldProps<'select'>) {
  const frame = frameOf(control, { label, note, hint, error })
  return (
    <Frame {...frame}>
      <select {...tied(frame)} autoComplete="off" {...control} />
    </Frame>
  )
}

type TickProps = Omit<FieldFrame, 'note' | 'hint'> &
  Omit<ComponentProps<'input'>, keyof FieldFrame | 'type' | 'className' | `aria-${string}`> & {
    /** Of the fault that stands with the group this box belongs to. */
    faultId?: string | undefined
  }

/** A box to tick, with its words beside it: all of it can be pressed. */
export function Tick({ id, label, error, faultId, ...control }: TickProps) {
  const own = id ?? control.name
  return (
    <div>
      <label htmlFor={own} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input
          id={own}
          type="checkbox"
          aria-invalid={error || faultId ? true : undefined}
          aria-describedby={faultId ?? (error && `${own}-error`)}
          className="mt-0.5 size-5 shrink-0 accent-green"
          {...control}
        />
        <span className="max-w-prose">
          {label}
          {control.required && <Star />}
        </span>
      </label>
      <Fault id={`${own}-error`} text={error} />
    </div>
  )
}

/** People never see this field; programs that fill every field give themselves away. `form`: begins its id. */
export function Honeypot({ form, label }: { form: string; label: string }) {
  const id = `${form}-${honeypotName}`
  return (
    <div hidden>
      <label htmlFor={id}>{label}</label>
      <input id={id} name={honeypotName} tabIndex={-1} autoComplete="off" />
    </div>
  )
}

/** Says to the eye what `required` says aloud; each form tells what it means. */
export function Star() {
  return <span aria-hidden="true">{'\u00a0*'}</span>
}

/** What is wrong, beside the field and announced with it. */
export function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="text-danger text-step--1">
        {text}
      </p>
    )
  )
}

type Shown = Omit<FieldFrame, 'name' | 'id'> & { id: string; required: boolean | undefined }

const frameOf = (
  { id, name, required }: { id?: string; name: string; required?: boolean | undefined },
  words: Omit<FieldFrame, 'name' | 'id'>,
): Shown => ({ ...words, id: id ?? name, required })

/** What ties a control to the words around it. */
const tied = ({ id, note, hint, error }: Shown) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [note && `${id}-note`, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') ||
    undefined,
  className: 'field',
})

function Frame({ id, label, note, hint, error, required, children }: Shown & { children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
          {required && <Star />}
        </label>
        {note && (
          <span id={`${id}-note`} className="text-ink-soft text-step--1">
            {' '}
            {note}
          </span>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft text-step--1">
          {hint}
        </p>
      )}
      {children}
      <Fault id={`${id}-error`} text={error} />
    </div>
  )
}
