import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Problem } from './checkout-action.ts'

/** What is filled in one after the other; the review follows, and is never closed. */
export type StepName = 'address' | 'delivery' | 'payment'

type Following = 'delivery' | 'payment' | 'review'

const following = {
  address: ['delivery', 'payment'],
  delivery: ['payment'],
  payment: [],
} as const satisfies Record<StepName, readonly StepName[]>

/** The id of a step's heading, which takes the focus when the step begins. */
export const headingOf = (step: StepName | 'review') => (step === 'review' ? step : `${step}-step`)

/** The step that a fault is in; none for what is about the whole form, or the review. */
export function stepOf(at: Problem['at']): StepName | null {
  if (at === 'form' || at === 'submission' || at === 'consent') return null
  if (at === 'payment') return at
  return /^(delivery|branch$|note$)/.test(at) ? 'delivery' : 'address'
}

/** What is wrong in a step that somebody wanted to finish, and the value that it is about. */
type Lack = { problem: Problem; value: string }

type Values = Readonly<Record<string, string>>

export type Steps = {
  isClosed: (step: StepName) => boolean
  /** The next open step, or the review. */
  after: (step: StepName) => Following
  /** Closes a step that is complete and goes on to the next; else leads to what is missing. */
  finish: (step: StepName) => void
  /** Opens a closed step to change it. */
  change: (step: StepName) => void
  /** Opens steps, and leaves the focus where it is. */
  open: (...steps: StepName[]) => void
  /** What is missing in the steps that were to be finished, as long as it is. */
  lacks: (now: Values | undefined) => Problem[]
  /** The step that was finished last, to be told. */
  finished: StepName | null
}

/**
 * Steps that close to a line when they are done. All of them are open to begin with: what is typed anywhere is kept, a
 * browser fills all fields in, and without script nothing closes. Only whoever presses the button at a step's end closes
 * it, so nothing moves under anybody's finger.
 */
export function useSteps(form: RefObject<HTMLFormElement | null>): Steps {
  const [closed, setClosed] = useState<readonly StepName[]>([])
  const [lacking, setLacking] = useState<readonly Lack[]>([])
  const [finished, setFinished] = useState<StepName | null>(null)
  /** What takes the focus once it is drawn. */
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    const heading = document.getElementById(next.current)
    next.current = null
    heading?.focus({ preventScroll: true })
    // What stood above it is a line now.
    heading?.scrollIntoView({ block: 'start' })
  })
  const open = (...steps: StepName[]) => {
    if (steps.some((step) => closed.includes(step))) setClosed(closed.filter((step) => !steps.includes(step)))
  }
  const after = (step: StepName): Following =>
    following[step].find((each: StepName) => !closed.includes(each)) ?? 'review'
  return {
    isClosed: (step) => closed.includes(step),
    after,
    finish: (step) => {
      const faulty = faultyFields(form.current?.querySelector(`[data-step="${step}"]`))
      const own = faulty.map(({ name }) => name)
      setLacking([
        ...lacking.filter(({ problem }) => !own.includes(problem.at)),
        ...faulty.flatMap((field) => lackOf(field) ?? []),
      ])
      const [first] = faulty
      if (first) {
        first.focus()
        return
      }
      next.current = headingOf(after(step))
      setClosed([...closed, step])
      setFinished(step)
    },
    change: (step) => {
      next.current = headingOf(step)
      open(step)
      setFinished(null)
    },
    open,
    lacks: (now) =>
      lacking.filter(({ problem, value }) => now?.[problem.at] === value).map(({ problem }) => problem),
    finished,
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What is seen of a step and is not filled in, or was refused and is still as it was. */
function faultyFields(step: Element | null | undefined): Field[] {
  const fields = [...(step?.querySelectorAll<Field>('input, select, textarea') ?? [])]
  const faulty = fields.filter(
    (field) => field.checkVisibility() && (!field.validity.valid || field.ariaInvalid === 'true'),
  )
  // Of ways to choose from, the first stands for all.
  return faulty.filter(({ name }, index) => faulty.findIndex((field) => field.name === name) === index)
}

/** Nothing of what was refused already: that is told by the answer. */
function lackOf({ name, type, validity, value }: Field): Lack | null {
  if (validity.valid) return null
  const at = name as Problem['at']
  if (type === 'radio') return { problem: { at, reason: 'no-choice' }, value: '' }
  return {
    problem: { at, reason: validity.valueMissing ? 'missing' : 'no-email' },
    value: value.trim(),
  }
}
