import { mostPieces, type ViewingKind } from '#app/shop/appointments/kinds.ts'

/** What the query of the page asks for beside the day: by video or in a branch, and with which other pieces. */
export function askedViewing(query: URLSearchParams): { kind: ViewingKind; also: string[] } {
  const also = (query.get('also') ?? '').split('.').filter(Boolean)
  return {
    kind: query.get('kind') === 'video' ? 'video' : 'viewing',
    also: [...new Set(also)].slice(0, mostPieces - 1),
  }
}

/** The same as a query holds it; what is usual is not said. */
export const viewingQuery = ({
  kind,
  also,
}: {
  kind: ViewingKind
  also: readonly string[]
}): Record<string, string> => ({
  ...(kind === 'video' && { kind }),
  ...(also.length > 0 && { also: also.join('.') }),
})
