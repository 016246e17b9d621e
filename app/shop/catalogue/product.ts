import { sql } from 'kysely'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { reductionOf } from './price-history.ts'
import { type ProductStatus, publicStatus } from './product-status.ts'
import {
  departmentOf,
  type PieceDocument,
  type PieceKind,
  type PiecePhotoWithRole,
  type ProductDetail,
  type Stone,
} from './types.ts'

type DetailRow = {
  id: string
  kind: PieceKind
  status: ProductStatus
  brand_name: string | null
  brand_slug: string | null
  model_name: string | null
  model_slug: string | null
  reference_number: string | null
  reference_slug: string | null
  name: Bilingual
  slug_de: string
  slug_en: string
  description: Bilingual | null
  price_cents: number
  tax_mode: ProductDetail['taxMode']
  year_from: number | null
  year_to: number | null
  year_circa: boolean
  condition: string
  condition_notes: Bilingual | null
  defect: Bilingual | null
  scope: string | null
  scope_notes: Bilingual | null
  weight: number | null
  gender: string | null
  branch_id: string
  movement: string | null
  calibre: string | null
  diameter: number | null
  height: number | null
  thickness: number | null
  case_material: string | null
  crystal: Bilingual | null
  dial: string | null
  bracelet: string | null
  max_wrist_mm: number | null
  clasp: Bilingual | null
  bezel: Bilingual | null
  complications: string[]
  rate: number | null
  serviced_on: string | null
  serviced_by: Bilingual | null
  water_resistance_bar: number | null
  water_tested_on: string | null
  polished: boolean | null
  replaced_parts: Bilingual | null
  serial_masked: string | null
  jewellery_type: string | null
  ring_size: number | null
  resizable_up_mm: number | null
  resizable_down_mm: number | null
  length: number | null
  width: number | null
  era: string | null
  report_lab: string | null
  report_number: string | null
  hallmarks: string[]
  metal: string | null
  fineness: number | null
  fine_grams: number | null
  coin: Bilingual | null
  manufacturer_name: string | null
  manufacturer_postal: string | null
  manufacturer_electronic: string | null
  eu_responsible_name: string | null
  eu_responsible_postal: string | null
  eu_responsible_electronic: string | null
  safety_warnings: Bilingual | null
  cites_species: string | null
  cites_annex: string | null
  cites_proof: string | null
  listed_at: Date
  sold_at: Date | null
  updated_at: Date
  stones: Stone[] | null
  photos: PiecePhotoWithRole[] | null
  documents: PieceDocument[] | null
  history: { since: string; priceCents: number }[] | null
}

/** Whether a text can be a stock number at all: what cannot is not asked of the database. */
export function isStockNumber(text: string): boolean {
  return /^[1-9]\d{3,7}$/.test(text)
}

/** Everything the public may know of a piece, `null` when there is none of this number or it is not shown. */
export async function findProduct(db: Database, id: string, now: Date): Promise<ProductDetail | null> {
  if (!isStockNumber(id)) return null
  const [product] = await findProducts(db, [id], now)
  return product ?? null
}

