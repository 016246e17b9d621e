import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'

/** In which branch pieces lie, by stock number; those of no branch are left out. */
export async function placesOf(db: Database, pieces: readonly string[]): Promise<Map<string, string>> {
  const rows = await query(db, { id: text, place: text })`
    select p.id, b.name as place from product p join branch b on b.id = p.branch_id where p.id = any(${[...pieces]})
  `
  return new Map(rows.map(({ id, place }) => [id, place]))
}
