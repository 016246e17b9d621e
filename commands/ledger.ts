import { z } from 'zod'
import { StartFault } from '#app/platform/start-fault.ts'
import { completeLedger } from '#app/shop/buying/ledger.ts'
import { checkLedger, faultsOf } from '#app/shop/buying/ledger-check.ts'
import { type LedgerFormat, ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { ossCsv } from '#app/shop/buying/ledger-oss.ts'
import { defineCommand, refuse, required } from './command.ts'
import { onShop } from './shop.ts'

type LedgerWish =
  | { do: 'check' }
  | { do: 'export'; from: string; to: string; format: LedgerFormat }
  | { do: 'oss'; quarter: string; format: LedgerFormat }

/**
 * Pieces that came or went between two days, as CSV; what the one-stop shop declares for a quarter; and whether the ledger
 * agrees with the invoices.
 */
export const ledger = defineCommand({
  name: 'ledger',
  usage: `npm run --silent ledger -- --from 2026-01-01 --to 2026-12-31 > ledger.csv    pieces that came or went between two days
npm run --silent ledger -- --oss 2026-Q4 > oss.csv    for the one-stop shop (OSS): distance sales of a quarter by member state and rate
  --german    with semicolons and decimal commas, as German spreadsheets read them
npm run ledger -- --check    the sums of the whole ledger beside those of the invoices, VAT as well, and its
    margins reckoned anew; ends with 1 where they differ`,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    oss: { type: 'string' },
    german: { type: 'boolean' },
    check: { type: 'boolean' },
  },
  read: (words, values): LedgerWish | null => {
    if (words.length > 0) return null
    if (values.check) {
      const other = (['from', 'to', 'oss', 'german'] as const).find((name) => values[name] !== undefined)
      return other ? refuse(`--check looks at the whole ledger: it takes no --${other}`) : { do: 'check' }
    }
    const format = values.german ? 'german' : 'rfc'
    if (values.oss !== undefined) {
      const other = (['from', 'to'] as const).find((name) => values[name] !== undefined)
      return other
        ? refuse(`--oss names its quarter: it takes no --${other}`)
        : { do: 'oss', quarter: quarterOf(required(values, 'oss')), format }
    }
    const [from, to] = [dayOf(required(values, 'from')), dayOf(required(values, 'to'))]
    if (from > to) refuse(`--from ${from} lies after --to ${to}`)
    return { do: 'export', from, to, format }
  },
  run: (wish, { env, out, say }) =>
    onShop(env, async ({ db }) => {
      await completeLedger(db)
      if (wish.do === 'export') out(await ledgerCsv(db, wish))
      if (wish.do === 'oss') out(await ossCsv(db, wish))
      const check = await checkLedger(db)
      if (wish.do === 'check') {
        say(
          row('sales less returns in the ledger', check.ledgerCents),
          row('invoices less cancellations', check.invoiceCents),
          row('sold without an order, no invoice', check.withoutOrderCents),
          row('German VAT shown, in the ledger', check.vat.domestic.ledgerCents),
          row('German VAT shown, on documents', check.vat.domestic.documentCents),
          row("other states' VAT, in the ledger", check.vat.destination.ledgerCents),
          row("other states' VAT, on documents", check.vat.destination.documentCents),
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
  return z.iso.date().safeParse(text).success ? text : refuse(`"${text}" is not a day; write 2026-01-31`)
}

function quarterOf(text: string): string {
  return /^\d{4}-Q[1-4]$/.test(text) ? text : refuse(`"${text}" is not a quarter; write 2026-Q4`)
}
