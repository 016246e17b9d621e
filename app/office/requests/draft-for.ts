import { type OfferDraft, offerDraftSchema } from '#app/shop/buying/offer-draft.ts'
import { lineArithmetic } from '#app/shop/buying/shown-arithmetic.ts'
import type { OfferLine, SellRequestView } from '#app/shop/buying/types.ts'
import { findValuable } from '#app/shop/buying/valuables.ts'
import { kindOfItem, titleOfItem } from './item-lines.ts'

/** As it is typed in Germany; either sign is read. */
const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')

/**
 * What an offer begins with: the lines of the last one, else what the seller says they have. Amounts of metal are left to
 * be reckoned at today's prices.
 */
export function draftFor({ offer, details }: Pick<SellRequestView, 'offer' | 'details'>): OfferDraft {
  const lines = offer ? offer.lines.map(lineAgain) : linesOf(details)
  return offerDraftSchema.parse({
    lines: lines.length > 0 ? lines : [{}],
    note: offer?.note ?? '',
    noteEn: offer?.noteEn ?? '',
  })
}

function lineAgain(line: OfferLine) {
  const { title, kind, testMethod, brand, model, reference, stones, deduction, cents } = line
  const off = deduction?.cents ?? 0
  const before = { low: cents.low + off, high: cents.high + off }
  const [low, high] = [euros(before.low), euros(before.high)]
  const said = before.low === before.high ? { euros: low } : { from: low, to: high }
  const words = {
    title,
    kind,
    testMethod: testMethod ?? '',
    brand: brand ?? '',
    model: model ?? '',
    reference: reference ?? '',
    stones: stones ?? '',
    deduct: deduction ? euros(off) : '',
    deductFor: deduction?.reason ?? '',
  }
  const by = reckonedBy(line)
  if (by === null) return { ...words, ...said }
  // What staff said in place of what was reckoned is their word in the next offer, too.
  return { ...words, ...by, ...(lineArithmetic({ ...line, cents: before }) === null && said) }
}

/**
 * The calculator's item and amount that a line was reckoned by, which say today's price; null where the amount is staff's
 * word alone. Lines of before name it by metal and stamp, and of coins and open stamps not at all.
 */
function reckonedBy({ reckonedBy: by, metal, fineness, weightGrams, basis }: OfferLine) {
  if (by !== null) return findValuable(by.item) ? by : null
  if (metal === null || fineness === null || weightGrams === null || basis === null) return null
  const item = `${metal}-${fineness}`
  return findValuable(item) ? { item, amount: weightGrams.replace('.', ',') } : null
}

function linesOf(details: SellRequestView['details']) {
  if (details.kind === 'gold')
    return details.lines.map(({ item, amount }) => ({
      title: titleOfItem(item),
      kind: kindOfItem(item),
      item,
      amount,
    }))
  if (details.kind === 'jewellery') return [{ title: details.description.slice(0, 200), kind: 'jewellery' }]
  const { brand, model, reference } = details
  return [
    {
      title: [brand, model, reference].filter(Boolean).join(' '),
      kind: 'watch',
      brand,
      model: model ?? '',
      reference: reference ?? '',
    },
  ]
}
