import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { text, value } from '#app/platform/database/statement.ts'
import { productSlug } from '#app/shop/catalogue/slug.ts'
import type { PieceKind } from '#app/shop/catalogue/types.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

/** What a piece is called until somebody names it. */
const firstNames: Record<PieceKind, Bilingual> = {
  watch: { de: 'Neue Uhr', en: 'New watch' },
  jewellery: { de: 'Neues Schmuckstück', en: 'New piece of jewellery' },
  bullion: { de: 'Neue Münze oder neuer Barren', en: 'New coin or bar' },
}

/** A draft of which only the kind is known. @returns its stock number */
export async function createPiece(
  db: Database,
  member: StaffActor,
  { kind, branch }: { kind: PieceKind; branch: string | null },
): Promise<string> {
  const name = firstNames[kind]
  const slug = productSlug({ brand: null, name, reference: null })
  return asStaff(db, member, async (transaction) => {
    const { id } = await transaction
      .insertInto('product')
      .values({
        id: value(text)`nextval('stock_number')`,
        kind,
        status: 'draft',
        name: JSON.stringify(name),
        slug_de: slug.de,
        slug_en: slug.en,
        // Coins and bars are never taxed by their margin; which are free of tax is a fact that is entered.
        tax_mode: kind === 'bullion' ? 'standard_19' : 'margin_25a',
        branch_id: branch,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
