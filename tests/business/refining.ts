import { int4, query } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { addWaitingToLot, cancelLot, openLot, sendLot, takeOutOfLot } from '#app/shop/ledger/melting-lots.ts'
import { type ReturnedMetal, settleMeltingLot } from '#app/shop/ledger/settle-melting-lot.ts'
import { sum } from './books.ts'
import { type Business, disagree } from './shop.ts'

const today = () => germanDay(new Date())

async function versionOf({ db }: Business, lot: number): Promise<number> {
  const [row] = await query(db, { version: int4 })`select version from melt_lot where id = ${lot}`
  return row?.version ?? disagree(`lot ${lot} is lost`)
}

/** What waits goes to a refinery: some of it, or nothing after all. */
export async function sendToRefinery(business: Business): Promise<string | null> {
  const { db, books, member, random, oneOf } = business
  const wanted = books.scrap.filter(
    ({ lot, meltedCents }) => lot === null && meltedCents === null && random() < 0.7,
  )
  if (wanted.length === 0) return null
  const { lot, number } = await openLot(db, member, {
    refiner: 'Scheideanstalt Nord',
    note: '',
    day: today(),
  })
  const ledgers = wanted.map(({ ledger }) => ledger)
  const added = await addWaitingToLot(db, member, { lot, version: await versionOf(business, lot), ledgers })
  if (!added.ok || added.added !== wanted.length) disagree(`${number} takes ${JSON.stringify(added)}`)
  const twice = await openLot(db, member, { refiner: 'Scheideanstalt Süd', note: '', day: today() })
  const again = await addWaitingToLot(db, member, {
    ...{ lot: twice.lot, version: await versionOf(business, twice.lot), ledgers },
  })
  if (!again.ok || again.added !== 0) disagree(`one thing lies in ${number} and ${twice.number}`)
  await cancelLot(db, member, { lot: twice.lot, version: await versionOf(business, twice.lot) })
  const out = wanted.length > 1 && random() < 0.2 ? oneOf(wanted) : undefined
  if (out) {
    const version = await versionOf(business, lot)
    const taken = await takeOutOfLot(db, member, { lot, version, ledger: out.ledger })
    if (!taken.ok) disagree(`a thing cannot be taken out of ${number}: ${taken.reason}`)
  }
  const version = await versionOf(business, lot)
  if (random() < 0.1) {
    const cancelled = await cancelLot(db, member, { lot, version })
    if (!cancelled.ok) disagree(`${number} cannot be given up: ${cancelled.reason}`)
    return `${number}: given up`
  }
  const sent = await sendLot(db, member, { lot, version })
  if (!sent.ok) disagree(`${number} cannot be sent: ${sent.reason}`)
  for (const thing of wanted) if (thing !== out) thing.lot = lot
  return `${number}: ${wanted.length - (out ? 1 : 0)} things to the refinery`
}

/** The refinery pays: each thing has its share, and together they are what was paid. */
export async function settleWithRefinery(business: Business): Promise<string | null> {
  const { db, books, member, random, below, oneOf } = business
  const lots = new Set(
    books.scrap.filter(({ meltedCents }) => meltedCents === null).flatMap(({ lot }) => lot ?? []),
  )
  const lot = oneOf([...lots])
  if (lot === undefined) return null
  const things = books.scrap.filter((thing) => thing.lot === lot)
  const fine = Math.floor(sum(things.map((thing) => thing.hundredths * 5_850)) * (0.95 + random() * 0.05))
  const gold: ReturnedMetal = { metal: 'gold', fine, valueCents: Math.floor((fine * 350_000) / 31_103_476.8) }
  const silver: ReturnedMetal = { metal: 'silver', fine: 3_000_000, valueCents: 100 + below(900) }
  const returned = random() < 0.4 ? [gold, silver] : [gold]
  const values = sum(returned.map(({ valueCents }) => valueCents))
  const feesCents = below(Math.ceil(values / 20))
  const amountCents = values - feesCents
  const settle = async (cents: number) =>
    settleMeltingLot(db, member, {
      ...{ lot, version: await versionOf(business, lot), document: `SA-${lot}`, day: today() },
      ...{ returned, feesCents, amountCents: cents },
    })
  const wrong = await settle(amountCents + 1)
  if (wrong.ok || wrong.reason !== 'sum-differs') disagree(`a cent too much was settled in lot ${lot}`)
  const settled = await settle(amountCents)
  if (!settled.ok) disagree(`lot ${lot} cannot be settled: ${settled.reason}`)
  if (sum(settled.shares.map(({ cents }) => cents)) !== amountCents)
    disagree(`the shares of lot ${lot} are not what was paid`)
  const whole = sum(things.map(({ hundredths }) => hundredths))
  for (const thing of things) {
    const cents = settled.shares.find(({ ledger }) => ledger === thing.ledger)?.cents ?? disagree('no share')
    // All of one alloy: by weight, to the cents that rounding moves.
    if (Math.abs(cents - (amountCents * thing.hundredths) / whole) > 3)
      disagree(`row ${thing.ledger} has ${cents} of ${amountCents}`)
    thing.meltedCents = cents
  }
  return `lot ${lot}: ${amountCents} for ${things.length} things`
}
