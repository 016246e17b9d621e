import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

/** What is wrong, beside the field and announced with it. */
export function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="mt-1 text-danger text-step--1">
        {text}
      </p>
    )
  )
}

/** Above a form that came back: why, and a link to every field at fault. Takes the focus, so it is read at once. */
export function FaultSummary({
  title,
  faults,
  children,
}: {
  title: string
  faults: readonly { href: string; text: string }[]
  children?: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="scroll-mt-24 border-danger outline-none border-l-2 pl-4"
    >
      <p className="font-medium">{title}</p>
      {children}
      {faults.length > 0 && (
        <ul className="mt-1">
          {faults.map(({ href, text }) => (
            <li key={href + text}>
              <a href={href} className="link inline-block py-1">
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type FieldFrame = {
  /** Unique on the page. */
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** What ties a control to its label, its hint and its fault. */
const tied = ({ id, hint, error }: FieldFrame) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  className: 'field mt-1.5',
})

/** Props of a field: what its frame shows, and what goes to its control. */
type FieldProps<Control extends 'input' | 'textarea' | 'select'> = FieldFrame &
  Omit<ComponentProps<Control>, keyof FieldFrame | 'className'>

/** A labelled input of one line with its hint and its fault, both announced with it. */
export function Line({ id, label, hint, error, ...rest }: FieldProps<'input'>) {
  const frame = { id, label, hint, error }
  return (
    <Frame {...frame} required={rest.required}>
      <input {...tied(frame)} {...rest} />
    </Frame>
  )
}

/** The same for longer texts. */
export function TextBox({ id, label, hint, error, ...rest }: FieldProps<'textarea'>) {
  const frame = { id, label, hint, error }
  return (
    <Frame {...frame} required={rest.required}>
      <textarea {...tied(frame)} {...rest} />
    </Frame>
  )
}

/** The same for one of a list. */
export function Choice({
  id,
  label,
  hint,
  error,
  options,
  ...rest
}: FieldProps<'select'> & { options: readonly { value: string; text: string }[] }) {
  const frame = { id, label, hint, error }
  return (
    <Frame {...frame} required={rest.required}>
      <select {...tied(frame)} autoComplete="off" {...rest}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  )
}

function Frame({
  id,
  label,
  hint,
  error,
  required,
  children,
}: FieldFrame & { required: boolean | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="font-medium">
        {label} {required && <span aria-hidden="true">*</span>}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="text-ink-soft text-step--1">
          {' '}
          {hint}
        </span>
      )}
      {children}
      <Fault id={`${id}-error`} text={error} />
    </div>
  )
}
