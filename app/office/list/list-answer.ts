import type { ListName } from '#app/shop/lists/lists.ts'
import { type SavedView, savedViews } from '#app/shop/lists/saved-views.ts'
import { csvLine } from '#app/shop/stock-files/csv-file.ts'
import type { OfficeRequest } from '../answer.ts'
import { csvAnswer } from '../stock/file-answer.ts'

/** What a list of the office is given by its screen's `load`; `List.tsx` draws it. */
export type ShownList<Row, View extends string = string> = {
  /** Those of the page that the address asks for. */
  rows: Row[]
  /** Of all pages. */
  total: number
  /** Rows of each view that everybody begins with. */
  counts: Record<View, number>
  views: (SavedView & { usable: string })[]
}

/** One's own views of a list and those of everybody, beside its rows. */
export async function withViews<Row, View extends string>(
  { app, member }: OfficeRequest,
  list: ListName,
  found: { rows: Row[]; total: number; counts: Record<View, number> },
): Promise<ShownList<Row, View>> {
  const views = await savedViews(app.db, member, list)
  return { ...found, views: views.map((view) => ({ ...view, usable: view.address })) }
}

/** Whether an address asks for the list as a file (`List.tsx` writes that address): `throw` what `listFile` answers. */
export const wantsFile = (query: URLSearchParams): boolean => query.get('file') === 'csv'

/** The CSV columns of a list, in their order: heading and text of each. */
export type FileColumns<Row> = readonly (readonly [heading: string, text: (row: Row) => string])[]

/**
 * A list as a CSV file, in the writing of a language's spreadsheets, a batch at a time: every row that is found, not one
 * page.
 */
export function listFile<Row>(
  { member }: OfficeRequest,
  { name, columns, batches }: { name: string; columns: FileColumns<Row>; batches: AsyncIterable<Row[]> },
): Response {
  const separator = member.locale === 'de' ? ';' : ','
  const line = (cells: string[]) => csvLine(cells, separator)
  async function* parts() {
    yield `\ufeff${line(columns.map(([heading]) => heading))}`
    for await (const rows of batches)
      yield rows.map((row) => line(columns.map(([, text]) => text(row)))).join('')
  }
  return csvAnswer(parts(), `${name}.csv`)
}
