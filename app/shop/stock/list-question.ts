import { type ProductStatus, productStatuses } from '#app/shop/catalogue/product-status.ts'
import { type PieceKind, pieceKinds } from '#app/shop/catalogue/types.ts'

/** What may be missing of a piece that is here; the database knows which (0145_stock_list.sql). */
export const missingParts = ['photos', 'theft-check', 'english', 'description', 'price', 'facts'] as const
export type MissingPart = (typeof missingParts)[number]

/** What a list of pieces may show beside the piece itself, in the order in which it is offered. */
export const listColumns = [
  'number',
  'kind',
  'branch',
  'price',
  'cost',
  'margin',
  'days',
  'status',
  'acquired',
  'changed',
] as const
export type ListColumn = (typeof listColumns)[number]
export const usualColumns: readonly ListColumn[] = ['branch', 'price', 'cost', 'margin', 'days', 'status']

/** Shown only to those who may see what pieces cost. */
export const costColumns: ReadonlySet<string> = new Set(['cost', 'margin', 'acquired'])

export const sortKeys = ['name', ...listColumns] as const
export type SortKey = (typeof sortKeys)[number]
export type Sorting = { by: SortKey; descending: boolean }

/** Both inclusive; null is open. */
export type Span = { from: number | null; to: number | null }

/** Which pieces, in which order, with which columns: all that the address of a list says. */
export type ListQuestion = {
  words: string
  statuses: readonly ProductStatus[]
  kinds: readonly PieceKind[]
  /** Ids; `none`: those without one. */
  branches: readonly string[]
  /** Slugs. */
  brands: readonly string[]
  /** Whole days on sale; only pieces that are on sale now. */
  days: Span | null
  /** Whole euros. */
  price: Span | null
  cost: Span | null
  /** Any of these; `any`: anything at all. */
  missing: readonly (MissingPart | 'any')[]
  cameBack: boolean
  /** Somebody holds it: at the checkout, or by a reservation. */
  held: boolean
  /** null: by what was searched, else the newest stock number first. */
  sorting: Sorting | null
  columns: readonly ListColumn[]
}

/** Reads an address; what it does not understand is passed over. */
export function readQuestion(address: URLSearchParams): ListQuestion {
  const list = (name: string) => (address.get(name) ?? '').split(',').filter((word) => word !== '')
  const among = <Word extends string>(name: string, words: readonly Word[]): Word[] =>
    [...new Set(list(name))].filter((word): word is Word => (words as readonly string[]).includes(word))
  const columns = among('columns', listColumns)
  return {
    words: (address.get('q') ?? '').slice(0, 200),
    statuses: among('status', productStatuses),
    kinds: among('kind', pieceKinds),
    branches: list('branch').slice(0, 50),
    brands: list('brand').slice(0, 50),
    days: readSpan(address.get('days')),
    price: readSpan(address.get('price')),
    cost: readSpan(address.get('cost')),
    missing: among('missing', ['any', ...missingParts]),
    cameBack: address.get('back') === '1',
    held: address.get('held') === '1',
    sorting: readSorting(address.get('sort')),
    columns: address.has('columns') ? columns : usualColumns,
  }
}

/** The address of a question, always the same for the same one; what is usual is not written. */
export function writeQuestion(question: ListQuestion): URLSearchParams {
  const { words, sorting, columns } = question
  const usual = columns.join() === usualColumns.join()
  const written: Record<string, string> = {
    q: words.trim(),
    status: question.statuses.join(),
    kind: question.kinds.join(),
    branch: question.branches.join(),
    brand: question.brands.join(),
    days: writeSpan(question.days),
    price: writeSpan(question.price),
    cost: writeSpan(question.cost),
    missing: question.missing.join(),
    back: question.cameBack ? '1' : '',
    held: question.held ? '1' : '',
    sort: sorting ? `${sorting.descending ? '-' : ''}${sorting.by}` : '',
  }
  const address = new URLSearchParams(Object.entries(written).filter(([, value]) => value !== ''))
  if (!usual) address.set('columns', columns.join())
  return address
}

/** `90-`, `-500`, `1000-5000`; null for anything else. */
export function readSpan(text: string | null): Span | null {
  const [, from, to] = /^(\d{1,8})?-(\d{1,8})?$/.exec(text ?? '') ?? []
  if (from === undefined && to === undefined) return null
  return { from: from === undefined ? null : Number(from), to: to === undefined ? null : Number(to) }
}

const writeSpan = (span: Span | null): string => (span ? `${span.from ?? ''}-${span.to ?? ''}` : '')

function readSorting(text: string | null): Sorting | null {
  const by = text?.replace(/^-/, '')
  const key = sortKeys.find((each) => each === by)
  return key ? { by: key, descending: text?.startsWith('-') ?? false } : null
}

/** The questions that every list of pieces begins with, by what stands in their address. */
export const standardViews = {
  all: '',
  incomplete: 'missing=any',
  old: 'status=listed%2Creserved&days=91-&sort=-days',
  back: 'back=1',
} as const
export type StandardView = keyof typeof standardViews
export const standardViewNames = Object.keys(standardViews) as StandardView[]
