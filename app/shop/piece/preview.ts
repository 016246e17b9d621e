import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { caratOf } from '#app/shop/catalogue/attributes/carat-weight.ts'
import { factRows, readFacts } from '#app/shop/catalogue/attributes/select-attributes.ts'
import { facetValue } from '#app/shop/catalogue/facets.ts'
import { type PieceCard, pieceCard } from '#app/shop/catalogue/piece-card.ts'
import { stoneFact } from '#app/shop/catalogue/piece-essentials.ts'
import { publicStatus } from '#app/shop/catalogue/product-status.ts'
import { slugify } from '#app/shop/catalogue/slug.ts'
import { keysOf, parsePieceField } from './piece-fields.ts'
import { type PieceMargin, pieceMargin } from './piece-money.ts'
import { fieldsOfPiece, type PieceRow, typedPiece } from './read-piece.ts'
import type { Changes } from './save-piece.ts'

/** What customers will see of a piece, in one language. */
export type PiecePreview = {
  card: PieceCard
  facts: { label: string; text: string }[]
  condition: { label: string; notes: string | null } | null
  defect: string | null
  description: string | null
  /** What a sale at this price would leave; null where cost or price is not known. */
  margin: PieceMargin | null
}

/**
 * A piece as customers will see it once what was typed is saved; what cannot be used stays as it is.
 * `day`: YYYY-MM-DD, for the rate of VAT
 */
export async function previewPiece(
  db: Database,
  row: PieceRow,
  { changes, locale, day }: { changes: Changes; locale: Locale; day: string },
): Promise<PiecePreview> {
  const after = await withTyped(db, row, changes)
  const watch = after.kind === 'watch' ? readFacts('watch', after) : null
  const jewellery = after.kind === 'jewellery' ? readFacts('jewellery', after) : null
  const bullion = after.kind === 'bullion' ? readFacts('bullion', after) : null
  const common = readFacts('piece', after)
  const stones = after.stones ?? []
  const parts = { kind: after.kind, ...common, watch, jewellery, bullion }
  const photos = await db
    .selectFrom('photo')
    .select('id')
    .where('product_id', '=', row.id)
    .orderBy('position')
    .limit(2)
    .execute()
  const card = pieceCard(
    {
      ...common,
      id: row.id,
      kind: row.kind,
      status: publicStatus(row.status) ?? 'available',
      brand: after.brand,
      reference: after.reference,
      name: after.name,
      slug: { de: row.slug_de, en: row.slug_en },
      type: jewellery?.type ?? null,
      ringSize: jewellery?.ringSize ?? null,
      metal: watch ? watch.caseMaterial : common.metal,
      carat: caratOf(stones),
      priceCents: after.price_cents ?? 0,
      reduction: null,
      photos: photos.map(({ id }) => ({ id, width: 1, height: 1, alt: { de: '', en: '' }, placeholder: '' })),
    } as Parameters<typeof pieceCard>[0],
    locale,
  )
  const condition = common.condition ? facetValue('condition', common.condition) : undefined
  return {
    card,
    facts: [
      ...factRows(parts, locale).map(({ label, text }) => ({ label, text })),
      ...stones.map((stone) => stoneFact(stone, locale)),
    ],
    condition: condition
      ? { label: condition.label[locale], notes: common.conditionNotes?.[locale] ?? null }
      : null,
    defect: after.defect?.[locale] ?? null,
    description: after.description?.[locale] ?? null,
    margin: pieceMargin(after, day),
  }
}

/** A row as it would be with what was typed. */
async function withTyped(db: Database, row: PieceRow, changes: Changes): Promise<PieceRow> {
  const fields = await fieldsOfPiece(db, row.kind)
  const current = typedPiece(fields, row, 'en')
  const after: Record<string, unknown> = { ...row }
  for (const field of fields) {
    const keys = keysOf(field)
    if (!keys.some((key) => Object.hasOwn(changes, key))) continue
    const typed = Object.fromEntries(keys.map((key) => [key, changes[key]?.to ?? current[key] ?? '']))
    const parsed = parsePieceField(field, typed)
    if (parsed.ok && !(field.name === 'name' && parsed.value === null)) after[field.name] = parsed.value
  }
  if (after.year_from !== null && after.year_to === null) after.year_to = after.year_from
  for (const [name, alias, called] of [
    ['brand', 'b', 'name'],
    ['model', 'm', 'name'],
    ['reference', 'r', 'number'],
  ] as const) {
    const text = after[name]
    after[`${alias}_${called}`] = text
    after[`${alias}_slug`] = typeof text === 'string' ? slugify(text) : null
  }
  return after as PieceRow
}
