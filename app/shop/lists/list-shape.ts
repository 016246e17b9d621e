/**
 * What a list of the office can be asked: words, filters, an order and a page, all of which its address says. Each list
 * declares its shape once; the server reads addresses by it, the browser draws search, filters and headings from it.
 */
export type Filter =
  /** Any of these. */
  | { kind: 'choice'; values: readonly string[] }
  /** Any of what the shop has (branches, people), by id. */
  | { kind: 'known' }
  /** Whole numbers from … to …, both inclusive: euros, days. */
  | { kind: 'numbers' }
  /** Calendar days from … to …, both inclusive. */
  | { kind: 'dates' }

export type ListShape = {
  filters: Readonly<Record<string, Filter>>
  /** By what it is sorted; true: the largest, or the latest, comes first when somebody chooses it. */
  sorts: Readonly<Record<string, boolean>>
  /** Lists that everybody begins with, by what stands in their address; the first is all of it. */
  views: Readonly<Record<string, string>>
}

/** Lets the compiler keep the names of a shape. */
export const listShape = <const Shape extends ListShape>(shape: Shape): Shape => shape

type Filters<Shape extends ListShape> = Shape['filters']
type Named<Shape extends ListShape, Kind extends Filter['kind']> = {
  [Name in keyof Filters<Shape>]: Filters<Shape>[Name]['kind'] extends Kind ? Name : never
}[keyof Filters<Shape>]
type ValuesOf<Shape extends ListShape, Name extends keyof Filters<Shape>> = Filters<Shape>[Name] extends {
  values: readonly (infer Value)[]
}
  ? Value
  : string

/** Both inclusive; null is open. */
export type NumberSpan = { from: number | null; to: number | null }
/** Days as `2026-11-26`, both inclusive; null is open. */
export type DateSpan = { from: string | null; to: string | null }

/** What an address asks of a list. */
export type Asked<Shape extends ListShape> = {
  words: string
  /** Empty: not narrowed. */
  chosen: { [Name in Named<Shape, 'choice' | 'known'>]: readonly ValuesOf<Shape, Name>[] }
  numbers: { [Name in Named<Shape, 'numbers'>]: NumberSpan | null }
  dates: { [Name in Named<Shape, 'dates'>]: DateSpan | null }
  /** null: as the list is sorted by itself. */
  sorting: { by: keyof Shape['sorts'] & string; descending: boolean } | null
  /** From 1. */
  page: number
}

/** Rows of a page. */
export const rowsOfPage = 50
const mostPages = 100_000

/** How many rows stand before a page. */
export const rowsBefore = ({ page }: { page: number }): number => (page - 1) * rowsOfPage

/** The number of an order, a request or a document as it is written, however it was said: “rg 2026 00011”. */
export const asNumber = (words: string): string =>
  words.replace(/^([a-z]{1,6})[\s-]*(\d{4})[\s-]+(\d{5,})$/i, '$1-$2-$3')

/** Reads an address; what it does not understand is passed over. */
export function readAsked<Shape extends ListShape>(shape: Shape, address: URLSearchParams): Asked<Shape> {
  const chosen: Record<string, readonly string[]> = {}
  const numbers: Record<string, NumberSpan | null> = {}
  const dates: Record<string, DateSpan | null> = {}
  for (const [name, filter] of Object.entries(shape.filters)) {
    const text = address.get(name) ?? ''
    if (filter.kind === 'numbers') numbers[name] = readNumbers(text)
    else if (filter.kind === 'dates') dates[name] = readDates(text)
    else {
      const given = [...new Set(text.split(',').filter((word) => word !== ''))].slice(0, 50)
      chosen[name] = filter.kind === 'known' ? given : given.filter((word) => filter.values.includes(word))
    }
  }
  const page = Number(/^[1-9]\d{0,5}$/.exec(address.get('page') ?? '')?.[0] ?? 1)
  return {
    words: asNumber((address.get('q') ?? '').trim().slice(0, 200)),
    chosen,
    numbers,
    dates,
    sorting: readSorting(shape, address.get('sort')),
    page: Math.min(page, mostPages),
  } as Asked<Shape>
}

/** The address of what is asked, always the same for the same; what is usual is not written. */
export function writeAsked<Shape extends ListShape>(shape: Shape, asked: Asked<Shape>): URLSearchParams {
  const address = new URLSearchParams()
  const put = (name: string, text: string) => {
    if (text !== '') address.set(name, text)
  }
  put('q', asked.words.trim())
  const { chosen, numbers, dates } = asked as Asked<ListShape>
  for (const [name, filter] of Object.entries(shape.filters)) {
    if (filter.kind === 'numbers') put(name, writeSpan(numbers[name as never], '-'))
    else if (filter.kind === 'dates') put(name, writeSpan(dates[name as never], '..'))
    else put(name, ((chosen[name as never] ?? []) as readonly string[]).join())
  }
  const { sorting, page } = asked
  if (sorting) put('sort', `${sorting.descending ? '-' : ''}${sorting.by}`)
  if (page > 1) put('page', String(page))
  return address
}

/** An address as it is kept under a name: what no list understands is left out, and so is the page. */
export const plainAddress = (shape: ListShape, address: string): string =>
  writeAsked(shape, { ...readAsked(shape, new URLSearchParams(address)), page: 1 }).toString()

/** `90-`, `-500`, `1000-5000`; null for anything else. */
function readNumbers(text: string): NumberSpan | null {
  const [, from, to] = /^(\d{1,8})?-(\d{1,8})?$/.exec(text) ?? []
  if (from === undefined && to === undefined) return null
  return { from: from === undefined ? null : Number(from), to: to === undefined ? null : Number(to) }
}

/** `2026-11-01..2026-11-30`, open at either end; null for anything else. */
function readDates(text: string): DateSpan | null {
  const [, from, to] = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.exec(text) ?? []
  const real = (day: string | undefined) => (day !== undefined && isDay(day) ? day : null)
  const span = { from: real(from), to: real(to) }
  return span.from === null && span.to === null ? null : span
}

/** Whether a calendar has that day; PostgreSQL refuses any other. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && !text.startsWith('0000')
}

const writeSpan = (span: NumberSpan | DateSpan | null | undefined, between: string): string =>
  span ? `${span.from ?? ''}${between}${span.to ?? ''}` : ''

function readSorting<Shape extends ListShape>(shape: Shape, text: string | null) {
  const by = text?.replace(/^-/, '') ?? ''
  return Object.hasOwn(shape.sorts, by) ? { by, descending: text?.startsWith('-') ?? false } : null
}
