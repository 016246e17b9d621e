import { describe, expect, test } from 'vitest'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { makeOffer } from '#app/shop/buying/offer.ts'
import { type DraftLine, offerDraftSchema } from '#app/shop/buying/offer-draft.ts'
import { reckonDraft } from '#app/shop/buying/reckon-draft.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { draftFor } from './draft-for.ts'

const shop = buyingShop()

/** The lines with which the next offer begins after one with `lines` was sent. */
async function begunAgain(lines: Partial<DraftLine>[]) {
  const { id } = await shop.submitted()
  const { rates, ...prices } = await currentPrices(shop.db, new Date())
  const current = { ...prices, rates: { ...rates, 'gold-bullion': 980 } }
  const { lines: reckoned } = reckonDraft(offerDraftSchema.parse({ lines }), current)
  const made = await makeOffer(
    shop.db,
    { id },
    {
      kind: 'estimate',
      lines: reckoned.flatMap((each) => (each.ok ? [each.line] : [])),
      by: 'Berta',
      current,
      settings: shop.settings,
    },
  )
  expect(made).toMatchObject({ ok: true })
  return draftFor(await shop.see({ id })).lines
}

describe('the first offer', () => {
  test('of metal begins with what each line is, in words', () => {
    const details = {
      kind: 'gold' as const,
      description: '',
      lines: [
        { item: 'gold-585', amount: '12,4' },
        { item: 'coin-kruegerrand', amount: '2' },
        { item: 'gold-unknown', amount: '5' },
      ],
    }
    expect(draftFor({ offer: null, details }).lines).toMatchObject([
      { title: 'Gold 585 (14 Karat)', kind: 'scrap', item: 'gold-585', amount: '12,4' },
      { title: 'Krügerrand, 1 Unze', kind: 'bullion', item: 'coin-kruegerrand', amount: '2' },
      { title: 'Gold, Stempel unbekannt', kind: 'scrap', item: 'gold-unknown', amount: '5' },
    ])
  })
})

describe('the next offer', () => {
  test('is reckoned as the last one was: coins by their number, open stamps by their weight', async () => {
    const lines: Partial<DraftLine>[] = [
      { title: 'Zwei Krügerrand', kind: 'bullion', item: 'coin-kruegerrand', amount: '2' },
      { title: 'Drei Maple Leaf', kind: 'bullion', item: 'coin-maple-leaf', amount: '3' },
      { title: 'Kette', kind: 'scrap', item: 'gold-unknown', amount: '5,5' },
      { title: 'Ring', kind: 'scrap', item: 'gold-585', amount: '3', deduct: '5', deductFor: 'Stein' },
    ]
    const again = await begunAgain(lines)
    expect(again).toMatchObject(lines.map((line) => ({ ...line, ...(line.deduct && { deduct: '5,00' }) })))
    expect(again.every(({ euros, from, to }) => euros === '' && from === '' && to === '')).toBe(true)
  })

  test('keeps what staff said in place of what was reckoned', async () => {
    const [line] = await begunAgain([
      { title: 'Dukat', kind: 'bullion', item: 'coin-ducat', amount: '1', euros: '400' },
    ])
    expect(line).toMatchObject({ item: 'coin-ducat', amount: '1', euros: '400,00' })
  })

  test('keeps an amount that was said alone', async () => {
    const [line] = await begunAgain([{ title: 'Uhr', kind: 'watch', item: '', from: '800', to: '900' }])
    expect(line).toMatchObject({ item: '', euros: '', from: '800,00', to: '900,00' })
  })
})
