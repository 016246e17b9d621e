import { View } from '@react-pdf/renderer'
import type { ReactElement, ReactNode } from 'react'
import { byPlace } from '#app/ui/by-place.ts'
import { Text } from './Text.tsx'
import { sheet } from './typography.ts'

/** A piece of a table: what it is, and its amount at the right. */
export type PieceRow = { piece: ReactNode; amount: string }

/**
 * Pieces with their amounts and the sums below them. On every page that it reaches the columns have their heads again,
 * no piece is torn, and the sums never stand alone: the last piece goes with them.
 */
export function PiecesTable({
  heads,
  rows,
  children,
}: {
  heads: readonly [piece: string, amount: string]
  rows: readonly PieceRow[]
  children: ReactElement
}) {
  const last = rows.at(-1)
  return (
    <View>
      <View style={{ ...sheet.row, ...sheet.rule, paddingBottom: 5 }} fixed>
        {heads.map((head) => (
          <Text key={head} style={sheet.soft}>
            {head}
          </Text>
        ))}
      </View>
      {byPlace(rows.slice(0, -1), (row) => (
        <Row row={row} />
      ))}
      <View wrap={false}>
        {last && <Row row={last} />}
        {children}
      </View>
    </View>
  )
}

function Row({ row: { piece, amount } }: { row: PieceRow }) {
  return (
    <View style={{ ...sheet.row, ...sheet.rule, paddingVertical: 7 }} wrap={false}>
      <View style={{ flexGrow: 1, flexShrink: 1, flexBasis: 0, paddingRight: 14 }}>{piece}</View>
      <Text>{amount}</Text>
    </View>
  )
}
