import type { RangeId } from '#app/shop/catalogue/attributes/registry.ts'
import type { ChoiceId } from '#app/shop/catalogue/listing-filters.ts'
import type { ListingSort } from '#app/shop/catalogue/listing-sort.ts'
import type { PieceCard } from '#app/shop/catalogue/piece-card.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import type { AlertState } from '#app/shop/enquiries/alerts.ts'
import type { Crumb } from '#app/ui/Breadcrumbs.tsx'

// What travels to the browser. It imports types alone: the catalogue itself stays on the server.

/** One value of a facet. Hundreds travel with a page: a tuple, and only what it shows. */
export type ValueView = [label: string, count: number, href: string, flags: number, swatch?: string]
/** Bits of a value's flags. */
export const chosenFlag = 1
export const nofollowFlag = 2

export type RangeView = {
  id: RangeId
  label: string
  min: number
  max: number
  from: number | null
  to: number | null
  step: number
  unit?: string
}

export type FacetView = {
  id: ChoiceId | 'price'
  label: string
  /** Where the facet stands open, when it does not here: its values are not sent before somebody wants them. */
  openHref?: string
  values: ValueView[]
  /** Where all values are shown, when there are more; where fewer are, when all are. */
  all?: { href: string; count: number }
  fewer?: string
  range?: RangeView
}

/** Paragraphs of plain words and links. */
export type Intro = (string | { text: string; href: string })[][]

export type ListingView = {
  department: Department
  heading: string
  intro: Intro
  /** In preview: the block that holds the introduction. */
  introEdit?: { c: string; uid: string }
  crumbs: Crumb[]
  /** Of a link in a mail about an alert. */
  alertToken?: string
  alertState?: AlertState
  /** The listing's own path, without sort and page. */
  path: string
  total: number
  reserved: number
  sort: ListingSort
  sorts: { sort: ListingSort; href: string }[]
  facets: FacetView[]
  chips: { label: string; href: string }[]
  pieces: PieceCard[]
  sold: PieceCard[]
  /** Of a whole department: where all of its sold pieces are. */
  soldHref?: string
  page: number
  pages: number
  /** By page number; only those that the page offers. */
  pageHrefs: { page: number; href: string }[]
  empty: {
    alternatives: { label: string; href: string; count: number }[]
    near: PieceCard[]
  } | null
}
