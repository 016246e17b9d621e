import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { BlockOf } from '#app/blocks/block.ts'
import type { BlockData } from '#app/blocks/declaration.ts'
import { parseBlocks } from '#app/blocks/parse-blocks.ts'
import { describeLine } from '#app/letters/sell-mail-content.ts'
import type { CurrentPrices } from '#app/shop/buying/metal-price.ts'
import { parseOfferLines } from '#app/shop/buying/offer-lines.ts'
import { basisOf } from '#app/shop/buying/sell-request.ts'
import type { OfferLine } from '#app/shop/buying/types.ts'
import { metals, rateNames, valuables } from '#app/shop/buying/valuables.ts'
import { linesSchema, valueStaffLines } from '#app/shop/buying/valued-line.ts'
import { loadedFor, renderBlocks } from '#tests/blocks.tsx'
import { Offer } from './Offer.tsx'

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (least: number, most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return least + (state % (most - least + 1))
  }
}

const markets = [
  [350_000, 3_820, 112_000, 101_000],
  [335_001, 3_819, 98_765, 123_456],
  [999_999, 19_999, 499_999, 400_01],
] as const
const rates = [
  [900, 970, 750, 850, 850],
  [875, 983, 701, 999, 500],
] as const

function pricesOn(market: readonly number[], rate: readonly number[]): CurrentPrices {
  const at = new Date('2026-11-20T13:30:00Z')
  const price = (index: number) => ({
    centsPerOunce: market[index] as number,
    at,
    source: 'Test',
    age: 'fresh' as const,
  })
  return {
    prices: Object.fromEntries(
      metals.map((metal, index) => [metal, price(index)]),
    ) as CurrentPrices['prices'],
    rates: Object.fromEntries(rateNames.map((name, index) => [name, rate[index]])) as CurrentPrices['rates'],
  }
}

const days = markets.flatMap((market) => rates.map((rate) => pricesOn(market, rate)))

/** Everything that is valued, with weights from a hundredth of a gram to what no scale holds. */
function entered(seed: number) {
  const next = numbers(seed)
  const amounts = [1, 2, 92_500, 1_240, 502, 9_999_999, ...Array.from({ length: 6 }, () => next(1, 200_000))]
  return valuables
    .filter((valuable) => 'metal' in valuable)
    .map(({ id, by }, index) => {
      const hundredths = amounts[(index * 7 + seed) % amounts.length] as number
      return { item: id, amount: by === 'piece' ? String(next(1, 40)) : (hundredths / 100).toFixed(2) }
    })
}

/** „1.234,56“ or “1,234.56” as a whole number of 10^-scale. */
function decimal(text: string, locale: 'de' | 'en') {
  const bare = text.replace(/[^\d.,]/g, '')
  const [whole = '', decimals = ''] =
    locale === 'de' ? bare.replaceAll('.', '').split(',') : bare.replaceAll(',', '').split('.')
  return { digits: BigInt(whole + decimals), scale: decimals.length }
}

/** Multiplies written factors, divides by written divisors, and rounds half-up to cents. */
function cents(factors: readonly string[], divisors: readonly string[], locale: 'de' | 'en'): number {
  let [over, under] = [100n, 1n]
  for (const factor of factors) {
    const { digits, scale } = decimal(factor, locale)
    over *= digits
    under *= 10n ** BigInt(scale + (/%/.test(factor) ? 2 : /‰/.test(factor) ? 3 : 0))
  }
  for (const divisor of divisors) {
    const { digits, scale } = decimal(divisor, locale)
    over *= 10n ** BigInt(scale)
    under *= digits
  }
  return Number((2n * over + under) / (2n * under))
}

const amountIn = (text: string, locale: 'de' | 'en') => Number(decimal(text, locale).digits)
const between = { de: ' bis ', en: ' to ' }

/** What a formula yields, from and to; null where there is none. */
function yielded(formula: string, locale: 'de' | 'en'): number[] | null {
  if (!formula.includes('×')) return null
  const factors = (formula.split('. ')[0] ?? '').split(' × ')
  const [first = '', ...others] = factors
  return first.split(between[locale]).map((fine) => cents([fine, ...others], [], locale))
}

const shown = (html: string) => html.replace(/[\u00a0\u202f]/g, ' ').replaceAll('&amp;', '&')

describe.each(['de', 'en'] as const)('the calculator in %s', (locale) => {
  test('writes factors that make the amount beside them, to the cent', async () => {
    let formulas = 0
    for (const [at, current] of days.entries()) {
      const lines = entered(at + 1)
      for (const [first] of lines.entries()) {
        if (first % 20 !== 0) continue
        const { blocks } = parseBlocks([{ component: 'gold-purchase-calculator', _uid: 'x' }], {
          locale,
          apiUrl: '/api',
        })
        const [block] = blocks as [BlockOf<'gold-purchase-calculator'>]
        const loaded = loadedFor(blocks)
        const data = loaded.values[block.key] as BlockData<'gold-purchase-calculator'>
        const { prices, rates: perMille } = current
        const centsPerOunce = Object.fromEntries(
          metals.map((metal) => [metal, prices[metal]?.centsPerOunce ?? null]),
        ) as (typeof data)['tariff']['centsPerOunce']
        loaded.values[block.key] = {
          ...data,
          lines: lines.slice(first, first + 20),
          tariff: { centsPerOunce, perMille },
        }
        const html = shown(await renderBlocks(blocks, locale, { loaded }))
        for (const [, amount = '', formula = ''] of html.matchAll(
          /<p class="font-display[^"]*">([^<]*)<\/p><p class="mt-1[^"]*">([^<]*)<\/p>/g,
        )) {
          const made = amount.split(between[locale]).map((text) => amountIn(text, locale))
          const result = yielded(formula, locale) ?? []
          // Where both ends cost the same, they are written once.
          expect({ formula, makes: [...new Set(result)] }).toEqual({ formula, makes: made })
          formulas += 1
        }
      }
    }
    expect(formulas).toBe(days.length * entered(1).length)
  })
})

