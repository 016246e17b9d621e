import type { ReactNode } from 'react'

/** What may be wider than its place: it is scrolled within, by keys as well. */
export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keys must reach it
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      {children}
    </section>
  )
}
