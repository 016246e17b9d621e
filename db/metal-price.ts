import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { StartFault } from '#app/platform/start-fault.ts'
import { currentPrices, enterMetalPrice, enterPayoutRate } from '#app/shop/buying/metal-price.ts'
import { metals, rateNames } from '#app/shop/buying/valuables.ts'
import { readGrams } from '#app/shop/buying/valuation.ts'
import { runOnShop } from '#server/shop-command.ts'

/**
 * `npm run metal-price -- gold 3500` records a price in EUR per troy ounce that holds from now on, `-- rate gold-scrap
 * 90` a payout rate in per cent; without words it shows what holds. A running shop shows the new price at once.
 */
const usage = `npm run metal-price -- [<${metals.join('|')}> <EUR per ounce> [--source <text>] | rate <${rateNames.join('|')}> <per cent>]`

await runOnShop(wanted, async (enter, db) => {
  const now = new Date()
  const enteredBy = userInfo().username
  if (enter?.kind === 'price') await enterMetalPrice(db, { ...enter, at: now, enteredBy })
  if (enter?.kind === 'rate') await enterPayoutRate(db, { ...enter, validFrom: now, enteredBy })
  const { prices, rates } = await currentPrices(db, now)
  for (const metal of metals) {
    const price = prices[metal]
    say(
      metal,
      price
        ? `${(price.centsPerOunce / 100).toFixed(2)} EUR/oz, ${price.at.toISOString()}, ${price.source}, ${price.age}`
        : 'no price',
    )
  }
  for (const name of rateNames) say(name, rates[name] === null ? 'no rate' : `${rates[name] / 10} %`)
})

function wanted() {
  const options = { source: { type: 'string' } } as const
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    if (positionals.length === 0) return null
    const metal = metals.find((name) => name === positionals[0])
    const price = readGrams(positionals[1] ?? '')
    if (metal && price.ok && positionals.length === 2) {
      const source = values.source ?? 'Tageskurs, von uns eingetragen'
      return { kind: 'price' as const, metal, centsPerOunce: price.value, source }
    }
    const name = rateNames.find((known) => known === positionals[1])
    const perCent = Number(positionals[2]?.replace(',', '.'))
    if (positionals[0] === 'rate' && name && positionals.length === 3 && perCent >= 0.1 && perCent <= 100)
      return { kind: 'rate' as const, name, perMille: Math.round(perCent * 10) }
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartFault(`Usage: ${usage}`)
}

function say(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(13)} ${text}\n`)
}
