import type { NotNull } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { text, value } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { productSlug, slugify } from '#app/shop/catalogue/slug.ts'
import type { CostKind } from '#app/shop/ledger/cost-kinds.ts'
import { ofUpload } from '#app/shop/piece-photos/add-photo.ts'
import { type PieceKind, proposedAlt } from '#app/shop/piece-photos/shots.ts'
import { readSellRequest } from './find-sell-request.ts'
import { germanDay } from './german-day.ts'
import type { ReceiptContent } from './purchase-receipt.ts'
import { copyToPieces, photosOfThings } from './sell-request-photos.ts'
import { lockRequest, type RequestKey, takeSellStep } from './sell-request-steps.ts'
import { type InspectedLine, inspectionOf } from './staff-steps.ts'
import type { SellRequestView } from './types.ts'

export type Stocked =
  | { ok: true; pieces: { ledger: number; title: string; product: string | null }[] }
  | { ok: false; reason: 'no-such-request' | 'not-possible' | 'no-such-line' }

/** What one thing cost besides its price, cents, entered with its draft; `position`: its line on the receipt. */
export type StockCost = { position: number; kind: CostKind; netCents: number; vatCents: number; note: string }

/**
 * Takes bought pieces into stock: each opens a draft in the catalogue with what is known of it, the photos that were taken
 * of it at the counter, cost, ledger number and serial number in the part that only staff see. Scrap goes to be melted and
 * opens none, and so does what `melt` names by its position. `files`: where photos lie; without them none is taken over.
 */
export async function stockPieces(
  db: Database,
  which: RequestKey,
  {
    melt = [],
    costs = [],
    files = null,
    by,
  }: { melt?: readonly number[]; costs?: readonly StockCost[]; files?: Files | null; by: string },
): Promise<Stocked> {
  return together(db, async (transaction): Promise<Stocked> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const purchase = await transaction
      .selectFrom('purchase')
      .select(['id', 'content', 'branch_id'])
      .where('request_id', '=', request.id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst()
    const view = await readSellRequest(transaction, { id: request.id })
    if (!purchase || !view) return { ok: false, reason: 'not-possible' }
    const { lines } = purchase.content as ReceiptContent
    if ([...melt, ...costs.map(({ position }) => position)].some((position) => !lines[position]))
      return { ok: false, reason: 'no-such-line' }
    // Asked again after an answer was lost: they are in stock.
    if (request.status === 'stocked') return stockedBefore(transaction, purchase.id)
    if (!(await takeSellStep(transaction, request, 'stock', { actor: 'staff', name: by }))) {
      return { ok: false, reason: 'not-possible' }
    }
    const found = await inspectionOf(transaction, request.id)
    const rows = await transaction
      .selectFrom('ledger')
      .selectAll()
      .where('purchase_id', '=', purchase.id)
      .orderBy('position')
      // The table has these of every row with a purchase (ledger_purchase_whole).
      .$narrowType<{ position: NotNull; purchase_cents: NotNull; acquired_on: NotNull }>()
      .execute()
    const pieces: { ledger: number; title: string; product: string | null }[] = []
    for (const row of rows) {
      const line = lines[row.position] as ReceiptContent['lines'][number]
      const melted = line.kind === 'scrap' || melt.includes(row.position)
      const product = melted
        ? null
        : await openDraft(transaction, {
            line,
            view,
            ledger: row,
            branchId: purchase.branch_id,
            alone: rows.length === 1,
            scope: found?.lines[row.position]?.scope ?? null,
          })
      if (product !== null) {
        const line = { position: row.position, alone: rows.length === 1 }
        if (files) await takePhotosOver(transaction, files, { request: view, line, product })
        await enterCosts(transaction, product, {
          costs: costs.filter(({ position }) => position === row.position),
          ...{ day: germanDay(request.now), by },
        })
      }
      pieces.push({ ledger: row.number, title: row.title, product })
    }
    return { ok: true, pieces }
  })
}

