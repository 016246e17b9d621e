import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { whenIdle } from './when-idle.ts'

/** While the photo of a card is carried to its place, and the large one comes, nothing else is drawn; ms. */
const after = 200

/** Then the browser need not wait for a pause longer than this, ms. */
const within = 150

/**
 * What lies below the fold. A page that the server sent is whole, and so is one that somebody comes back to, or that is
 * entered at a place in it: where it was scrolled to is there. Where a link was followed, what is seen first is painted
 * first, and the rest follows as soon as the browser has time for it; until then a window's height stands for it, so that
 * all that comes after it is out of sight, and nothing jumps.
 */
export function BelowTheFold({ children }: { children: ReactNode }) {
  const isWhole = useNavigationType() === 'POP'
  const { hash } = useLocation()
  const [isDue, setDue] = useState(isWhole || hash !== '')
  useEffect(() => {
    if (isDue) return
    const draw = () => startTransition(() => setDue(true))
    requestAnimationFrame(() => setTimeout(() => whenIdle(draw, within), after))
  }, [isDue])
  return isDue ? children : <div className="min-h-screen" />
}
