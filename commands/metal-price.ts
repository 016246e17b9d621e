import type { Database } from '#app/platform/database/database.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import type { Doubt } from '#app/shop/buying/doubtful-price.ts'
import {
  currentPrices,
  type Entered,
  enterMetalPrice,
  enterPayoutRate,
} from '#app/shop/buying/metal-price.ts'
import { priceSources } from '#app/shop/buying/price-sources.ts'
import { type Metal, metals, rateNames } from '#app/shop/buying/valuables.ts'
import { type AmountFault, centsPerGram, readHundredths } from '#app/shop/buying/valuation.ts'
import { settleWaiting, waitingPrices } from '#app/shop/buying/waiting-price.ts'
import { inTheNameOf } from '#app/shop/staff/named-actor.ts'
import { actingStaff, givenBy } from './acting-staff.ts'
import { defineCommand, refuse, type Values } from './command.ts'
import { time } from './order-report.ts'
import { onShop } from './shop.ts'

const usage = `npm run metal-price                            what holds now, and what waits
npm run metal-price -- <${metals.join('|')}> <EUR per ounce> [--source <text>]
npm run metal-price -- rate <${rateNames.join('|')}> <per cent>
npm run metal-price -- accept|refuse <${metals.join('|')}> [<EUR per ounce>]
                                               what the feed said and what waits; with the price, that one alone
What is entered holds from now on; a running shop shows it at once. A price or rate far from the last one, or outside
of its bounds, needs --confirm. Everything takes --by <name>.`

const text = { type: 'string' } as const
const options = { source: text, by: text, confirm: { type: 'boolean' } } as const

/** Metal prices and payout rates, as staff enter them. */
export const metalPrice = defineCommand({
  name: 'metal-price',
  usage,
  options,
  read,
  run: ({ by, confirmed, ...task }, { env, say }) =>
    onShop(env, async ({ db }) => {
      const now = new Date()
      const actor = await actingStaff(db, by, task.kind === 'rate' ? 'payout-rates.set' : 'metal-prices.set')
      const enteredBy = actor.name
      if (task.kind === 'price') {
        const entered = await inTheNameOf(db, actor, (transaction) =>
          enterMetalPrice(transaction, { ...task, at: now, enteredBy, confirmed }),
        )
        expectEntered(entered, `${task.metal} ${ounce(task.centsPerOunce)}`, task.centsPerOunce, ounce)
      }
      if (task.kind === 'rate') {
        const entered = await inTheNameOf(db, actor, (transaction) =>
          enterPayoutRate(transaction, { ...task, validFrom: now, enteredBy, confirmed }),
        )
        expectEntered(entered, `rate ${task.name} ${perCent(task.perMille)}`, task.perMille, perCent)
      }
      if (task.kind === 'settle') {
        const settled = await inTheNameOf(db, actor, (transaction) =>
          settleWaiting(transaction, { ...task, by: enteredBy }),
        )
        if (!settled) throw new StartFault(await nothingOfIt(db, task, now))
      }
      say(...(await lines(db, now)))
    }),
})

const row = (name: string, said: string) => `${name.padEnd(13)} ${said}`
const inEuros = (cents: number) => (cents / 100).toFixed(2)
const ounce = (cents: number) => `${inEuros(cents)} EUR/oz (${inEuros(centsPerGram(cents))} EUR/g)`
const perCent = (perMille: number) => `${perMille / 10} %`

/** Why nothing was accepted or refused: the feed may have said another price since staff looked. */
async function nothingOfIt(
  db: Database,
  { metal, centsPerOunce }: { metal: Metal; centsPerOunce: number | null },
  now: Date,
): Promise<string> {
  const waits = (await waitingPrices(db, now))[metal]
  return waits && centsPerOunce !== null
    ? `${ounce(waits.centsPerOunce)} of ${metal} waits now, not ${ounce(centsPerOunce)}; nothing was changed.`
    : `No price of ${metal} waits`
}

