import { cleanLine } from '#app/language/clean-text.ts'
import { isRealDay } from './read-day.ts'
import { type Element, find, findAll, readXml, textAt } from './read-xml.ts'
import { type ReadLine, type ReadStatement, StatementFault } from './statement-file.ts'

/**
 * Reads the statements of a CAMT.053 file, versions .02 to .08: what is booked; entries that are only announced are left
 * out. An entry of several transactions gives a line for each.
 * @throws {StatementFault}
 */
export function readCamt(xml: string): ReadStatement[] {
  const root = readXml(xml)
  const message = find(root, 'BkToCstmrStmt')
  if (root.name !== 'Document' || !message) throw new StatementFault('unknown-format', { line: root.line })
  return findAll(message, 'Stmt').map(readStatement)
}

function readStatement(statement: Element): ReadStatement {
  const account = textAt(statement, 'Acct', 'Id', 'IBAN')?.replaceAll(' ', '').toUpperCase()
  if (!account) throw new StatementFault('account-missing', { line: statement.line })
  const currency = find(statement, 'Acct', 'Ccy')
  if (currency && currency.text.trim() !== 'EUR') throw foreign(currency, currency.text)
  return {
    format: 'camt',
    account,
    number: textAt(statement, 'ElctrncSeqNb') ?? textAt(statement, 'LglSeqNb') ?? textAt(statement, 'Id'),
    openingCents: balanceOf(statement, ['OPBD', 'PRCD']),
    closingCents: balanceOf(statement, ['CLBD']),
    lines: findAll(statement, 'Ntry').flatMap(readEntry),
  }
}

function balanceOf(statement: Element, kinds: readonly string[]): number | null {
  const balances = findAll(statement, 'Bal')
  for (const kind of kinds) {
    const balance = balances.find((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === kind)
    if (balance) return signOf(balance) * centsOf(required(balance, 'Amt'))
  }
  return null
}

function readEntry(entry: Element): ReadLine[] {
  // Version .02 has the word itself, later ones a code below it.
  const state = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  if (state !== null && state !== 'BOOK') return []
  const amount = required(entry, 'Amt')
  const total = signOf(entry) * centsOf(amount)
  const details = findAll(entry, 'NtryDtls').flatMap((each) => findAll(each, 'TxDtls'))
  const reference = textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef')
  const common = {
    bookedOn: dayOf(required(entry, 'BookgDt')),
    valueOn: find(entry, 'ValDt') ? dayOf(required(entry, 'ValDt')) : null,
    reversal: textAt(entry, 'RvslInd') === 'true' || textAt(entry, 'RvslInd') === '1',
  }
  const more = textAt(entry, 'AddtlNtryInf') ?? ''
  const [only] = details
  if (details.length <= 1) {
    if (total === 0) return []
    return [{ ...common, ...partiesOf(only, total, more), amountCents: total, reference }]
  }
  const parts = details.map((detail) => {
    const own = find(detail, 'Amt') ?? find(detail, 'AmtDtls', 'TxAmt', 'Amt')
    const sign = find(detail, 'CdtDbtInd') ? signOf(detail) : Math.sign(total)
    return { detail, cents: own ? sign * centsOf(own) : null }
  })
  const sum = parts.reduce((all, { cents }) => all + (cents ?? 0), 0)
  if (parts.some(({ cents }) => cents === null)) {
    // A collective entry of which the bank says the sum alone.
    return [{ ...common, ...partiesOf(only, total, more), amountCents: total, reference }]
  }
  if (sum !== total) throw new StatementFault('details-differ', { ...placeOf(amount), found: amount.text })
  return parts.flatMap(({ detail, cents }, index) =>
    cents === null || cents === 0
      ? []
      : [
          {
            ...common,
            ...partiesOf(detail, cents, ''),
            amountCents: cents,
            reference: textAt(detail, 'Refs', 'AcctSvcrRef') ?? (reference && `${reference}/${index + 1}`),
          },
        ],
  )
}

/** Who stands on the other side, and what for. */
function partiesOf(detail: Element | undefined, cents: number, more: string) {
  const side = cents > 0 ? 'Dbtr' : 'Cdtr'
  const parties = find(detail, 'RltdPties')
  const remittance = find(detail, 'RmtInf')
  const words = [
    ...findAll(remittance, 'Ustrd').map(({ text }) => text),
    ...findAll(remittance, 'Strd').map((each) => textAt(each, 'CdtrRefInf', 'Ref') ?? ''),
    textAt(detail, 'RtrInf', 'AddtlInf') ?? '',
  ].filter((word) => word.trim() !== '')
  const endToEnd = textAt(detail, 'Refs', 'EndToEndId')
  return {
    name: cleanLine(
      textAt(parties, side, 'Nm') ??
        textAt(parties, side, 'Pty', 'Nm') ??
        textAt(parties, `Ultmt${side}`, 'Nm') ??
        '',
    ).slice(0, 200),
    iban: textAt(parties, `${side}Acct`, 'Id', 'IBAN')?.replaceAll(' ', '').slice(0, 40) ?? null,
    purpose: cleanLine(words.length > 0 ? words.join(' ') : more).slice(0, 2000),
    endToEnd: endToEnd === null || endToEnd === 'NOTPROVIDED' ? null : endToEnd.slice(0, 200),
  }
}

const placeOf = ({ line, column }: Element) => ({ line, column })

const foreign = (element: Element, found: string) =>
  new StatementFault('foreign-currency', { ...placeOf(element), found })

function required(from: Element, name: string): Element {
  const found = find(from, name)
  if (!found) throw new StatementFault('element-missing', { ...placeOf(from), found: `${from.name}/${name}` })
  return found
}

/** @throws {StatementFault} for another currency, and for what is no amount */
function centsOf(amount: Element): number {
  const currency = amount.attributes.Ccy ?? 'EUR'
  if (currency !== 'EUR') throw foreign(amount, currency)
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(amount.text.trim()) ?? []
  if (whole === undefined || /[1-9]/.test(decimals.slice(2)))
    throw new StatementFault('not-an-amount', { ...placeOf(amount), found: amount.text })
  return Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
}

function signOf(from: Element): 1 | -1 {
  const word = textAt(from, 'CdtDbtInd')
  if (word === 'CRDT') return 1
  if (word === 'DBIT') return -1
  throw new StatementFault('element-missing', { ...placeOf(from), found: `${from.name}/CdtDbtInd` })
}

function dayOf(element: Element): string {
  const text = (textAt(element, 'Dt') ?? textAt(element, 'DtTm') ?? '').slice(0, 10)
  if (!isRealDay(text)) throw new StatementFault('not-a-day', { ...placeOf(element), found: text })
  return text
}
