import type { ChoiceId } from '#app/shop/catalogue/listing-filters.ts'
import type { ListingSort } from '#app/shop/catalogue/listing-sort.ts'
import type { PieceCard } from '#app/shop/catalogue/piece-card.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import type { AlertState } from '#app/shop/enquiries/alerts.ts'
import type { Crumb } from '#app/ui/Breadcrumbs.tsx'

// What travels to the browser. Of the catalogue it imports types alone: that itself stays on the server.

/** One value of a facet; without an address it cannot be chosen. */
export type ValueView = [label: string, count: number, href: string, flags: number, swatch?: string]
/** Bits of a value's flags. */
export const chosenFlag = 1
export const nofollowFlag = 2

/** Figures as the page's language writes them. */
export type RangeView = {
  min: string
  max: string
  from?: string
  to?: string
  unit?: string
  /** Its figures have decimals. */
  decimal?: true
}

export type FacetView = {
  id: ChoiceId | 'price'
  label: string
  values?: PackedValues['values']
  base?: PackedValues['base']
  /** Values are so short that they stand beside each other. */
  grid?: true
  /** How many values there are, when more than are shown; where fewer are, when all are. */
  all?: number
  fewer?: string
  range?: RangeView
}

/** A facet that is closed: its values are not sent before somebody wants them. */
export type ClosedFacet = [id: FacetView['id'], label: string]

type PackedValues = { values: string; base: string }

const cell = '|'
const cells = 5

/**
 * Values as they travel: a hundred of them, each as a list of its own, are a tenth of a page. One text a facet, and what
 * all addresses begin with once.
 */
export function packValues(values: readonly ValueView[]): PackedValues {
  const hrefs = values.map(([, , href]) => href).filter((href) => href !== '')
  const base = hrefs.reduce(commonStart, hrefs[0] ?? '')
  const packed = values.flatMap(([label, count, href, flags, swatch = '']) => [
    label.replaceAll(cell, '¦'),
    count,
    href.slice(base.length),
    href === '' ? '' : flags,
    swatch,
  ])
  return { values: packed.join(cell), base }
}

/** The inverse of `packValues`. */
export function unpackValues({ values = '', base = '' }: Partial<PackedValues>): ValueView[] {
  if (values === '') return []
  const all = values.split(cell)
  return Array.from({ length: all.length / cells }, (_, row): ValueView => {
    const [label = '', count, href = '', flags = '', swatch] = all.slice(row * cells, (row + 1) * cells)
    return [label, Number(count), flags === '' ? '' : base + href, Number(flags), swatch || undefined]
  })
}

function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

/** Paragraphs of plain words and links. */
export type Intro = (string | { text: string; href: string })[][]

/** What the listing of a maker or a model says beyond its pieces. */
export type MakerView = {
  /** How many pieces there are, at what prices. */
  stock: string
  linksTitle: string
  /** Models, or references of a model; `hidden` from search engines where they add nothing. */
  links: [label: string, count: number, href: string, hidden?: 1][]
  all: [text: string, href: string]
  sold?: { title: string; text: string; note: string; pieces: [text: string, href: string][] }
  sell: [question: string, link: string]
}

export type ListingView = {
  maker?: MakerView
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
  facets: (FacetView | ClosedFacet)[]
  /** Followed by the id of a closed facet, or of one with more values, the address where it is open. */
  openHref: string
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
