/** Of what is pasted over a list: signs of a cell, and cells of a row; what is longer fits into none of its columns. */
export const pastedLimits = { cell: 80, cells: 40 }

/**
 * The cells of what was copied in a spreadsheet: rows of texts, parted by tabs. A cell within quotes may hold line
 * breaks, tabs and doubled quotes; a quote that is not closed, or anything after a closing one, is text like any other.
 * What ends the last row begins no further one.
 */
export function pastedCells(text: string): string[][] {
  const plain = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]*/y
  for (let at = 0; ; at = cell.lastIndex + 1) {
    cell.lastIndex = at
    const [whole = '', quoted] = cell.exec(plain) ?? []
    // An empty match leaves the place where it is.
    cell.lastIndex = at + whole.length
    rows.at(-1)?.push((quoted === undefined ? whole : quoted.replaceAll('""', '"')).trim())
    const next = plain[cell.lastIndex]
    if (next === undefined) return rows
    if (next === '\n') rows.push([])
  }
}
