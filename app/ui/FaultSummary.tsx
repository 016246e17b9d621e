import { type ReactNode, useId } from 'react'
import { goToField } from './go-to-field.ts'
import { useAnswerFocus } from './use-answer-focus.ts'

/** `field`: the id of the field, or of the group of fields, that it is about; none when it is about no field. */
type ShownFault = { text: string; field?: string | undefined }

/**
 * Above a form that came back: why, and a link to every field at fault. It takes the focus with every new `answer`, and
 * its title and all its words are announced with that; as an alert they would be read twice.
 */
export function FaultSummary({
  title,
  faults = [],
  answer,
  children,
}: {
  title: string
  faults?: readonly ShownFault[]
  answer?: unknown
  children?: ReactNode
}) {
  const id = useId()
  const focused = useAnswerFocus(answer)
  return (
    <section
      {...focused}
      aria-labelledby={id}
      aria-describedby={`${id}-words`}
      className="border-danger border-l-2 py-1 pl-5 outline-none"
    >
      <h2 id={id} className="text-step-1">
        {title}
      </h2>
      <div id={`${id}-words`}>
        {children}
        {faults.length > 0 && (
          <ul className="pt-1">
            {faults.map(({ text, field }) => (
              <li key={`${field} ${text}`} className="flex min-h-11 items-center">
                {field === undefined ? (
                  text
                ) : (
                  <a className="link" href={`#${field}`} onClick={goToField}>
                    {text}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
