import type { ReactNode } from 'react'
import { Scrolled } from './Scrolled.tsx'

export type RowCell = {
  heading: string
  cell: ReactNode
  /** Figures, which stand to the right. */
  num?: boolean
  /** Its heading is for whoever listens: buttons say themselves what they are. */
  bare?: boolean
}

/** A short table of a screen, named by the first cell of each row. On a phone each row is a block, as in a list. */
export function RowTable({
  label,
  rows,
  className = '',
}: {
  label: string
  rows: readonly { key: string; cells: readonly RowCell[] }[]
  className?: string
}) {
  return (
    <Scrolled label={label}>
      <table className={`table list-table ${className}`}>
        <thead>
          <tr>
            {rows[0]?.cells.map(({ heading, num, bare }) => (
              <th key={heading} scope="col" className={num ? 'num list-unsorted' : 'list-unsorted'}>
                {bare ? <span className="sr-only">{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row" className="list-first">
                {first?.cell}
              </th>
              {cells.map(({ heading, cell, num, bare }) => (
                <td key={heading} className={num ? 'num' : undefined}>
                  {!bare && (
                    <span className="list-label" aria-hidden="true">
                      {heading}
                    </span>
                  )}
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}
