import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  json,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { answersOf, selectList, shownAttributes } from '#app/shop/catalogue/attributes/select-attributes.ts'
import type { FacetValue } from '#app/shop/catalogue/attributes/values.ts'
import { bilingual, stone, stonesOfPiece } from '#app/shop/catalogue/piece-shapes.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { type PieceKind, pieceKinds } from '#app/shop/catalogue/types.ts'
import { taxModes } from '#app/shop/checkout/types.ts'
import { paidInLedger } from './paid-in-ledger.ts'
import { type PieceField, pieceFields, typedPieceField } from './piece-fields.ts'

const columns = {
  ...answersOf(shownAttributes),
  id: text,
  kind: oneOf(pieceKinds),
  status: oneOf(productStatuses),
  name: json(bilingual),
  slug_de: text,
  slug_en: text,
  description: nullable(json(bilingual)),
  price_cents: nullable(int4),
  price_since: nullable(timestamptz),
  tax_mode: oneOf(taxModes),
  branch_id: nullable(text),
  manufacturer_name: nullable(text),
  manufacturer_postal: nullable(text),
  manufacturer_electronic: nullable(text),
  eu_responsible_name: nullable(text),
  eu_responsible_postal: nullable(text),
  eu_responsible_electronic: nullable(text),
  safety_warnings: nullable(json(bilingual)),
  cites_species: nullable(text),
  cites_annex: nullable(text),
  cites_proof: nullable(text),
  listed_at: nullable(timestamptz),
  updated_at: timestamptz,
  brand_id: nullable(int4),
  model_id: nullable(int4),
  reference_id: nullable(int4),
  brand: nullable(text),
  model: nullable(text),
  reference: nullable(text),
  defect: nullable(json(bilingual)),
  overrides: nullable(texts),
  cost_cents: nullable(int4),
  acquired_on: nullable(text),
  ledger_number: nullable(int4),
  cost_in_ledger: bool,
  note: nullable(text),
  has_serial: bool,
  stones: nullable(json(z.array(stone))),
}

/** A piece by its columns, with what staff alone know of it. */
export type PieceRow = Row<typeof columns>

/** One piece as staff see it, whatever its state; null: there is none of this number. `lock`: nobody changes it meanwhile. */
export async function readPieceRow(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<PieceRow | null> {
  if (lock) await sql`select from product where id = ${id} for update`.execute(db)
  const [row] = await readRows(db, sql`p.id = ${id}`)
  return row ?? null
}

function readRows(db: Database, which: RawBuilder<unknown>) {
  return query(db, columns)`
    select p.id, p.kind, p.status, p.name, p.slug_de, p.slug_en, p.description, p.price_cents, p.price_since, p.tax_mode,
      p.branch_id, p.manufacturer_name, p.manufacturer_postal, p.manufacturer_electronic, p.eu_responsible_name,
      p.eu_responsible_postal, p.eu_responsible_electronic, p.safety_warnings, p.cites_species,
      p.cites_annex::text as cites_annex, p.cites_proof, p.listed_at, p.updated_at, p.brand_id, p.model_id, p.reference_id,
      b.name as brand, m.name as model, r.number as reference, d.text as defect, d.overrides, s.cost_cents,
      s.acquired_on::text as acquired_on, s.ledger_number, ${paidInLedger(sql`p.id`)} as cost_in_ledger, s.note, s.serial_encrypted is not null as has_serial,
      ${stonesOfPiece} as stones,
      ${selectList(shownAttributes)}
    from product p
    left join brand b on b.id = p.brand_id
    left join model m on m.id = p.model_id
    left join reference r on r.id = p.reference_id
    left join product_defect d on d.product_id = p.id
    left join product_staff s on s.product_id = p.id
    where ${which}
  `
}

/** Where pieces may lie, as values of a field. */
export async function branchValues(db: Database): Promise<FacetValue[]> {
  const rows = await db
    .selectFrom('branch')
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name }) => ({ id, slug: { de: id, en: id }, label: { de: name, en: name } }))
}

/** What stands in every field of a piece, by key. */
export function typedPiece(
  fields: readonly PieceField[],
  row: PieceRow,
  locale: Locale,
): Record<string, string> {
  const values = row as Readonly<Record<string, unknown>>
  return Object.assign({}, ...fields.map((field) => typedPieceField(field, values[field.name], locale)))
}

/** The fields of a piece's form, with its branches. */
export async function fieldsOfPiece(db: Database, kind: PieceKind): Promise<PieceField[]> {
  return pieceFields(kind, await branchValues(db))
}
