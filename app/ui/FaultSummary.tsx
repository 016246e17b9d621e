import { type ReactNode, useEffect, useId, useState } from 'react'
import { useFaultWords } from './fault-words.ts'
import { useAnswerFocus } from './use-answer-focus.ts'

/**
 * `field`: the id of the field, or of the group of fields, that it is about; none when it is about no field. `mended`: it
 * holds another value than the refused one.
 */
type ShownFault = { text: string; field?: string | undefined; mended?: boolean }

/**
 * Above a form that came back: why, and a link to every field at fault. It takes the focus with every new `answer`, and
 * its title and all its words are announced with that; as an alert they would be read twice. What is mended leaves it, and how much is
 * left is announced when there is time; with nothing left it goes.
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
  const t = useFaultWords()
  const { autoFocus, ...focused } = useAnswerFocus(answer)
  const open = faults.filter(({ mended }) => !mended)
  const isMended = open.length < faults.length
  // Once somebody is writing, it takes the focus with a new answer only.
  const [isTouched, setTouched] = useState(isMended)
  if (isMended && !isTouched) setTouched(true)
  // At hand when a link is pressed (`follow-links.ts`); what fails here is asked for again then.
  useEffect(() => {
    import('./go-to-field.ts').catch(() => undefined)
  }, [])
  const isShown = open.length > 0 || !isMended || Boolean(children)
  return (
    <>
      {isShown && (
        <section
          {...focused}
          // biome-ignore lint/a11y/noAutofocus: what became of the form is read at once
          autoFocus={autoFocus && !isTouched}
          aria-labelledby={id}
          aria-describedby={`${id}-words`}
          className="border-danger border-l-2 py-1 pl-5 outline-none"
        >
          <h2 id={id} className="text-step-1">
            {title}
          </h2>
          <div id={`${id}-words`}>
            {children}
            {open.length > 0 && (
              <ul className="pt-1">
                {open.map(({ text, field }) => (
                  <li key={`${field} ${text}`} className="flex min-h-11 items-center">
                    {field === undefined ? (
                      text
                    ) : (
                      <a className="link" href={`#${field}`} data-field="">
                        {text}
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </section>
      )}
      <p role="status" className="sr-only">
        {isMended && (open.length > 0 ? t('left', { count: open.length }) : t('none'))}
      </p>
    </>
  )
}
