import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int4, int8, nullable, query, text } from '#app/platform/database/statement.ts'
import { columnFields } from '#app/shop/catalogue/attributes/form-fields.ts'
import type { PieceKind } from '#app/shop/catalogue/types.ts'
import { keysOf, typedPieceField } from './piece-fields.ts'
import { fieldsOfPiece, readPieceRow } from './read-piece.ts'

export type NameWanted = { of: 'brand' | 'model' | 'reference'; typed: string; brand: string }

/** How many names are suggested. */
const most = 12

/** Names of one's own catalogue that begin with what was typed, or hold it, those of most pieces first. */
export async function suggestNames(db: Database, { of, typed, brand }: NameWanted): Promise<string[]> {
  const columns = { name: text, pieces: int8 }
  const like = `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`
  const begins = like.slice(1)
  const rows =
    of === 'brand'
      ? await query(db, columns)`
          select b.name, count(p.id) as pieces from brand b left join product p on p.brand_id = b.id
          where b.name ilike ${like} group by b.id order by b.name ilike ${begins} desc, 2 desc, 1 limit ${most}`
      : of === 'model'
        ? await query(db, columns)`
          select m.name, count(p.id) as pieces from model m join brand b on b.id = m.brand_id
            left join product p on p.model_id = m.id
          where lower(b.name) = lower(${brand.trim()}) and m.name ilike ${like}
          group by m.id order by m.name ilike ${begins} desc, 2 desc, 1 limit ${most}`
        : await query(db, columns)`
          select r.number as name, count(p.id) as pieces from reference r join brand b on b.id = r.brand_id
            left join product p on p.reference_id = r.id
          where lower(b.name) = lower(${brand.trim()}) and r.number ilike ${like}
          group by r.id order by r.number ilike ${begins} desc, 2 desc, 1 limit ${most}`
  return rows.map(({ name }) => name)
}

/** What a piece's own copy has, whatever its reference is. */
const ofOneCopy: ReadonlySet<string> = new Set([
  'condition',
  'condition_notes',
  'scope',
  'scope_notes',
  'year_from',
  'year_to',
  'year_circa',
  'polished',
  'replaced_parts',
  'serviced_on',
  'serviced_by',
  'rate_seconds',
  'water_tested_on',
  'max_wrist_mm',
  'ring_size_mm',
  'resizable_up_mm',
  'resizable_down_mm',
  'report_lab',
  'report_number',
])

export type ReferenceFacts = {
  /** How many own pieces have it, this one apart. */
  pieces: number
  model: string | null
  /** What all of them that say it have alike, as it is typed, by key. */
  facts: Record<string, string>
}

/**
 * What follows from a reference: the facts in which all own pieces of it agree. What belongs to one copy (its year, its
 * condition, what comes with it) never does.
 */
export async function factsOfReference(
  db: Database,
  {
    piece,
    kind,
    brand,
    reference,
    locale,
  }: { piece: string; kind: PieceKind; brand: string; reference: string; locale: Locale },
): Promise<ReferenceFacts> {
  const ids = await query(db, { id: text, model: nullable(text), pieces: int4 })`
    select p.id, m.name as model, count(*) over ()::int4 as pieces from product p
      join reference r on r.id = p.reference_id join brand b on b.id = r.brand_id left join model m on m.id = r.model_id
    where lower(b.name) = lower(${brand.trim()}) and lower(r.number) = lower(${reference.trim()})
      and p.id <> ${piece} and p.kind = ${kind}
    order by p.id desc limit 50
  `
  const fields = (await fieldsOfPiece(db, kind)).filter(
    ({ name }) => columnFields.some((field) => field.name === name) && !ofOneCopy.has(name),
  )
  const rows = await Promise.all(ids.map(({ id }) => readPieceRow(db, id)))
  const facts: Record<string, string> = {}
  for (const field of fields)
    for (const key of keysOf(field)) {
      const said = rows.flatMap((row) => {
        const value = row && typedPieceField(field, (row as Record<string, unknown>)[field.name], locale)[key]
        return value ? [value] : []
      })
      const [first] = said
      if (first !== undefined && said.every((each) => each === first)) facts[key] = first
    }
  return { pieces: ids[0]?.pieces ?? 0, model: ids[0]?.model ?? null, facts }
}
