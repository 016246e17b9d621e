import { type Locale, locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { type PieceCard, pieceCard } from '#app/shop/catalogue/piece-card.ts'
import { findProductWith } from '#app/shop/catalogue/product.ts'
import { slugify } from '#app/shop/catalogue/slug.ts'
import type { PagePiece, ProductDetail } from '#app/shop/catalogue/types.ts'
import { keysOf, parsePieceField } from './piece-fields.ts'
import { type PieceMargin, pieceMargin } from './piece-money.ts'
import { fieldsOfPiece, type PieceRow, typedPiece } from './read-piece.ts'
import type { Changes } from './save-piece.ts'

/** What customers will see of a piece beside its page. */
export type PiecePreview = {
  cards: Record<Locale, PieceCard>
  priceCents: number | null
  /** What a sale at this price would leave; null where cost or price is not known. */
  margin: PieceMargin | null
}

/** A piece as customers will see it once what was typed is saved. `day`: YYYY-MM-DD, for the rate of VAT */
export async function previewPiece(
  db: Database,
  row: PieceRow,
  { changes, now, day }: { changes: Changes; now: Date; day: string },
): Promise<PiecePreview> {
  const after = await withTyped(db, row, changes)
  const piece = cardPiece(await pageOf(db, after, now))
  const cards = Object.fromEntries(locales.map((locale) => [locale, pieceCard(piece, locale)]))
  return {
    cards: cards as PiecePreview['cards'],
    priceCents: after.price_cents,
    margin: pieceMargin(after, day),
  }
}

/** The same for its page; what cannot be used of what was typed stays as it is. */
export async function previewPage(
  db: Database,
  row: PieceRow,
  { changes, now }: { changes: Changes; now: Date },
): Promise<ProductDetail> {
  return pageOf(db, await withTyped(db, row, changes), now)
}

async function pageOf(db: Database, { price_cents, ...after }: PieceRow, now: Date): Promise<ProductDetail> {
  const changed = price_cents === null ? after : { ...after, price_cents }
  const piece = await findProductWith(db, after.id, changed, now)
  if (piece === null) throw new Error(`piece ${after.id} is gone while it is previewed`)
  return piece
}

/** What a card shows of a page's piece. */
function cardPiece({ brand, reference, jewellery, watch, metal, ...piece }: ProductDetail): PagePiece {
  return {
    ...piece,
    brand: brand?.name ?? null,
    reference: reference?.number ?? null,
    type: jewellery?.type ?? null,
    ringSize: jewellery?.ringSize ?? null,
    metal: watch ? watch.caseMaterial : metal,
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
