/** Place of a cell: the row in the list, and the column; 0 is the piece itself. */
export type Place = { row: number; column: number }

export const cellId = ({ row, column }: Place) => `cell-${row}-${column}`
