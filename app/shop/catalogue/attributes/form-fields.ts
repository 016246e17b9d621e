import type { Bilingual } from '#app/language/locales.ts'
import { type PieceKind, pieceKinds } from '../types.ts'
import type { Attribute, PiecePart } from './attribute.ts'
import type { Input } from './columns.ts'
import { attributes } from './registry.ts'

/** A column of a piece as a form asks for it. */
export type ColumnField = {
  /** The column's name. Of words in both languages `<name>.de` and `<name>.en` are typed. */
  name: string
  /** The id of its attribute. */
  attribute: string
  input: Input
  label: Bilingual
  unit?: string
  help?: Bilingual
  kinds: readonly PieceKind[]
  /** The kinds of which no piece is shown without it. */
  requiredOf: readonly PieceKind[]
}

/** Every column of a piece that the attributes declare and somebody may fill in, in the registry's order. */
export const columnFields: readonly ColumnField[] = (attributes as readonly Attribute[]).flatMap(fieldsOf)

function fieldsOf({ id, label, part, key, file, form, source }: Attribute): ColumnField[] {
  if (part === undefined || key === undefined) return []
  return source.columns.flatMap(({ name, input, table, from }): ColumnField[] => {
    if (input === undefined || table !== 'product' || from !== undefined) return []
    const { in: given, ...said } = form?.[name] ?? {}
    const inKind = kindsOf(part, given ?? file?.in)
    const kinds = pieceKinds.filter((kind) => inKind(kind) !== undefined)
    const requiredOf = kinds.filter((kind) => inKind(kind) === 'required')
    return kinds.length === 0 ? [] : [{ name, attribute: id, input, label, kinds, requiredOf, ...said }]
  })
}

type Places = Partial<Record<PiecePart, 'required' | 'optional'>>

function kindsOf(part: PiecePart, places: Places = { [part]: 'optional' }) {
  return (kind: PieceKind) => (part === 'piece' || part === kind ? (places[kind] ?? places.piece) : undefined)
}
