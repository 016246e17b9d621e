import { departmentCode, type PieceColumns } from './piece-columns.ts'
import { type Department, departments, type PieceKind } from './types.ts'

/**
 * What of the catalogue an answer rests on (`answerUses`): one piece, all of a kind, the words of paths and searches
 * alone, or any piece at all.
 */
export type CatalogueSource = `piece:${string}` | `kind:${PieceKind}` | 'vocabulary' | 'catalogue'

const kindsOf: Record<Department, readonly PieceKind[]> = {
  watches: ['watch'],
  jewelry: ['jewellery', 'bullion'],
}

/** All pieces of a department, and the words of its paths. */
export function departmentSources(department: Department): CatalogueSource[] {
  return ['vocabulary', ...kindsOf[department].map((kind) => `kind:${kind}` as const)]
}

/** The same of the department that a row of the index lies in. */
export function sourcesBeside({ department }: PieceColumns, row: number): CatalogueSource[] {
  const found = departments.find((each) => departmentCode[each] === department[row])
  return found === undefined ? ['catalogue'] : departmentSources(found)
}

/**
 * The sources that a message of the channel says have changed, as when a piece has another price: kept pages that were made
 * of one of them fall, here and in a cache in front (`server/purge.ts`). `everything`: all that begin as here.
 */
export function changedSources(message: string): readonly CatalogueSource[] | 'everything' {
  if (message === '') return 'everything'
  const changed = new Set<CatalogueSource>(['catalogue'])
  for (const piece of message.split(';')) {
    const [id, kind] = piece.split(':')
    changed.add(`piece:${id}`).add(`kind:${kind as PieceKind}`)
  }
  return [...changed]
}

/** Whether something an answer uses is of the catalogue. */
export function isOfCatalogue(source: string): boolean {
  return source === 'catalogue' || source === 'vocabulary' || /^(?:piece|kind):/.test(source)
}
