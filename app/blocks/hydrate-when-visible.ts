/** How a visitor shows that somebody is there; before a page can change, one of these has happened. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'popstate'] as const

/**
 * Calls `then` once a part of the page is within `margin` of the window (part of the window's height, such as `50%`), or at
 * the visitor's first sign. Returns what ends that.
 */
export function whenVisible(part: Element, margin: string, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) wanted()
    },
    { rootMargin: `${margin} 0px` },
  )
  const end = () => {
    observer.disconnect()
    for (const sign of signs) window.removeEventListener(sign, wanted)
  }
  const wanted = () => {
    end()
    then()
  }
  observer.observe(part)
  for (const sign of signs) window.addEventListener(sign, wanted, { passive: true })
  return end
}
