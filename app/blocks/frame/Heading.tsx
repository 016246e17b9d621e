import type { ReactNode } from 'react'
import { PlaceContext, usePlace } from './place.ts'

const sizes = {
  hero: 'text-step-4 font-light',
  page: 'text-step-4',
  section: 'text-step-3',
  part: 'text-step-2',
  small: 'text-step-1',
} as const

export type HeadingSize = keyof typeof sizes

/** In a column a heading is smaller than across the page. */
const inColumn: Record<HeadingSize, HeadingSize> = {
  hero: 'section',
  page: 'section',
  section: 'part',
  part: 'part',
  small: 'small',
}

const columnShare = 0.7

/** A heading of the level that fits where it stands; how large it looks is another matter. */
export function Heading({
  size,
  level,
  id,
  className = '',
  children,
}: {
  size: HeadingSize
  /** Only the page's first title gives it: 1. */
  level?: number
  id?: string
  className?: string
  children: ReactNode
}) {
  const place = usePlace()
  const Tag = `h${Math.min(6, level ?? place.level)}` as 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
  const shown = place.share < columnShare ? inColumn[size] : size
  return (
    <Tag id={id} className={`font-display ${sizes[shown]} ${className}`}>
      {children}
    </Tag>
  )
}

/** What stands under a title: its own headings are one level deeper. Without a title, nothing changes. */
export function Below({ title, children }: { title: unknown; children: ReactNode }) {
  const place = usePlace()
  if (!title) return children
  return <PlaceContext value={{ ...place, level: Math.min(6, place.level + 1) }}>{children}</PlaceContext>
}

/** Something narrower than its surroundings: pictures and columns inside are measured by it. */
export function Narrower({
  share,
  narrowShare = 1,
  children,
}: {
  share: number
  narrowShare?: number
  children: ReactNode
}) {
  const place = usePlace()
  return (
    <PlaceContext
      value={{
        ...place,
        inset: true,
        share: place.share * share,
        narrowShare: place.narrowShare * narrowShare,
      }}
    >
      {children}
    </PlaceContext>
  )
}
