import type { ReactNode } from 'react'

/** A drawing of lines in the colour of the text; what it means is said beside it. */
export function LineIcon({
  size = 24,
  viewBox,
  children,
}: {
  size?: number
  viewBox?: string
  children: ReactNode
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={viewBox}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
