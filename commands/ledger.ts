import { recordSales } from '#app/shop/buying/ledger.ts'
import { ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { defineCommand, refuse, required } from './command.ts'
import { onShop } from './shop.ts'

/** Pieces that came or went between two days, as CSV. */
export const ledger = defineCommand({
  name: 'ledger',
  usage: `npm run --silent ledger -- --from 2026-01-01 --to 2026-12-31 > ledger.csv    pieces that came or went between two days
  --german    with semicolons and decimal commas, as German spreadsheets read them`,
  options: { from: { type: 'string' }, to: { type: 'string' }, german: { type: 'boolean' } },
  read: (words, values) => {
    if (words.length > 0) return null
    const format = values.german ? ('german' as const) : ('rfc' as const)
    return { from: dayOf(required(values, 'from')), to: dayOf(required(values, 'to')), format }
  },
  run: (wanted, { env, out }) =>
    onShop(env, async ({ db }) => {
      await recordSales(db)
      out(await ledgerCsv(db, wanted))
    }),
})

function dayOf(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : refuse(`"${text}" is not a day; write 2026-01-31`)
}
