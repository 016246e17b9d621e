import type { ReactNode } from 'react'
import { Scrolled } from '../frame/Scrolled.tsx'

type Props = {
  label: string
  headings: readonly { words: string; isNumber?: boolean }[]
  children: ReactNode
}

/** Rows of what a change would make of pieces. */
export function PreviewTable({ label, headings, children }: Props) {
  return (
    <Scrolled label={label}>
      <table className="table">
        <thead>
          <tr>
            {headings.map(({ words, isNumber }) => (
              <th key={words} scope="col" className={isNumber ? 'num' : undefined}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrolled>
  )
}
