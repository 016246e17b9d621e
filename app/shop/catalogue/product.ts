import { CompiledQuery, sql } from 'kysely'
import { z } from 'zod'
import { answerPart, answerUses } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  json,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { caratOf } from './attributes/carat-weight.ts'
import { answersOf, readFacts, selectList, shownAttributes } from './attributes/select-attributes.ts'
import { type CatalogueInMemory, catalogueInMemory, unlessBeingRead } from './catalogue-in-memory.ts'
import { hasPage, lastPrice } from './examined.ts'
import type { KeptDetail } from './kept-pieces.ts'
import {
  bilingual,
  datesOf,
  document,
  documentsOfPiece,
  flaw,
  flawsOfPiece,
  history,
  historyOfPiece,
  onSaleBefore,
  photosOfPiece,
  photoWithRole,
  pieceColumns,
  stone,
  stonesOfPiece,
  timesOnSale,
} from './piece-shapes.ts'
import { askedPrices, reductionOf } from './price-history.ts'
import { publicStatus } from './product-status.ts'
import { isStockNumber } from './stock-numbers.ts'
import { sheetOfPiece, testSheet } from './test-sheet.ts'
import { departmentOf, type ProductDetail } from './types.ts'

const columns = {
  ...answersOf(shownAttributes),
  ...pieceColumns,
  description: nullable(json(bilingual)),
  tax_mode: oneOf(['margin_25a', 'standard_19', 'investment_gold_25c']),
  defect: nullable(json(bilingual)),
  overrides: nullable(texts),
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
  sold_at: nullable(timestamptz),
  updated_at: timestamptz,
  stones: nullable(json(z.array(stone))),
  photos: nullable(json(z.array(photoWithRole))),
  flaws: nullable(json(z.array(flaw))),
  documents: nullable(json(z.array(document))),
  test_sheet: nullable(json(testSheet)),
  history,
  on_sale_before: timesOnSale,
}
type DetailRow = Row<typeof columns>

/**
 * Everything the public may know of a piece, `null` when there is none of this number or it is not shown. One that
 * came back after a sale is, while it is examined again. `now` decides whether it counts as reduced; `null` for whoever
 * does not say so: the answer does not depend on the day then.
 */
export async function findProduct(db: Database, id: string, now: Date | null): Promise<ProductDetail | null> {
  if (!isStockNumber(id)) return null
  return answerPart(async () => {
    const [product] = await findProducts(db, [id], now)
    return product ?? null
  })
}

/** The same for the piece's own page, kept in memory until the piece changes. */
export async function shownProduct(db: Database, id: string, now: Date): Promise<ProductDetail | null> {
  if (!isStockNumber(id)) return null
  return answerPart(async () => {
    const live = await unlessBeingRead<CatalogueInMemory | null>(catalogueInMemory(db, []), null)
    answerUses(`piece:${id}`)
    const read = (ids: readonly string[]) => readDetails(db, ids)
    const found = live ? (await live.pieces.details.get([id], read)).get(id) : (await read([id]))[0]
    return found ? asOf(found, now) : null
  })
}

/**
 * The same of several stock numbers, in their order; those that are not shown are left out. `locked`: nobody changes
 * the pieces before the transaction ends.
 */
export async function findProducts(
  db: Database,
  ids: readonly string[],
  now: Date | null,
  { locked = false } = {},
): Promise<ProductDetail[]> {
  answerUses(...ids.map((id) => `piece:${id}`))
  const found = new Map((await readDetails(db, ids, locked)).map((each) => [each.piece.id, each]))
  return ids.flatMap((id) => {
    const each = found.get(id)
    return each ? [asOf(each, now)] : []
  })
}

async function readDetails(db: Database, ids: readonly string[], locked = false): Promise<KeptDetail[]> {
  const rows = await query(
    db,
    columns,
  )(CompiledQuery.raw(statementFor(db, locked ? 'locked' : 'shown'), [ids]))
  return rows.map(detailOf)
}

/**
 * A piece at a moment, which decides whether it counts as reduced. The same object where it is not: what is worked out
 * of it is kept with it.
 */
function asOf({ piece, before, history }: KeptDetail, now: Date | null): ProductDetail {
  if (now === null || piece.listedAt === null) return piece
  const reduction = reductionOf(history, { listedAt: piece.listedAt, before, now })
  return reduction === null ? piece : { ...piece, reduction }
}

/**
 * A piece as its page would show it with these columns at `now`, whatever its state: one that no page shows yet is taken
 * as on sale. Null: there is none of this number. For those who may see pieces before customers do.
 */
