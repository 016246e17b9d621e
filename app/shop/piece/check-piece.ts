import { type Bilingual, locales } from '#app/language/locales.ts'
import { deniedClaim } from '#app/shop/catalogue/attributes/denied-claims.ts'
import type { PieceFault, PieceField } from './piece-fields.ts'
import { keysOf } from './piece-fields.ts'
import type { PieceRow } from './read-piece.ts'

/** Why a field cannot be saved. */
export type SaveFault =
  | PieceFault
  /** The piece is shown to customers, who must be told. */
  | 'needed-on-sale'
  | 'of-another-model'
  | 'not-a-name'
  | 'before-the-first'
  | 'only-rings'
  | 'tax-does-not-fit'
  | 'only-bullion'
  | 'not-after-sale'
  | 'in-the-ledger'
  /** A text claims what the known defect overrides. */
  | 'denied-by-defect'
  | 'impossible'

export type SaveFaults = Record<string, SaveFault>

const shownStates = ['listed', 'reserved', 'sold']

/**
 * What is wrong with a piece as it would be after a save: rules between its fields, and what it may not lack while it is
 * shown. Faults by key; of what was not touched none.
 */
export function faultsOfPiece(
  fields: readonly PieceField[],
  after: PieceRow,
  touched: ReadonlySet<string>,
): SaveFaults {
  const faults: SaveFaults = {}
  const values = after as Readonly<Record<string, unknown>>
  const wrong = (name: string, reason: SaveFault) => {
    const field = fields.find((each) => each.name === name)
    const [key = name] = field ? keysOf(field) : []
    faults[key] ??= reason
  }
  for (const { name, requiredOf } of fields) {
    if (!touched.has(name) || values[name] !== null) continue
    if (name === 'name' || name === 'tax_mode') wrong(name, 'missing')
    else if (requiredOf.includes(after.kind) && shownStates.includes(after.status))
      wrong(name, 'needed-on-sale')
  }
  const any = (...names: string[]) => names.some((name) => touched.has(name))
  const { year_from: from, year_to: to } = values
  if (any('year_from', 'year_to') && typeof from === 'number' && typeof to === 'number' && to < from)
    wrong('year_to', 'before-the-first')
  if (any('year_from', 'year_to', 'year_circa') && from === null && (to !== null || values.year_circa))
    wrong('year_from', 'missing')
  if (any('report_number', 'report_lab') && values.report_number && !values.report_lab)
    wrong('report_lab', 'missing')
  if (values.jewellery_type !== 'rings')
    for (const name of ['ring_size_mm', 'resizable_up_mm', 'resizable_down_mm'])
      if (values[name] !== null && values[name] !== undefined && any(name, 'jewellery_type'))
        wrong(name, 'only-rings')
  if (any('tax_mode') && !taxFits(after)) wrong('tax_mode', 'tax-does-not-fit')
  if (values.metal === 'fine-gold' && after.kind !== 'bullion') wrong('metal', 'only-bullion')
  if (any('cites_species', 'cites_annex', 'cites_proof')) {
    if ((after.cites_annex || after.cites_proof) && !after.cites_species) wrong('cites_species', 'missing')
    if (after.cites_species && !after.cites_annex) wrong('cites_annex', 'missing')
  }
  if (any('overrides', 'defect') && (after.overrides ?? []).length > 0 && after.defect === null)
    wrong('defect', 'missing')
  for (const { name, locale } of deniedTexts(fields, after))
    if (any(name, 'overrides')) faults[`${name}.${locale}`] ??= 'denied-by-defect'
  if (any('price_cents') && after.price_cents === 0) wrong('price_cents', 'too-small')
  if (any('price_cents') && after.status === 'sold') wrong('price_cents', 'not-after-sale')
  return faults
}

/** The texts that claim what the known defect overrides. */
function* deniedTexts(fields: readonly PieceField[], after: PieceRow) {
  const overrides = after.overrides ?? []
  if (overrides.length === 0) return
  const values = after as Readonly<Record<string, unknown>>
  for (const { name, input } of fields) {
    if (name === 'defect' || !/bilingual$/.test(input.kind)) continue
    const texts = values[name] as Bilingual | null
    for (const locale of locales)
      if (texts && deniedClaim(texts[locale], { overrides, locale }) !== null) yield { name, locale }
  }
}

function taxFits({ kind, tax_mode }: PieceRow): boolean {
  return kind === 'bullion' ? tax_mode !== 'margin_25a' : tax_mode !== 'investment_gold_25c'
}