/** The same of several stock numbers, in their order; those that are not shown are left out. */
export async function findProducts(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<ProductDetail[]> {
  const { rows } = await sql<DetailRow>`
    select p.id, p.kind, p.status, b.name as brand_name, b.slug as brand_slug, m.name as model_name,
      m.slug as model_slug, r.number as reference_number, r.slug as reference_slug, p.name, p.slug_de, p.slug_en,
      p.description, p.price_cents, p.tax_mode, p.year_from, p.year_to, p.year_circa, p.condition,
      p.condition_notes, p.scope, p.scope_notes, p.weight_grams::float8 as weight, p.gender, p.branch_id,
      p.movement, p.calibre, p.diameter_mm::float8 as diameter, p.height_mm::float8 as height,
      p.thickness_mm::float8 as thickness, p.case_material, p.crystal, p.dial, p.bracelet, p.max_wrist_mm,
      p.clasp, p.bezel, p.complications, p.rate_seconds::float8 as rate, p.serviced_on, p.serviced_by,
      p.water_resistance_bar, p.water_tested_on, p.polished, p.replaced_parts, p.serial_masked,
      p.jewellery_type, p.ring_size_mm::float8 as ring_size, p.resizable_up_mm, p.resizable_down_mm,
      p.length_mm::float8 as length, p.width_mm::float8 as width, p.era, p.report_lab, p.report_number,
      p.hallmarks, p.metal, p.fineness::float8 as fineness, p.fine_grams::float8 as fine_grams, p.coin,
      p.manufacturer_name, p.manufacturer_postal, p.manufacturer_electronic, p.eu_responsible_name,
      p.eu_responsible_postal, p.eu_responsible_electronic, p.safety_warnings, p.cites_species, p.cites_annex,
      p.cites_proof, p.listed_at, p.sold_at, p.updated_at,
      (select d.text from product_defect d where d.product_id = p.id) as defect,
      (select json_agg(json_build_object('stone', s.stone, 'count', s.count, 'carat', s.carat, 'cut', s.cut,
          'colour', s.colour, 'clarity', s.clarity, 'setting', s.setting, 'treatment', s.treatment,
          'laboratoryGrown', s.laboratory_grown, 'estimated', s.estimated) order by s.position)
        from stone s where s.product_id = p.id) as stones,
      (select json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height, 'alt', f.alt,
          'placeholder', f.placeholder, 'role', f.role) order by f.position)
        from photo f where f.product_id = p.id) as photos,
      (select json_agg(json_build_object('kind', d.kind, 'title', d.title, 'issuedBy', d.issued_by,
          'number', d.number, 'issuedOn', d.issued_on) order by d.id)
        from product_document d where d.product_id = p.id and d.public) as documents,
      (select json_agg(json_build_object('since', h.since, 'priceCents', h.price_cents) order by h.since)
        from price_history h where h.product_id = p.id) as history
    from product p
    left join brand b on b.id = p.brand_id
    left join model m on m.id = p.model_id
    left join reference r on r.id = p.reference_id
    where p.id = any(${ids}) and p.status in ('listed', 'reserved', 'sold')
  `.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return (row && detailOf(row, now)) ?? []
  })
}