async function stockedBefore(db: Database, purchaseId: number): Promise<Stocked> {
  const rows = await db
    .selectFrom('ledger')
    .select(['number as ledger', 'title', 'product_id as product'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('position')
    .execute()
  return { ok: true, pieces: rows }
}

type Draft = {
  line: ReceiptContent['lines'][number]
  view: SellRequestView
  ledger: { number: number; position: number; purchase_cents: number; acquired_on: string }
  branchId: string
  /** The only piece of its request: what the form said is about it. */
  alone: boolean
  scope: InspectedLine['scope']
}

async function openDraft(
  db: Database,
  { line, view, ledger, branchId, alone, scope }: Draft,
): Promise<string> {
  const name = { de: line.title, en: line.title }
  const slug = productSlug({ brand: line.brand, name, reference: line.reference })
  const said = alone && view.details.kind === 'watch' && line.kind === 'watch' ? view.details : null
  const serial = await db
    .selectFrom('sell_serial')
    .select(['encrypted', 'hash', 'masked'])
    .where('request_id', '=', view.id)
    .where('position', '=', ledger.position)
    .executeTakeFirst()
  const kind = line.kind === 'scrap' ? 'jewellery' : line.kind
  const { id } = await db
    .insertInto('product')
    .values({
      id: value(text)`nextval('stock_number')`,
      kind,
      status: 'draft',
      ...(await shelve(db, line)),
      name: JSON.stringify(name),
      slug_de: slug.de,
      slug_en: slug.en,
      tax_mode: taxModeOf(line),
      weight_grams: line.weightGrams,
      fineness: line.fineness,
      metal: metalOf(line),
      branch_id: branchId,
      fine_grams: kind === 'bullion' ? fineGrams(line) : null,
      scope: line.kind === 'watch' ? (scope ?? said?.scope ?? null) : null,
      year_from: said?.year ?? null,
      year_to: said?.year ?? null,
      serial_masked: kind === 'watch' ? (serial?.masked ?? null) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('product_staff')
    .values({
      product_id: id,
      serial_encrypted: serial?.encrypted ?? null,
      serial_hash: serial?.hash ?? null,
      cost_cents: ledger.purchase_cents,
      acquired_on: ledger.acquired_on,
      ledger_number: ledger.number,
      note: view.number,
    })
    .execute()
  if (line.register && line.register.result !== 'hit') {
    await db
      .insertInto('theft_check')
      .values({
        product_id: id,
        checked_on: ledger.acquired_on,
        register: line.register.name,
        result: line.register.result as 'clear' | 'unclear',
      })
      .execute()
  }
  await db.updateTable('ledger').set({ product_id: id }).where('number', '=', ledger.number).execute()
  return id
}

/**
 * Photos that were taken at the counter become those of the draft: of this thing, or of all where there is no other. What
 * sellers sent themselves shows whatever they wanted to show, and stays with their request.
 */
async function takePhotosOver(
  db: Database,
  files: Files,
  {
    request,
    line,
    product,
  }: { request: SellRequestView; line: { position: number; alone: boolean }; product: string },
): Promise<void> {
  const { folder } = await db
    .selectFrom('sell_request')
    .select('folder')
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  if (folder === null || request.enteredBy === null) return
  const all = await photosOfThings(db, folder)
  const own = all.filter(({ thing }) => thing === line.position || (line.alone && thing === null))
  const piece = await db
    .selectFrom('product')
    .select(['kind', 'name'])
    .where('id', '=', product)
    .executeTakeFirstOrThrow()
  let position = 0
  for (const { id } of own) {
    const photo = await copyToPieces(files, { folder, id })
    if (!photo) continue
    await db
      .insertInto('photo')
      .values({
        ...ofUpload(photo),
        ...{ product_id: product, position: position++, role: 'piece', shot: null, described: false },
        alt: JSON.stringify(
          proposedAlt({ kind: piece.kind as PieceKind, name: bilingual.parse(piece.name) }, null),
        ),
      })
      .execute()
  }
}

async function enterCosts(
  db: Database,
  product: string,
  { costs, day, by }: { costs: readonly StockCost[]; day: string; by: string },
): Promise<void> {
  for (const { kind, netCents, vatCents, note } of costs)
    await db
      .insertInto('piece_cost')
      .values({
        ...{ product_id: product, on_day: day, kind, net_cents: netCents, vat_cents: vatCents },
        ...{ note, entered_by: by },
      })
      .execute()
}

/** Maker, model and reference as the catalogue knows them; a maker it does not know is added, for the draft needs one. */
async function shelve(db: Database, { brand, model, reference }: Draft['line']) {
  if (brand === null || slugify(brand) === '') return {}
  const known = await db
    .insertInto('brand')
    .values({ slug: slugify(brand), name: brand })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ slug: slugify(brand) }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const knownModel = model
    ? await db
        .selectFrom('model')
        .select('id')
        .where('brand_id', '=', known.id)
        .where('slug', '=', slugify(model))
        .executeTakeFirst()
    : undefined
  const knownReference = reference
    ? await db
        .selectFrom('reference')
        .select(['id', 'model_id'])
        .where('brand_id', '=', known.id)
        .where('slug', '=', slugify(reference))
        .executeTakeFirst()
    : undefined
  // A reference belongs to one model: it says which, whatever was typed.
  return {
    brand_id: known.id,
    model_id: knownReference?.model_id ?? knownModel?.id ?? null,
    reference_id: knownReference?.id ?? null,
  }
}

/** § 25a UStG leaves out bullion; gold bars and coins are investment gold. */
function taxModeOf({ kind, metal }: Draft['line']) {
  if (kind !== 'bullion') return 'margin_25a'
  return metal === 'gold' ? 'investment_gold_25c' : 'standard_19'
}

/** The colour of gold is seen when the piece is described; a watch has a case instead. */
function metalOf({ kind, metal }: Draft['line']) {
  if (kind === 'watch' || metal === null) return null
  if (metal === 'gold') return kind === 'bullion' ? 'fine-gold' : null
  return metal
}

function fineGrams({ weightGrams, fineness }: Draft['line']): string | null {
  if (weightGrams === null || fineness === null) return null
  // Hundredths of a gram times tenths of a per mille are millionths of a gram.
  const micrograms = Math.round(Number(weightGrams) * 100) * Math.round(fineness * 10)
  return (micrograms / 1_000_000).toFixed(4)
}
