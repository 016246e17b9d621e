/**
 * Whether a query asks for anything: a letter or a digit as somebody types it. Signs alone do not, though the search
 * knows some of them as letters („™“ as “tm”) and would find whatever begins so.
 */
export function holdsWord(query: string): boolean {
  return /[\p{L}\p{Nd}]/u.test(query)
}
