import type { Bilingual } from '#app/language/locales.ts'
import type { ProductStatus, PublicStatus } from './product-status.ts'

/** The two listings, by their route names. Coins and bars lie with the jewellery. */
export const departments = ['watches', 'jewelry'] as const
export type Department = (typeof departments)[number]

export type PieceKind = 'watch' | 'jewellery' | 'bullion'

export function departmentOf(kind: PieceKind): Department {
  return kind === 'watch' ? 'watches' : 'jewelry'
}

/** A photo as a page shows it; addresses and widths are made by `photoSources` of app/ui. */
export type PiecePhoto = {
  id: string
  /** Pixels of the upright master. */
  width: number
  height: number
  alt: Bilingual
  /** A tiny picture as a `data:` address. */
  placeholder: string
}

/** Calendar years; one year has `from` = `to`. */
export type PieceYears = { from: number; to: number; circa: boolean }

/**
 * An announced reduction: `lowestCents` is the lowest price of the 30 days before it (§ 11 PAngV),
 * never below or at the price now asked. `since`: when the lower price began.
 */
export type Reduction = { lowestCents: number; since: Date }

/** What a card shows. Values of facets are ids of facets.ts. */
export type CardPiece = {
  /** Stock number. */
  id: string
  kind: PieceKind
  status: PublicStatus
  brand: string | null
  name: Bilingual
  reference: string | null
  years: PieceYears | null
  condition: string
  /** Jewellery: rings, earrings …; `null` for the rest. */
  type: string | null
  /** Id of the facet `case` for watches, of `metal` for the rest. */
  metal: string | null
  /** Parts per thousand. */
  fineness: number | null
  /** Inner circumference in mm. */
  ringSize: number | null
  /** Of all stones together. */
  carat: number | null
  priceCents: number
  reduction: Reduction | null
  slug: Bilingual
  /** The first two; the second is shown on hover. */
  photos: PiecePhoto[]
}

export type Stone = {
  stone: string
  count: number | null
  /** Of all stones of this row together. */
  carat: number | null
  cut: string | null
  /** D–Z for diamonds, a word for others. */
  colour: string | null
  clarity: string | null
  setting: Bilingual | null
  treatment: Bilingual | null
  laboratoryGrown: boolean
  /** Judged in its setting, not weighed loose. */
  estimated: boolean
}

export type WatchFacts = {
  movement: string | null
  calibre: string | null
  /** mm without the crown; of a rectangular case its width. */
  diameter: number | null
  /** mm; only of cases that are not round. */
  height: number | null
  /** mm */
  thickness: number | null
  caseMaterial: string | null
  crystal: Bilingual | null
  dial: string | null
  bracelet: string | null
  /** mm */
  maxWrist: number | null
  clasp: Bilingual | null
  bezel: Bilingual | null
  complications: string[]
  /** Seconds a day, measured; fast is positive. */
  rate: number | null
  /** `on` as exact as known: 2024, 2024-06, 2024-06-30. */
  serviced: { on: string; by: Bilingual | null } | null
  /** The maker's figure, and when tightness was last tested. */
  waterResistance: { bar: number; testedOn: string | null } | null
  polished: boolean | null
  replacedParts: Bilingual | null
  serialMasked: string | null
}

export type JewelleryFacts = {
  type: string | null
  /** mm inner circumference */
  ringSize: number | null
  /** mm */
  resizable: { up: number; down: number } | null
  /** mm */
  length: number | null
  /** mm */
  width: number | null
  era: string | null
}

export type BullionFacts = { fineGrams: number | null; coin: Bilingual | null }

export type PiecePhotoWithRole = PiecePhoto & { role: 'piece' | 'detail' | 'flaw' | 'scope' | 'worn' }

export type PieceDocument = {
  kind: 'report' | 'papers' | 'invoice' | 'service' | 'appraisal' | 'cites' | 'other'
  title: Bilingual
  issuedBy: string | null
  number: string | null
  issuedOn: string | null
}

/** Everything the public may know of a piece. Facet values are ids of facets.ts, lengths mm, weights grams. */
export type ProductDetail = {
  id: string
  kind: PieceKind
  department: Department
  status: PublicStatus
  brand: { name: string; slug: string } | null
  model: { name: string; slug: string } | null
  reference: { number: string; slug: string } | null
  name: Bilingual
  slug: Bilingual
  description: Bilingual | null
  priceCents: number
  reduction: Reduction | null
  /** Since it was first listed, oldest first. */
  priceHistory: { since: Date; priceCents: number }[]
  taxMode: 'margin_25a' | 'standard_19' | 'investment_gold_25c'
  years: PieceYears | null
  condition: string
  conditionNotes: Bilingual | null
  /** A known defect that the buyer agrees to before ordering (§ 476 BGB), in whole sentences. */
  defect: Bilingual | null
  scope: string | null
  scopeNotes: Bilingual | null
  weight: number | null
  gender: string | null
  branchId: string
  /** Id of the facet `metal`; `null` for watches. */
  metal: string | null
  fineness: number | null
  hallmarks: string[]
  report: { lab: string; number: string | null } | null
  watch: WatchFacts | null
  jewellery: JewelleryFacts | null
  bullion: BullionFacts | null
  stones: Stone[]
  /** Of all stones together. */
  carat: number | null
  photos: PiecePhotoWithRole[]
  documents: PieceDocument[]
  productSafety: {
    manufacturer: { name: string; postal: string | null; electronic: string | null } | null
    responsible: { name: string; postal: string | null; electronic: string | null } | null
    warnings: Bilingual | null
  }
  cites: { species: string; annex: string; proof: string | null } | null
  listedAt: Date
  soldAt: Date | null
  updatedAt: Date
}

/** What staff know beyond it. The serial number itself is opened by `openSerial` alone. */
export type StaffFacts = {
  status: ProductStatus
  costCents: number | null
  acquiredOn: string | null
  ledgerNumber: number | null
  note: string | null
  theftChecks: {
    checkedOn: string
    register: string
    result: 'clear' | 'hit' | 'unclear'
    note: string | null
  }[]
}
