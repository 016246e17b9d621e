import { createElement, Fragment, type ReactNode } from 'react'

/**
 * Draws items at their places. For what has nothing else to be told apart by and never changes its order: paragraphs,
 * cells, lines of an address. React takes children that are handed over one by one by their place and asks for no keys.
 */
export function byPlace<Item>(
  items: readonly Item[],
  draw: (item: Item, place: number) => ReactNode,
): ReactNode {
  return createElement(Fragment, null, ...items.map((item, place) => draw(item, place)))
}
