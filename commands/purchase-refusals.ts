import type { Database } from '#app/platform/database/database.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { possibleSellEvents } from '#app/shop/buying/sell-request-status.ts'
import type { LineFault } from '#app/shop/buying/valuation.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

const sentences: Readonly<Record<string, string>> = {
  'no-such-request': 'There is no request of this number; "npm run purchase" lists those that wait.',
  'no-such-row': 'There is no row of this number in the ledger.',
  'no-such-line': 'The receipt has no such line; they are counted from 1.',
  'no-such-offer': 'There is no offer to be answered.',
  'melted-before': 'What stands in this row was melted already.',
  'in-lot': 'It lies in a lot to a refinery, and is settled with that (office, melting).',
  expired: 'Its time has run out; make another one.',
  replaced: 'It does not stand any more: another one took its place, or the goods have come.',
  answered: 'The other answer was given before.',
  'invalid-until': 'An offer holds from now on, and 60 days at most.',
  'not-exact': 'A final offer names one amount a line, not from and to.',
  'test-missing': 'Each line of a final offer says how it was tested: testMethod.',
  'register-hit': 'A register of stolen goods knows a piece of it.',
  'document-expired': 'The document is not valid any more.',
  'under-age': 'The seller is not 18 yet.',
  'iban-invalid': 'It is no IBAN: its check digits do not fit.',
  'not-own-account': 'Money goes to the seller’s own account alone; the holder has another name.',
  'cash-forbidden': 'So much, with the deals that count together, is not paid in cash; transfer it.',
  'identification-incomplete':
    'So much, with the deals that count together, needs a complete identification record.',
  'declaration-missing': 'The seller signs the receipt first; say so with --declared.',
  'why-missing': 'Say why, in 3 characters at least.',
  'address-missing': 'The seller has named no address to send the label to.',
  'label-missing': 'A label needs --url, where the seller prints it, or --code for the counter.',
  'not-found': 'There is nothing sealed of it.',
  erased: 'It was erased when its time was over.',
  closed: 'It has ended, or its contact data were erased: nobody can be written to.',
  'too-often': 'That is more than may be written in an hour.',
  'too-long': 'It is longer than is kept.',
  empty: 'Nothing is written.',
  missing: 'Carrier and code are both needed.',
}

/** Why something about a request is refused, and what would be right: the reason's name, then a sentence. */
export async function refusalOf(
  db: Database,
  reason: string,
  { number, settings }: { number: string; settings: Pick<Settings, 'branches'> },
): Promise<string> {
  const sentence = Object.hasOwn(sentences, reason) ? sentences[reason] : null
  if (sentence) return `${reason}. ${sentence}`
  if (reason === 'no-such-branch')
    return `${reason}. There is no such branch; there are: ${settings.branches.map(({ id }) => id).join(', ')}.`
  if (reason !== 'not-possible') return reason
  const request = await readSellRequest(db, { number })
  if (!request) return `${reason}. Nothing of it lies here to be melted.`
  const may = possibleSellEvents(request, 'staff').join(', ') || 'nothing'
  return `${reason}. The request is ${request.status}; staff may: ${may}.`
}

const lineFaults: Readonly<
  Record<LineFault | 'amount-missing' | 'no-such-amount' | 'deduction-reason' | 'deduction-too-large', string>
> = {
  'deduction-reason': 'Say what is deducted for: deductFor.',
  'deduction-too-large': 'What is deducted is as much as the line is worth, or more.',
  'unknown-item': 'There is no such item; they look like gold-585 or coin-kruegerrand.',
  plated: 'It is plated: not worth its weight in metal.',
  'melt-analysis': 'Only a melt analysis tells its worth; write euros, or from and to.',
  'no-price': 'There is no current price or rate for it; see "npm run metal-price".',
  'amount-missing': 'Write item and amount, or euros, or from and to.',
  'no-such-amount': 'So little metal is worth nothing.',
  empty: 'Its amount is missing.',
  'not-a-number': 'It is no number.',
  'too-precise': 'It has more than two decimals.',
  ambiguous: 'Three figures behind the sign can be read in two ways; write 1234 or 1234.00.',
  'too-small': 'It is nothing or less.',
  'too-large': 'It is more than is reckoned.',
  'whole-pieces': 'Coins are counted whole.',
}

/** Why a line cannot be reckoned: the reason's name, then a sentence. */
export function lineFault(reason: keyof typeof lineFaults): string {
  return `${reason}. ${lineFaults[reason]}`
}
