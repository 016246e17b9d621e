import type { EnteredLine } from '#app/shop/buying/valuation.ts'

/**
 * The lines with what was typed into them before the script came: React leaves that in the fields until it draws them
 * again, and knows nothing of it. The same array where nothing was typed.
 */
export function typedLines<Line extends EnteredLine>(form: ParentNode | null, lines: Line[]): Line[] {
  const valuesOf = (name: string) =>
    [...(form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`) ?? [])].map(
      ({ value }) => value,
    )
  const [items, amounts] = [valuesOf('item'), valuesOf('amount')]
  const typed = lines.map((line, place) => ({
    ...line,
    item: items[place] ?? line.item,
    amount: amounts[place] ?? line.amount,
  }))
  const isSame = typed.every(
    ({ item, amount }, place) => item === lines[place]?.item && amount === lines[place]?.amount,
  )
  return isSame ? lines : typed
}