/** What holds, and below it what waits for a word of staff. */
async function lines(db: Database, now: Date): Promise<string[]> {
  const { prices, rates } = await currentPrices(db, now)
  const waiting = await waitingPrices(db, now)
  return [
    ...metals.map((metal) => {
      const price = prices[metal]
      return row(
        metal,
        price
          ? `${inEuros(price.centsPerOunce)} EUR/oz, ${time(price.at)}, ${price.source}, ${price.age}`
          : 'no price',
      )
    }),
    ...rateNames.map((name) => row(name, rates[name] === null ? 'no rate' : perCent(rates[name]))),
    ...metals.flatMap((metal) => {
      const price = waiting[metal]
      if (!price) return []
      const { centsPerOunce, last, at, source, readAt } = price
      const change = last ? `, ${difference(last.value, centsPerOunce)}` : ''
      return [
        row(
          `! ${metal}`,
          `${ounce(centsPerOunce)}${change}, ${time(at)}, ${source}, waits since ${time(readAt)}: accept ${metal} ${inEuros(centsPerOunce)} or refuse ${metal} ${inEuros(centsPerOunce)}`,
        ),
      ]
    }),
  ]
}

/** „900.0 % more“ */
function difference(from: number, to: number): string {
  const share = `${((Math.abs(to - from) / from) * 100).toFixed(1)} %`
  return `${share} ${to < from ? 'less' : 'more'}`
}

/** @throws {StartFault} saying what makes a value doubtful */
function expectEntered(entered: Entered, what: string, value: number, say: (value: number) => string): void {
  if (entered.ok) return
  // Only where a value was said to have been seen, which no command does.
  if (entered.doubt === null) throw new StartFault(`${what} is not entered: another value holds by now`)
  throw new StartFault(
    `${what} is not entered: ${reasons(entered.doubt, value, say)}. Is it right? --confirm`,
  )
}

function reasons({ last, change, outside }: Doubt, value: number, say: (value: number) => string): string {
  const said: string[] = []
  if (change && last)
    said.push(
      `${difference(last.value, value)} than the last, ${say(last.value)} of ${time(last.at)}, where ${change.perMille / 10} % is usual`,
    )
  if (outside) said.push(`outside of ${say(outside.least)} to ${say(outside.most)}`)
  return said.join('; ')
}

function read(
  words: readonly string[],
  { source = priceSources.own, by, confirm = false }: Values<typeof options>,
) {
  const [first, second = '', third = ''] = words
  const given = { by: givenBy(by === undefined ? {} : { by }), confirmed: confirm }
  if (first === undefined) return { kind: 'nothing' as const, ...given }
  const metal = metals.find((name) => name === first)
  if (metal && words.length === 2) {
    return {
      kind: 'price' as const,
      metal,
      centsPerOunce: centsOf(second),
      source: short(source, 'source', 80),
      ...given,
    }
  }
  const other = metals.find((name) => name === second)
  if ((first === 'accept' || first === 'refuse') && other && words.length <= 3) {
    const centsPerOunce = words.length === 3 ? centsOf(third) : null
    return { kind: 'settle' as const, metal: other, centsPerOunce, answer: answers[first], ...given }
  }
  const name = rateNames.find((known) => known === second)
  if (first === 'rate' && name && words.length === 3)
    return { kind: 'rate' as const, name, perMille: readRate(third), ...given }
  return null
}

const answers = { accept: 'accepted', refuse: 'refused' } as const satisfies Record<string, string>

const faults: Record<AmountFault, string> = {
  empty: 'it is empty',
  'not-a-number': 'it is no number',
  'too-precise': 'it has more than two decimals',
  ambiguous: 'three figures behind the sign can be read in two ways; write 3500 or 3500.00',
  'too-small': 'it is nothing or less',
  'too-large': 'it is more than any ounce costs',
  'whole-pieces': 'it is no number',
}

/** Euros per ounce into cents. */
function centsOf(typed: string): number {
  const euros = readHundredths(typed)
  return euros.ok ? euros.value : refuse(`"${typed}" is no price in EUR per ounce: ${faults[euros.reason]}`)
}

/** Per cent with one decimal at most into per mille. More than all of the metal's worth nobody pays. */
function readRate(typed: string): number {
  const perMille = /^\d{1,3}([.,]\d)?$/.test(typed) ? Math.round(Number(typed.replace(',', '.')) * 10) : 0
  return perMille >= 1 && perMille <= 1000
    ? perMille
    : refuse(`"${typed}" is no rate: 0.1 to 100 per cent, one decimal at most`)
}

/** @throws {WordsFault} when it is blank or longer than is kept */
function short(value: string, option: string, most: number): string {
  const said = value.trim()
  if (said === '') return refuse(`--${option} is blank`)
  return said.length > most ? refuse(`--${option} is longer than ${most} characters`) : said
}
