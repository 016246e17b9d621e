import { useEffect, useState } from 'react'

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const

/** Whether the visitor has done anything yet: who only looks at a page, or measures it, is sent nothing for it. */
export function useFirstSign(): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    // Whoever has scrolled may have done so before this code came.
    if (window.scrollY > 0) setThere(true)
    const ending = new AbortController()
    const { signal } = ending
    for (const sign of signs)
      window.addEventListener(sign, () => setThere(true), { signal, once: true, passive: true })
    return () => ending.abort()
  }, [])
  return isThere
}
