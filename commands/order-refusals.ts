import type { MoneyCorrected } from '#app/shop/checkout/correct-money.ts'
import { euros } from './order-report.ts'

/** Why an entry of money is not taken back. */
export function uncorrectable(entry: number, refusal: Extract<MoneyCorrected, { ok: false }>): string {
  switch (refusal.reason) {
    case 'no-such-entry':
      return `There is no entry ${entry}; "npm run order -- show <order>" numbers them.`
    case 'corrected-before':
      return `Entry ${entry} has been taken back already.`
    case 'is-correction':
      return `Entry ${entry} takes another one back. If the money did arrive, count it again.`
    case 'online':
      return `Entry ${entry} was reported by the payment provider, which is not corrected by hand.`
    case 'reason-length':
      return 'The reason has 3 to 500 characters; the buyer reads it.'
    case 'sent-back':
      return `Money of ${refusal.order} has been sent back since, or the payment provider is sending it. Correct the entry of that refund first, if it was not sent.`
    case 'to-confirm':
      return `${refusal.order} is ${refusal.status}: the goods have left, so it stays as it is, with ${euros(refusal.openCents)} missing. The buyer is told, if they were told of the payment. If that is right, say --confirm.`
  }
}
