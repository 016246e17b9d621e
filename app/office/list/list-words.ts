import type { ListShape } from '#app/shop/lists/list-shape.ts'

/** What a list says of itself; each list has its own words for these. */
export type ListWords<Shape extends ListShape> = {
  /** What the table is called to those who do not see it. */
  list: string
  searchHint: string
  found(count: number): string
  /** Where there is nothing at all yet: what will stand here. */
  none: string
  nothingFound: string
  filter(name: keyof Shape['filters'] & string): string
  /** A value of a filter; of `known` ones the server names them. */
  value(name: keyof Shape['filters'] & string, value: string): string
  view(name: keyof Shape['views'] & string): string
}
