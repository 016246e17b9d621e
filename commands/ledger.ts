import { StartFault } from '#app/platform/start-fault.ts'
import { completeLedger } from '#app/shop/buying/ledger.ts'
import { checkLedger, faultsOf } from '#app/shop/buying/ledger-check.ts'
import { type LedgerFormat, ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { defineCommand, refuse, required } from './command.ts'
import { onShop } from './shop.ts'

type LedgerWish = { do: 'check' } | { do: 'export'; from: string; to: string; format: LedgerFormat }

/** Pieces that came or went between two days, as CSV; and whether the ledger agrees with the invoices. */
export const ledger = defineCommand({
  name: 'ledger',
  usage: `npm run --silent ledger -- --from 2026-01-01 --to 2026-12-31 > ledger.csv    pieces that came or went between two days
  --german    with semicolons and decimal commas, as German spreadsheets read them
npm run ledger -- --check    the sums of the whole ledger beside those of the invoices; ends with 1 where they differ`,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    german: { type: 'boolean' },
    check: { type: 'boolean' },
  },
  read: (words, values): LedgerWish | null => {
    if (words.length > 0) return null
    if (values.check) {
      const other = (['from', 'to', 'german'] as const).find((name) => values[name] !== undefined)
      return other ? refuse(`--check looks at the whole ledger: it takes no --${other}`) : { do: 'check' }
    }
    const format = values.german ? 'german' : 'rfc'
    return { do: 'export', from: dayOf(required(values, 'from')), to: dayOf(required(values, 'to')), format }
  },
  run: (wish, { env, out, say }) =>
    onShop(env, async ({ db }) => {
      await completeLedger(db)
      if (wish.do === 'export') out(await ledgerCsv(db, wish))
      const check = await checkLedger(db)
      if (wish.do === 'check') {
        say(
          row('sales less returns in the ledger', check.ledgerCents),
          row('invoices less cancellations', check.invoiceCents),
          row('sold without an order, no invoice', check.withoutOrderCents),
          row('VAT owed for all of it', check.taxCents),
        )
      }
      const faults = faultsOf(check)
      if (faults.length > 0)
        throw new StartFault(`The ledger does not agree with the invoices.\n${faults.join('\n')}`)
      if (wish.do === 'check') say('✓ The ledger agrees with the invoices.')
    }),
})

function row(name: string, cents: number): string {
  return `${name.padEnd(36)} ${(cents / 100).toFixed(2).padStart(14)} EUR`
}

function dayOf(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : refuse(`"${text}" is not a day; write 2026-01-31`)
}
