import type { z } from 'zod'
import type { Bilingual } from '#app/language/locales.ts'
import type { CardFacts, FactsOf } from './attributes/registry.ts'
import type { document, flaw, photo, photoWithRole, stone } from './piece-shapes.ts'
import type { PageStatus, PublicStatus } from './product-status.ts'
import type { TestSheet } from './test-sheet.ts'

/** The two listings, by their route names. Coins and bars lie with the jewellery. */
export const departments = ['watches', 'jewelry'] as const
export type Department = (typeof departments)[number]

export const pieceKinds = ['watch', 'jewellery', 'bullion'] as const
export type PieceKind = (typeof pieceKinds)[number]

export function departmentOf(kind: PieceKind): Department {
  return kind === 'watch' ? 'watches' : 'jewelry'
}

/** A photo as a page shows it; addresses and widths are made by `photoSources` of app/ui. */
export type PiecePhoto = z.infer<typeof photo>

/** Calendar years; one year has `from` = `to`. */
export type PieceYears = { from: number; to: number; circa: boolean }

/**
 * An announced reduction: `lowestCents` is the lowest price of the 30 days before it (§ 11 PAngV),
 * never below or at the price now asked. `since`: when the lower price began.
 */
export type Reduction = { lowestCents: number; since: Date }

/** What a card shows; values of vocabularies are ids. `metal` is the case of a watch. */
export type CardPiece = Omit<CardFacts, 'caseMaterial'> & {
  /** Stock number. */
  id: string
  kind: PieceKind
  status: PublicStatus
  brand: string | null
  name: Bilingual
  reference: string | null
  /** Of all stones together. */
  carat: number | null
  priceCents: number
  reduction: Reduction | null
  slug: Bilingual
  /** The first two; the second is shown on hover. */
  photos: PiecePhoto[]
}

/** A piece that has a page, as lists of one's own pieces show it: the cart, the contact form. */
export type PagePiece = Omit<CardPiece, 'status'> & { status: PageStatus }

export type Stone = z.infer<typeof stone>
export type PiecePhotoWithRole = z.infer<typeof photoWithRole>

/** Everything the public may know of a piece; its facts are declared in attributes/. Lengths mm, weights grams. */
export type ProductDetail = FactsOf<'piece'> & {
  id: string
  kind: PieceKind
  department: Department
  status: PageStatus
  name: Bilingual
  slug: Bilingual
  description: Bilingual | null
  /** Of a piece that is sold or examined again: what it last cost. */
  priceCents: number
  reduction: Reduction | null
  /** Since it was first listed, oldest first. */
  priceHistory: { since: Date; priceCents: number }[]
  taxMode: 'margin_25a' | 'standard_19' | 'investment_gold_25c'
  /** A known defect that the buyer agrees to before ordering (§ 476 BGB), in whole sentences. */
  defect: Bilingual | null
  branchId: string | null
  watch: FactsOf<'watch'> | null
  jewellery: FactsOf<'jewellery'> | null
  bullion: FactsOf<'bullion'> | null
  stones: Stone[]
  /** Of all stones together. */
  carat: number | null
  photos: PiecePhotoWithRole[]
  /** Pinned to their places on photos, by number. */
  flaws: z.infer<typeof flaw>[]
  documents: z.infer<typeof document>[]
  /** What its last examination found, signed; null: there is no sheet. */
  testSheet: TestSheet | null
  productSafety: {
    manufacturer: { name: string; postal: string | null; electronic: string | null } | null
    responsible: { name: string; postal: string | null; electronic: string | null } | null
    warnings: Bilingual | null
  }
  cites: { species: string; annex: string; proof: string | null } | null
  /** `null` while it is examined again. */
  listedAt: Date | null
  soldAt: Date | null
  updatedAt: Date
}
