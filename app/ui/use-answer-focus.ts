import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHydrating } from './use-hydrating.ts'

type AnswerFocus<Place> = { ref: RefObject<Place | null>; tabIndex: number; autoFocus: boolean }

/**
 * Attributes of the element that says what became of a form: it takes the focus, so that it is read at once, with every
 * new `answer`; `null` is none yet. In a page that was sent with its answer the browser does so by `autofocus`, without
 * scripts too; when they come, they leave whoever has gone on meanwhile where they are, and whom a link in it has led
 * to a group of fields, which takes no focus, go on in it.
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
    else if (isFree()) {
      const pressed = pressedIn(place.current)
      // An address with a fragment leads there, and the browser leaves the focus alone.
      if (!pressed) place.current?.focus({ preventScroll: true })
      else
        import('./go-to-field.ts')
          .then(({ goToField }) => isFree() && goToField(pressed))
          // Without it, the keyboard goes on from where the browser has led.
          .catch(() => undefined)
    }
  }, [answer, sent])
  return { ref: place, tabIndex: -1, autoFocus: answer !== null }
}

const isFree = () => document.activeElement === document.body

/** The link to a field that was followed before there was a script (`follow-links.ts`); the browser itself did it. */
const pressedIn = (place: HTMLElement | null) =>
  [...(place?.querySelectorAll<HTMLAnchorElement>('[data-field]') ?? [])].find(
    ({ hash }) => hash === location.hash,
  )
