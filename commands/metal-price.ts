import { userInfo } from 'node:os'
import { currentPrices, enterMetalPrice, enterPayoutRate } from '#app/shop/buying/metal-price.ts'
import { metals, rateNames } from '#app/shop/buying/valuables.ts'
import { readHundredths } from '#app/shop/buying/valuation.ts'
import { defineCommand, type Values } from './command.ts'
import { onShop } from './shop.ts'

const usage = `npm run metal-price                            what holds now
npm run metal-price -- <${metals.join('|')}> <EUR per ounce> [--source <text>]
npm run metal-price -- rate <${rateNames.join('|')}> <per cent>
What is entered holds from now on; a running shop shows it at once.`

const options = { source: { type: 'string' } } as const

/** Metal prices and payout rates, as staff enter them. */
export const metalPrice = defineCommand({
  name: 'metal-price',
  usage,
  options,
  read,
  run: (enter, { env, say }) =>
    onShop(env, async ({ db }) => {
      const now = new Date()
      const enteredBy = userInfo().username
      if (enter.kind === 'price') await enterMetalPrice(db, { ...enter, at: now, enteredBy })
      if (enter.kind === 'rate') await enterPayoutRate(db, { ...enter, validFrom: now, enteredBy })
      const { prices, rates } = await currentPrices(db, now)
      const row = (name: string, text: string) => say(`${name.padEnd(13)} ${text}`)
      for (const metal of metals) {
        const price = prices[metal]
        row(
          metal,
          price
            ? `${(price.centsPerOunce / 100).toFixed(2)} EUR/oz, ${price.at.toISOString()}, ${price.source}, ${price.age}`
            : 'no price',
        )
      }
      for (const name of rateNames) row(name, rates[name] === null ? 'no rate' : `${rates[name] / 10} %`)
    }),
})

function read(
  words: readonly string[],
  { source = 'Tageskurs, von uns eingetragen' }: Values<typeof options>,
) {
  const [first, second = '', third = ''] = words
  if (first === undefined) return { kind: 'nothing' as const }
  const metal = metals.find((name) => name === first)
  const euros = readHundredths(second)
  if (metal && euros.ok && words.length === 2) {
    return { kind: 'price' as const, metal, centsPerOunce: euros.value, source }
  }
  const name = rateNames.find((known) => known === second)
  const perCent = Number(third.replace(',', '.'))
  if (first === 'rate' && name && words.length === 3 && perCent >= 0.1 && perCent <= 100) {
    return { kind: 'rate' as const, name, perMille: Math.round(perCent * 10) }
  }
  return null
}
