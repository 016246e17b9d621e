import type { ReactNode } from 'react'
import { Fault, Star } from '#app/ui/Field.tsx'
import { StepTitle } from './Step.tsx'
import type { StepName } from './use-steps.ts'

type ChoiceProps = {
  name: string
  value: string
  title: string
  text: string
  /** On the right: what it costs. */
  price?: string
  isChosen: boolean
  describedBy?: string | undefined
  className?: string
}

/** One of several ways, as a row that can be pressed anywhere. */
export function Choice({
  name,
  value,
  title,
  text,
  price,
  isChosen,
  describedBy,
  className = '',
}: ChoiceProps) {
  const id = `${name}-${value}`
  return (
    <label
      htmlFor={id}
      className={`grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-4 border-line border-t py-4 has-checked:bg-paper-deep has-focus-visible:outline-2 has-focus-visible:outline-green ${className}`}
    >
      <input
        id={id}
        type="radio"
        name={name}
        value={value}
        required
        defaultChecked={isChosen}
        aria-describedby={[`${id}-text`, describedBy].filter(Boolean).join(' ')}
        className="ml-3 size-5 translate-y-1 accent-green focus-visible:outline-none"
      />
      <span className="font-[540]">{title}</span>
      <span className="num pr-3">{price}</span>
      <span id={`${id}-text`} className="col-start-2 pr-3 text-ink-soft text-step--1">
        {text}
      </span>
    </label>
  )
}

type GroupProps = { legend: string; error: string | undefined; name: StepName; children: ReactNode }

/** The ways to choose from, one of them needed, with what is wrong with the choice. */
export function Choices({ legend, error, name, children }: GroupProps) {
  return (
    <fieldset
      id={name}
      tabIndex={-1}
      aria-describedby={error ? `${name}-error` : undefined}
      className="min-w-0 outline-none"
    >
      <legend className="mb-4">
        <StepTitle of={name}>
          {legend}
          <Star />
        </StepTitle>
      </legend>
      <div className="pb-3 empty:hidden">
        <Fault id={`${name}-error`} text={error} />
      </div>
      <div className="border-line border-b">{children}</div>
    </fieldset>
  )
}
