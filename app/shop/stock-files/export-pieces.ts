import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import type { ProductStatus } from '#app/shop/catalogue/product-status.ts'
import type { PieceKind } from '#app/shop/catalogue/types.ts'
import { csvLine } from './csv-file.ts'
import { pieceRows } from './piece-rows.ts'
import { shopFields } from './stock-import.ts'

/** Which pieces an export has; what is null or missing does not narrow it. */
export type ExportFilter = {
  ids?: readonly string[] | null
  status?: ProductStatus | null
  kind?: PieceKind | null
  branch?: string | null
}

const batchSize = 500

/**
 * Pieces as CSV, a batch at a time, with the headings and the writing of a language: what an import understands and
 * finds unchanged. Serial numbers are in none.
 */
export async function* exportPieces(
  db: Database,
  { ids = null, status = null, kind = null, branch = null }: ExportFilter,
  { locale, withCost }: { locale: Locale; withCost: boolean },
): AsyncGenerator<string> {
  const separator = locale === 'de' ? ';' : ','
  const writing = { locale, decimals: locale === 'de' ? 'comma' : 'point' } as const
  const fields = (await shopFields(db)).filter(({ id, show }) => show && (withCost || id !== 'cost'))
  yield `\ufeff${csvLine(
    fields.map(({ label }) => label[locale]),
    separator,
  )}`
  for (let after = ''; ; ) {
    const rows = await query(db, { id: text })`
      select id from product where id > ${after}
        and (${status}::text is null or status = ${status}) and (${kind}::text is null or kind = ${kind})
        and (${branch}::text is null or branch_id = ${branch})
        and ${ids === null ? sql`true` : sql`id = any (${ids})`}
      order by id limit ${batchSize}`
    const found = await pieceRows(db, { ids: rows.map(({ id }) => id) })
    yield found
      .map((row) =>
        csvLine(
          fields.map(({ show }) => show?.(row, writing) ?? ''),
          separator,
        ),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.id
  }
}