export async function findProductWith(
  db: Database,
  id: string,
  changed: Partial<DetailRow>,
  now: Date,
): Promise<ProductDetail | null> {
  const [row] = await query(db, columns)(CompiledQuery.raw(statementFor(db, 'any'), [[id]]))
  if (!row) return null
  const after = { ...row, ...changed }
  const { history, price_cents: priceCents } = after
  return asOf(
    detailOf({
      ...after,
      status: publicStatus(after.status) === null ? 'listed' : after.status,
      history:
        priceCents === row.price_cents
          ? history
          : [...(history ?? []), { since: now.toISOString(), priceCents }],
    }),
    now,
  )
}

/** Put together once: it is asked for every page of a piece, and that took as long as reading what it answers. */
const statements: { shown?: string; locked?: string; any?: string } = {}

/** `any`: also of pieces that no page shows, which may lack a price. */
function statementFor(db: Database, kind: keyof typeof statements): string {
  statements[kind] ??= sql`
    select p.id, p.kind, p.status, p.name, p.slug_de, p.slug_en, p.description,
      coalesce(${lastPrice}, 0) as price_cents, p.tax_mode, p.branch_id,
      p.manufacturer_name, p.manufacturer_postal, p.manufacturer_electronic, p.eu_responsible_name,
      p.eu_responsible_postal, p.eu_responsible_electronic, p.safety_warnings, p.cites_species, p.cites_annex::text,
      p.cites_proof, p.listed_at, p.sold_at, p.updated_at, ${selectList(shownAttributes)},
      (select d.text from product_defect d where d.product_id = p.id) as defect,
      (select d.overrides from product_defect d where d.product_id = p.id) as overrides,
      ${stonesOfPiece} as stones,
      ${photosOfPiece} as photos, ${flawsOfPiece} as flaws, ${documentsOfPiece} as documents,
      ${sheetOfPiece} as test_sheet, ${historyOfPiece} as history,
      case when p.price_since > p.listed_at then ${onSaleBefore} end as on_sale_before
    from product p
    left join brand b on b.id = p.brand_id
    left join model m on m.id = p.model_id
    left join reference r on r.id = p.reference_id
    where p.id = any($1) ${kind === 'any' ? sql`` : sql`and ${hasPage}`} ${kind === 'locked' ? sql`for update of p` : sql``}
  `.compile(db).sql
  return statements[kind]
}

function detailOf(row: DetailRow): KeptDetail {
  const status = publicStatus(row.status) ?? 'examined'
  const history = (row.history ?? []).map(({ since, priceCents }) => ({ since: new Date(since), priceCents }))
  const before = datesOf(row.on_sale_before)
  const stones = row.stones ?? []
  const piece: ProductDetail = {
    id: row.id,
    kind: row.kind,
    department: departmentOf(row.kind),
    status,
    name: row.name,
    slug: { de: row.slug_de, en: row.slug_en },
    description: row.description,
    priceCents: row.price_cents,
    reduction: null,
    priceHistory: row.listed_at ? askedPrices(history, { listedAt: row.listed_at, before }) : [],
    taxMode: row.tax_mode,
    defect: row.defect,
    branchId: row.branch_id,
    ...readFacts('piece', row),
    watch: row.kind === 'watch' ? readFacts('watch', row) : null,
    jewellery: row.kind === 'jewellery' ? readFacts('jewellery', row) : null,
    bullion: row.kind === 'bullion' ? readFacts('bullion', row) : null,
    stones,
    carat: caratOf(stones),
    photos: row.photos ?? [],
    flaws: row.flaws ?? [],
    documents: row.documents ?? [],
    testSheet: row.test_sheet,
    productSafety: {
      manufacturer: contact(row.manufacturer_name, row.manufacturer_postal, row.manufacturer_electronic),
      responsible: contact(row.eu_responsible_name, row.eu_responsible_postal, row.eu_responsible_electronic),
      warnings: row.safety_warnings,
    },
    cites:
      row.cites_species && row.cites_annex
        ? { species: row.cites_species, annex: row.cites_annex, proof: row.cites_proof }
        : null,
    listedAt: row.listed_at,
    soldAt: row.sold_at,
    updatedAt: row.updated_at,
  }
  return { piece, before, history }
}

function contact(name: string | null, postal: string | null, electronic: string | null) {
  return name === null ? null : { name, postal, electronic }
}

/** Those of some stock numbers that have a page of their own: shown to the public, or examined again after a sale. */
export async function piecesWithPage(db: Database, ids: readonly string[]): Promise<Set<string>> {
  answerUses(...ids.map((id) => `piece:${id}`))
  const rows = await query(db, { id: text })`
    select p.id from product p where p.id = any(${ids}) and ${hasPage}
  `
  return new Set(rows.map(({ id }) => id))
}
