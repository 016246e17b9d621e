import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHydrating } from './use-hydrating.ts'

type AnswerFocus<Place> = { ref: RefObject<Place | null>; tabIndex: number; autoFocus: boolean }

/**
 * Attributes of the element that says what became of a form: it takes the focus, so that it is read at once, with every
 * new `answer`; `null` is none yet. In a page that was sent with its answer the browser does so by `autofocus`, without
 * scripts too; when they come, they leave whoever has gone on meanwhile where they are.
 */
export function useAnswerFocus<Place extends HTMLElement = HTMLDivElement>(
  answer?: unknown,
): AnswerFocus<Place> {
  const place = useRef<Place>(null)
  const hydrating = useHydrating()
  const [sent] = useState(hydrating ? { answer } : null)
  useEffect(() => {
    if (answer === null) return
    if (sent === null || sent.answer !== answer) place.current?.focus()
    // An address with a fragment leads there, and the browser leaves the focus alone.
    else if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [answer, sent])
  return { ref: place, tabIndex: -1, autoFocus: answer !== null }
}
