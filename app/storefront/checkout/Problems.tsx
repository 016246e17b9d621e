import { type MouseEvent, useEffect, useRef } from 'react'
import type { CheckoutAnswer, Problem } from './checkout-action.ts'
import { useCheckoutWords } from './words.ts'

type ProblemsProps = { answer: CheckoutAnswer; sentence: (problem: Problem) => string }

const anchors: Partial<Record<Problem['at'], string>> = { consent: 'consents' }

/** To the field, without the address changing: the router would take that for a new page and forget what is wrong. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  const first = field instanceof HTMLFieldSetElement ? field.querySelector('input') : field
  first?.focus()
}

/** Everything that kept the order from being placed, each leading to its field. Comes into focus. */
export function Problems({ answer, sentence }: ProblemsProps) {
  const t = useCheckoutWords()
  const summary = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is told, also the same one again
  useEffect(() => {
    summary.current?.focus()
  }, [answer])
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script nothing else would lead to what is wrong
      autoFocus
      className="mb-10 border-danger border-l-2 py-1 pl-5 outline-none"
    >
      <h2 className="text-step-2">{t('problems.title')}</h2>
      <ul className="grid gap-1 pt-3">
        {answer.problems.map((problem) => (
          <li key={`${problem.at}-${problem.reason}`}>
            {problem.at === 'form' || problem.at === 'submission' ? (
              sentence(problem)
            ) : (
              <a className="link" href={`#${anchors[problem.at] ?? problem.at}`} onClick={goToField}>
                {sentence(problem)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