/** Lines as staff enter them: reckoned, and some with an amount by hand. */
function offered(current: CurrentPrices, seed: number): { line: OfferLine; byHand: boolean }[] {
  const next = numbers(seed)
  const lines = entered(seed).filter(({ amount }) => Number(amount) > 1 && Number(amount) < 3_000)
  return lines.flatMap(({ item, amount }, index) => {
    const byHand = index % 3 === 0
    const euros = (next(45_000, 90_000) / 100).toFixed(2)
    const staff = { title: item, kind: 'scrap', item, amount, ...(byHand && { euros }) }
    const valued = valueStaffLines(linesSchema.parse([staff]), current)
    return valued.ok ? parseOfferLines(valued.lines).map((line) => ({ line, byHand })) : []
  })
}

function offerHtml(lines: readonly OfferLine[], current: CurrentPrices): string {
  const offer = {
    id: 1,
    kind: 'final',
    lines,
    cents: { low: 1, high: 1 },
    basis: basisOf(current),
    note: '',
    madeAt: new Date('2026-11-23T09:00:00Z'),
    validUntil: new Date('2026-11-26T09:00:00Z'),
    answer: null,
    answeredAt: null,
  }
  const request = { offer, valuation: null, mayAnswer: false } as unknown as Parameters<
    typeof Offer
  >[0]['request']
  return shown(renderToStaticMarkup(<Offer request={request} submission="" given={undefined} />))
}

describe('an offer', () => {
  test('writes factors that make the amount, and none beside an amount by hand', () => {
    let formulas = 0
    for (const [at, current] of days.entries()) {
      const lines = offered(current, at + 1)
      for (const [index, item] of [
        ...offerHtml(
          lines.map(({ line }) => line),
          current,
        ).matchAll(/<li.*?<\/li>/gs),
      ].entries()) {
        const { line, byHand } = lines[index] as (typeof lines)[number]
        const facts = [...item[0].matchAll(/<p class="text-ink-soft[^"]*">([^<]*)<\/p>/g)].map(
          ([, fact = '']) => fact,
        )
        const [formula] = facts.filter((fact) => fact.includes('×'))
        if (byHand) expect(facts.join()).not.toMatch(/×|€|%/)
        else if (line.cents.low > 0) {
          expect({ formula, makes: [...new Set(yielded(formula ?? '', 'de') ?? [])] }).toEqual({
            formula,
            makes: [...new Set([line.cents.low, line.cents.high])],
          })
          formulas += 1
        }
      }
    }
    expect(formulas).toBeGreaterThan(50)
  })

  test('is told in mails and receipts with the same factors, per ounce', () => {
    let told = 0
    for (const [at, current] of days.entries()) {
      for (const { line, byHand } of offered(current, at + 1)) {
        const parts = describeLine(line).map(shown)
        const rate = parts.find((part) => part.includes('Feinunze'))
        if (byHand) {
          expect(parts.join()).not.toMatch(/€|%/)
          continue
        }
        const [, price = '', ounce = '', share = ''] =
          /^(.+ €) je Feinunze zu (.+) g, ausgezahlt zu (.+ %)$/.exec(rate ?? '') ?? []
        const [weight = '', second = ''] = parts
        const fineness = second.includes('‰') ? [/^.*‰/.exec(second)?.[0] ?? ''] : []
        const makes = weight
          .split(' bis ')
          .map((grams) => cents([grams, ...fineness, price, share], [ounce], 'de'))
        expect({ parts, makes: [...new Set(makes)] }).toEqual({
          parts,
          makes: [...new Set([line.cents.low, line.cents.high])],
        })
        told += 1
      }
    }
    expect(told).toBeGreaterThan(50)
  })

  test('of before has the same factors without its fine metal being kept', () => {
    const current = days[0] as CurrentPrices
    const stored = {
      title: 'Kette',
      kind: 'scrap',
      metal: 'gold',
      fineness: 585,
      testMethod: 'xrf',
      basis: { centsPerOunce: 350_000, perMille: 900 },
    }
    const lines = parseOfferLines([
      { ...stored, weightGrams: '12.40', cents: { low: 73_465, high: 73_465 } },
      // 381.30 by the factors, if they were written.
      { ...stored, weightGrams: '5.02', cents: { low: 45_000, high: 45_000 } },
    ])
    const html = offerHtml(lines, current)
    expect(html).toContain('12,40 g × 585 ‰ × 112,528 € je Gramm × 90 %')
    expect(html.match(/×/g)).toHaveLength(3)
    expect(html).toContain('5,02 g, 585 ‰')
    expect(html).toContain('Stand 20.11.2026, 14:30 Uhr')
    // Nothing follows a price: none is named.
    expect(offerHtml(lines.slice(1), current)).not.toMatch(/Stand|je Feinunze/)
  })
})
