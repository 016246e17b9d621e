import { type OfferDraft, offerDraftSchema } from '#app/shop/buying/offer-draft.ts'
import type { OfferLine, SellRequestView } from '#app/shop/buying/types.ts'
import { coinNames, findValuable } from '#app/shop/buying/valuables.ts'

const euros = (cents: number) => (cents / 100).toFixed(2)

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
  const item = itemOf(line)
  const off = deduction?.cents ?? 0
  const [low, high] = [euros(cents.low + off), euros(cents.high + off)]
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
  if (item !== null) return { ...words, item, amount: line.weightGrams ?? '' }
  return cents.low === cents.high ? { ...words, euros: low } : { ...words, from: low, to: high }
}

/** The calculator's item that a line of metal was reckoned by; null for coins and open stamps, whose number it does not say. */
function itemOf({ metal, fineness, weightGrams, basis }: OfferLine): string | null {
  if (metal === null || fineness === null || weightGrams === null || basis === null) return null
  const item = `${metal}-${fineness}`
  return findValuable(item) ? item : null
}

function linesOf(details: SellRequestView['details']) {
  if (details.kind === 'gold')
    return details.lines.map(({ item, amount }) => ({
      title: '',
      kind:
        coinNames.some((name) => item === `coin-${name}`) || item.startsWith('bar-') ? 'bullion' : 'scrap',
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
