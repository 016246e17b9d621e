import type { Deviation } from './types.ts'

/** The value of a box: an agreement to another text than the one shown is none. */
export function deviationKey({ piece, kind, version }: Deviation): string {
  return `${piece}.${kind}.${version}`
}
