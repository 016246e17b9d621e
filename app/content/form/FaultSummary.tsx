import type { ReactNode } from 'react'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'

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
  const focused = useAnswerFocus()
  return (
    <div {...focused} role="alert" className="scroll-mt-24 border-danger outline-none border-l-2 pl-4">
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
