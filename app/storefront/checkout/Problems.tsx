import { goToField } from '#app/ui/go-to-field.ts'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { CheckoutAnswer, Problem } from './checkout-action.ts'
import { useCheckoutWords } from './words.ts'

type ProblemsProps = { answer: CheckoutAnswer; sentence: (problem: Problem) => string }

const anchors: Partial<Record<Problem['at'], string>> = { consent: 'consents' }

/** Everything that kept the order from being placed, each leading to its field. Comes into focus. */
export function Problems({ answer, sentence }: ProblemsProps) {
  const t = useCheckoutWords()
  const focused = useAnswerFocus(answer)
  return (
    <div {...focused} role="alert" className="mb-10 border-danger border-l-2 py-1 pl-5 outline-none">
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