function detailOf(row: DetailRow, now: Date): ProductDetail | null {
  const status = publicStatus(row.status)
  if (status === null) return null
  const history = (row.history ?? []).map(({ since, priceCents }) => ({ since: new Date(since), priceCents }))
  const stones = row.stones ?? []
  const carats = stones.flatMap((stone) => (stone.carat === null ? [] : [stone.carat]))
  return {
    id: row.id,
    kind: row.kind,
    department: departmentOf(row.kind),
    status,
    brand: named(row.brand_name, row.brand_slug),
    model: named(row.model_name, row.model_slug),
    reference:
      row.reference_number && row.reference_slug
        ? { number: row.reference_number, slug: row.reference_slug }
        : null,
    name: row.name,
    slug: { de: row.slug_de, en: row.slug_en },
    description: row.description,
    priceCents: row.price_cents,
    reduction: reductionOf(history, { listedAt: row.listed_at, now }),
    priceHistory: publicHistory(history, row.listed_at),
    taxMode: row.tax_mode,
    years:
      row.year_from === null || row.year_to === null
        ? null
        : { from: row.year_from, to: row.year_to, circa: row.year_circa },
    condition: row.condition,
    conditionNotes: row.condition_notes,
    defect: row.defect,
    scope: row.scope,
    scopeNotes: row.scope_notes,
    weight: row.weight,
    gender: row.gender,
    branchId: row.branch_id,
    metal: row.metal,
    fineness: row.fineness,
    hallmarks: row.hallmarks,
    report: row.report_lab ? { lab: row.report_lab, number: row.report_number } : null,
    watch: row.kind === 'watch' ? watchOf(row) : null,
    jewellery: row.kind === 'jewellery' ? jewelleryOf(row) : null,
    bullion: row.kind === 'bullion' ? { fineGrams: row.fine_grams, coin: row.coin } : null,
    stones,
    carat: carats.length > 0 ? Math.round(carats.reduce((sum, carat) => sum + carat, 0) * 1000) / 1000 : null,
    photos: row.photos ?? [],
    documents: row.documents ?? [],
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
}

function watchOf(row: DetailRow): ProductDetail['watch'] {
  return {
    movement: row.movement,
    calibre: row.calibre,
    diameter: row.diameter,
    height: row.height,
    thickness: row.thickness,
    caseMaterial: row.case_material,
    crystal: row.crystal,
    dial: row.dial,
    bracelet: row.bracelet,
    maxWrist: row.max_wrist_mm,
    clasp: row.clasp,
    bezel: row.bezel,
    complications: row.complications,
    rate: row.rate,
    serviced: row.serviced_on ? { on: row.serviced_on, by: row.serviced_by } : null,
    waterResistance:
      row.water_resistance_bar === null
        ? null
        : { bar: row.water_resistance_bar, testedOn: row.water_tested_on },
    polished: row.polished,
    replacedParts: row.replaced_parts,
    serialMasked: row.serial_masked,
  }
}

function jewelleryOf(row: DetailRow): ProductDetail['jewellery'] {
  return {
    type: row.jewellery_type,
    ringSize: row.ring_size,
    resizable:
      row.resizable_up_mm === null && row.resizable_down_mm === null
        ? null
        : { up: row.resizable_up_mm ?? 0, down: row.resizable_down_mm ?? 0 },
    length: row.length,
    width: row.width,
    era: row.era,
  }
}

function named(name: string | null, slug: string | null) {
  return name !== null && slug !== null ? { name, slug } : null
}

function contact(name: string | null, postal: string | null, electronic: string | null) {
  return name === null ? null : { name, postal, electronic }
}

/** What was asked publicly: the price at the time of listing and every change since. */
function publicHistory(history: readonly { since: Date; priceCents: number }[], listedAt: Date) {
  const first = history.findLastIndex((point) => point.since <= listedAt)
  return history
    .slice(Math.max(0, first))
    .map((point, index) => (index === 0 && first >= 0 ? { ...point, since: listedAt } : point))
}

/** A shown piece's number and slugs, for redirects and links; `null` when there is none. */
export async function findProductAddress(
  db: Database,
  id: string,
): Promise<{ id: string; slug: Bilingual } | null> {
  if (!isStockNumber(id)) return null
  const row = await db
    .selectFrom('product')
    .select(['id', 'slug_de', 'slug_en'])
    .where('id', '=', id)
    .where('status', 'in', ['listed', 'reserved', 'sold'])
    .executeTakeFirst()
  return row ? { id: row.id, slug: { de: row.slug_de, en: row.slug_en } } : null
}

/** A line of the sitemap. `photos` are the ids of the first few. */
export type ProductAddress = { id: string; slug: Bilingual; updatedAt: Date; photos: string[] }

const shownInSitemap = 5

/**
 * Addresses of the pieces that can be bought or are reserved, by stock number, at most `limit` after the first `skip`.
 * Sold ones leave the sitemap at once (trade-and-law 4).
 */
export async function productSlugs(
  db: Database,
  { skip = 0, limit = 10_000 }: { skip?: number; limit?: number } = {},
): Promise<ProductAddress[]> {
  const { rows } = await sql<{ id: string; de: string; en: string; at: Date; photos: string[] }>`
    select p.id, p.slug_de as de, p.slug_en as en, p.updated_at as at,
      array(select f.id from photo f where f.product_id = p.id order by f.position limit ${shownInSitemap}) as photos
    from (select id, slug_de, slug_en, updated_at from product where status in ('listed', 'reserved')
      order by id limit ${limit} offset ${skip}) p
    order by p.id
  `.execute(db)
  return rows.map(({ id, de, en, at, photos }) => ({ id, slug: { de, en }, updatedAt: at, photos }))
}

/**
 * How many pieces `productSlugs` knows, and when each run of `size` of them last changed. A piece that came or went
 * moves all behind it, so those changes count for its own run and every later one.
 */
export async function productRuns(db: Database, size: number): Promise<{ count: number; changedAt: Date }[]> {
  const { rows } = await sql<{ count: number; at: Date }>`
    select count, greatest(at,
        (select max(updated_at) from product
          where status not in ('listed', 'reserved') and listed_at is not null and id <= last),
        (select max(listed_at) from product where status in ('listed', 'reserved') and id <= last)) as at
    from (select run, count(*)::int as count, max(updated_at) as at, max(id) as last
      from (select id, updated_at, (row_number() over (order by id) - 1) / ${size}::int as run
        from product where status in ('listed', 'reserved')) p
      group by run) runs
    order by run
  `.execute(db)
  return rows.map(({ count, at }) => ({ count, changedAt: at }))
}
