import { parseArgs } from 'node:util'
import { StartFault } from '#app/platform/start-fault.ts'
import { recordSales } from '#app/shop/buying/ledger.ts'
import { ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { runOnShop } from '#server/shop-command.ts'

/**
 * `npm run --silent ledger -- --from 2026-01-01 --to 2026-12-31 > ledger.csv`: pieces that came or went between two
 * days as CSV; `--german` with semicolons and decimal commas, as German spreadsheets read them.
 */
const usage = 'npm run --silent ledger -- --from <YYYY-MM-DD> --to <YYYY-MM-DD> [--german]'

await runOnShop(words, async (wanted, db) => {
  await recordSales(db)
  process.stdout.write(await ledgerCsv(db, wanted))
})

function words() {
  const options = { from: { type: 'string' }, to: { type: 'string' }, german: { type: 'boolean' } } as const
  try {
    const { values } = parseArgs({ options })
    const isDay = (text = '') => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    if (isDay(values.from) && isDay(values.to)) {
      const format = values.german ? ('german' as const) : ('rfc' as const)
      return { from: values.from as string, to: values.to as string, format }
    }
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartFault(`Usage: ${usage}`)
}
