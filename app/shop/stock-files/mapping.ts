import { slugify } from '#app/shop/catalogue/slug.ts'
import type { Decimals } from './cells.ts'
import type { PieceField } from './import-columns.ts'

/** Which column of a file is which field, and what holds where the file says nothing. */
export type Mapping = {
  /** By column; null: it is not taken. */
  columns: (string | null)[]
  decimals: Decimals
  /** The first row is a piece like the others. */
  noHeadings?: boolean | undefined
  /** For rows whose own cell is empty, or that have no such column: `kind`, `tax`, `branch`. */
  otherwise: { kind?: string | undefined; tax?: string | undefined; branch?: string | undefined }
}

const wordOf = (heading: string) => slugify(heading.replace(/\((?:€|eur|mm|g|bar)\)|[*:]/gi, ''))

/** The fields that headings name in German or English, each once. */
export function guessColumns(headings: readonly string[], fields: readonly PieceField[]): (string | null)[] {
  const taken = new Set<string>()
  const guess = (heading: string, namesOf: (field: PieceField) => readonly string[]) => {
    const word = wordOf(heading)
    const field = fields.find(
      (each) => !taken.has(each.id) && word !== '' && namesOf(each).some((name) => wordOf(name) === word),
    )
    if (field) taken.add(field.id)
    return field?.id ?? null
  }
  // What an export calls a column goes before what others call it.
  const exact = headings.map((heading) => guess(heading, ({ label }) => [label.de, label.en]))
  return headings.map((heading, at) => exact[at] ?? guess(heading, ({ id, also = [] }) => [id, ...also]))
}
