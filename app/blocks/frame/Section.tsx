import type { ReactNode } from 'react'
import { PlaceContext, usePlace } from './place.ts'

/** A block's outermost element: carries its anchor, and the page's margins unless something around it has them. */
export function Section({
  anchor,
  className = '',
  children,
}: {
  anchor: string | undefined
  className?: string
  children: ReactNode
}) {
  const place = usePlace()
  return (
    <section id={anchor} className={`${place.inset ? '' : 'wrap'} ${className}`.trim() || undefined}>
      <PlaceContext value={{ ...place, inset: true }}>{children}</PlaceContext>
    </section>
  )
}
