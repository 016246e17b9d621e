import type { ReactNode } from 'react'
import { useCheckoutWords } from './checkout-words.ts'
import { headingOf, type StepName, type Steps } from './use-steps.ts'

type StepProps = {
  name: StepName
  steps: Steps
  /** What was chosen, in a line each, once the step is closed. */
  summary: readonly string[]
  children: ReactNode
}

/** A part of the form that closes to what was entered in it; its fields stay in the form, and are sent with it. */
export function Step({ name, steps, summary, children }: StepProps) {
  const t = useCheckoutWords()
  const isClosed = steps.isClosed(name)
  const next = steps.after(name)
  // Closed ones stand together.
  const isAboveClosed =
    isClosed && name !== 'payment' && steps.isClosed(name === 'address' ? 'delivery' : 'payment')
  return (
    <div data-step={name} className={isAboveClosed ? '-mb-12' : undefined}>
      {isClosed && (
        <div
          className={`grid grid-cols-[1fr_auto] items-start gap-x-6 border-line border-t py-4 ${isAboveClosed ? '' : 'border-b'}`}
        >
          <div className="min-w-0">
            <h2 className="text-step-1">{t(`steps.${name}`)}</h2>
            {summary.map((line) => (
              <p key={line} className="wrap-anywhere text-ink-soft">
                {line}
              </p>
            ))}
          </div>
          <button
            type="button"
            className="link inline-flex min-h-11 items-center"
            onClick={() => steps.change(name)}
          >
            {t('steps.change')} <span className="sr-only">{t(`steps.${name}`)}</span>
          </button>
        </div>
      )}
      <div hidden={isClosed} className="grid gap-8">
        {children}
        <button
          type="button"
          className="button button-quiet noscript:hidden sm:justify-self-start"
          onClick={() => steps.finish(name)}
        >
          {t(`steps.to.${next}`)}
        </button>
      </div>
    </div>
  )
}

/** The title of a step as long as it is open; it takes the focus when the step begins. */
export function StepTitle({ of, children }: { of: StepName; children: ReactNode }) {
  return (
    <h2 id={headingOf(of)} tabIndex={-1} className="text-step-2 outline-none">
      {children}
    </h2>
  )
}
