import type { OrderLine } from '#app/shop/checkout/types.ts'
import type { ShownQuote } from './checkout-view.ts'

/** The pieces as they are charged for what is chosen; as listed where that cannot be had. */
export function quotedLines(lines: readonly OrderLine[], result: ShownQuote) {
  return lines.map((line) => {
    const charged = result.ok ? result.quote.lines.find(({ piece }) => piece === line.piece) : undefined
    return { ...line, ...charged }
  })
}
