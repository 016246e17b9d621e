import type { ReactNode } from 'react'

export type GridColumns = 2 | 3 | 4

const wide: Record<GridColumns, string> = {
  2: '@xl:grid-cols-2',
  3: 'thirds',
  // Never three: four would leave one alone.
  4: '@xl:grid-cols-2 @4xl:grid-cols-4',
}

/** Equal columns that follow the room there is, not the screen: the same inside a half as on a whole page. */
export function Grid({
  columns,
  narrow = 1,
  tight = false,
  as: Tag = 'div',
  children,
}: {
  columns: GridColumns
  /** Columns where there is little room. */
  narrow?: 1 | 2
  tight?: boolean
  as?: 'div' | 'ul' | 'ol'
  children: ReactNode
}) {
  const wideGap = columns === 4 ? '@6xl:gap-x-10' : '@4xl:gap-x-10'
  const gaps = tight ? 'gap-2 @3xl:gap-4' : `gap-x-5 gap-y-10 @xl:gap-x-6 ${wideGap}`
  return (
    <Tag className={`grid ${narrow === 2 ? 'grid-cols-2' : 'grid-cols-1'} ${gaps} ${wide[columns]}`}>
      {children}
    </Tag>
  )
}
